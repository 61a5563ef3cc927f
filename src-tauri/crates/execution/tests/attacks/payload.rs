//! Attacks that a shell cannot make: this test program itself, run as the command.
//!
//! They are ignored tests, so that a plain run of the tests leaves them out; run by hand they do nothing.

use std::fs;
use std::io::{self, Read, Write};
use std::net::{TcpListener, TcpStream, UdpSocket};
use std::os::linux::net::SocketAddrExt;
use std::os::unix::net::{SocketAddr, UnixDatagram, UnixStream};
use std::time::Duration;

use execution::{Level, Order, Stop, resolve, run_at};

use crate::room::Room;

/// An order that runs one of the attacks below on an address.
pub fn payload(room: &Room, what: &str, address: &str) -> Order {
    attack(room, what, address)
}

/// The same for what has no address.
pub fn attack(room: &Room, what: &str, address: &str) -> Order {
    let words = ["--ignored", "--exact", "payload::attacks", "--nocapture", "--test-threads=1"];
    let mut order = room.order(&["sh"]);
    let own = std::env::current_exe().unwrap();
    order.program = resolve(own.to_str().unwrap(), &order.cwd, &[]).unwrap();
    order.argv = ["attacks"].iter().chain(&words).map(|word| (*word).to_owned()).collect();
    order.environment.push(("ATTACK".into(), what.to_owned()));
    order.environment.push(("ADDRESS".into(), address.to_owned()));
    order
}

#[test]
#[ignore = "what a contained command does"]
fn attacks() {
    let (Ok(what), Ok(address)) = (std::env::var("ATTACK"), std::env::var("ADDRESS")) else { return };
    let port = || (("127.0.0.1"), address.parse::<u16>().unwrap());
    let done = match what.as_str() {
        "tcp" => TcpStream::connect(port()).map(drop),
        "udp" => UdpSocket::bind(("127.0.0.1", 0)).and_then(|socket| socket.send_to(b"x", port())).map(drop),
        "abstract" => {
            SocketAddr::from_abstract_name(&address).and_then(|to| UnixStream::connect_addr(&to)).map(drop)
        }
        "named" => UnixStream::connect(&address).map(drop),
        "listen" => TcpListener::bind(("127.0.0.1", 0)).map(drop),
        // One of a pair can be turned to another address.
        "pair" => SocketAddr::from_abstract_name(&address)
            .and_then(|to| UnixDatagram::pair()?.0.send_to_addr(b"x", &to))
            .map(drop),
        "fchmod" | "fchown" | "futimens" | "fsetxattr" | "utimensat" | "chmod-by-descriptor" => {
            change(&what, &address)
        }
        "harmless" => harmless(),
        "descriptors" => return descriptors(),
        _ => Ok(()),
    };
    match done {
        Ok(()) => println!("\nattack: arrived"),
        Err(error) => println!("\nattack: refused: {error}"),
    }
}

/// Changes of a file that is open for reading only.
fn change(what: &str, path: &str) -> io::Result<()> {
    use std::os::fd::AsRawFd;
    use std::os::unix::fs::PermissionsExt;
    let file = fs::File::open(path)?;
    let name = format!("/proc/self/fd/{}", file.as_raw_fd());
    let past = rustix::fs::Timespec { tv_sec: 1, tv_nsec: 0 };
    let past = rustix::fs::Timestamps { last_access: past, last_modification: past };
    match what {
        "fchmod" => file.set_permissions(fs::Permissions::from_mode(0o777)),
        "fchown" => Ok(rustix::fs::fchown(&file, None, Some(rustix::process::getgid()))?),
        "futimens" => Ok(rustix::fs::futimens(&file, &past)?),
        "fsetxattr" => Ok(rustix::fs::fsetxattr(&file, "user.assay", b"x", rustix::fs::XattrFlags::empty())?),
        "utimensat" => Ok(rustix::fs::utimensat(rustix::fs::CWD, path, &past, rustix::fs::AtFlags::empty())?),
        _ => fs::set_permissions(name, fs::Permissions::from_mode(0o777)),
    }
}

/// What programs do every day, which the filter must let through.
fn harmless() -> io::Result<()> {
    let (mut one, mut two) = UnixStream::pair()?;
    let thread = std::thread::spawn(move || {
        std::thread::sleep(Duration::from_millis(1));
        one.write_all(b"x")
    });
    two.read_exact(&mut [0])?;
    thread.join().map_err(|_| io::Error::other("a panic"))??;
    let output = std::process::Command::new("/bin/echo").arg("x").output()?;
    let file = std::env::temp_dir().join("file");
    fs::write(&file, &output.stdout)?;
    fs::rename(&file, file.with_extension("new"))?;
    Ok(())
}

/// Which descriptors are open, found without a listing: a copy of a closed one cannot be made. Only those that
/// were there when the program started can be below the first that it opens itself.
fn descriptors() {
    use std::os::fd::AsRawFd;
    let first = fs::File::open("/dev/null").unwrap().as_raw_fd();
    let inherited: Vec<String> = (0..first).map(|number| number.to_string()).collect();
    println!("\nattack: {}", inherited.join(" "));
}

#[test]
#[ignore = "runs a command until it is killed itself"]
fn runs_a_command() {
    let Ok(level) = std::env::var("ATTACK") else { return };
    let level = [Level::None, Level::Walls, Level::Full][level.parse::<usize>().unwrap()];
    let room = Room::new(level);
    println!("\n{} {}", room.mark, room.path("").display());
    let _ = run_at(&room.script("setsid sleep 60 & setsid sleep 60"), level, &Stop::default());
}
