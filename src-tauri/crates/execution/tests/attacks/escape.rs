//! Attacks on what is not theirs: files, the network, other processes, the kernel.

use std::fs;
use std::net::{TcpListener, UdpSocket};
use std::os::linux::net::SocketAddrExt;
use std::os::unix::fs::symlink;
use std::os::unix::net::{SocketAddr, UnixListener};
use std::process::Command;
use std::time::Duration;

use execution::{End, Level, Stop, Writes, run_at};

use crate::payload::{attack, payload};
use crate::room::{Room, contained, everywhere, has, said};

/// Attacks that succeed where nothing contains them; each undoes nothing, so each has a room of its own.
const WRITES: &[&str] = &[
    "echo x > $OUTSIDE/new",
    ": > $OUTSIDE/secret",
    "echo x >> $OUTSIDE/secret",
    "rm $OUTSIDE/secret",
    "mv $OUTSIDE/secret $TMPDIR/x",
    "ln $OUTSIDE/secret $TMPDIR/x && echo x > $TMPDIR/x",
    "ln -s $OUTSIDE/secret $TMPDIR/x && echo x > $TMPDIR/x",
    "mkdir $OUTSIDE/folder",
    "truncate -s 1 $OUTSIDE/secret",
    "dd if=/dev/zero of=$OUTSIDE/secret count=1",
    "cd $OUTSIDE && echo x > secret",
    "exec 3<> $OUTSIDE/secret && echo x >&3",
    "chmod 777 $OUTSIDE/secret",
    "chmod 777 $OUTSIDE",
    "touch -d @0 $OUTSIDE/secret",
    "mkfifo $OUTSIDE/pipe",
    "echo x > /dev/shm/assay-attack-$MARK && rm /dev/shm/assay-attack-$MARK",
    "echo x > /tmp/assay-attack-$MARK && rm /tmp/assay-attack-$MARK",
    "echo 1000 > /proc/self/oom_score_adj",
];

#[test]
fn nothing_is_written_outside() {
    for script in WRITES {
        let free = Room::new(Level::None);
        let ran = free.run(&free.script(script));
        assert_eq!(ran.end, End::Exit(0), "{script} is no attack: {}", said(&ran));
    }
    contained(|room| {
        let state = || {
            let found = ["outside", "outside/secret"].map(|path| fs::metadata(room.path(path)).unwrap());
            let states = found.map(|found| (found.permissions(), found.modified().unwrap()));
            (states, room.text("outside/secret"), fs::read_dir(room.path("outside")).unwrap().count())
        };
        let before = state();
        for script in WRITES {
            let ran = room.run(&room.script(script));
            assert!(!matches!(ran.end, End::Exit(0)), "{script}: {}", said(&ran));
            assert_eq!(state(), before, "{script}");
        }
    });
}

#[test]
fn nothing_is_read_outside() {
    let link = |room: &Room| symlink(room.path("outside/secret"), room.path("workspace/leak")).unwrap();
    let attacks = [
        "cat $OUTSIDE/secret",
        "cat leak",
        "cat ../outside/secret",
        "ls $OUTSIDE",
        "ls /tmp",
        "cp $OUTSIDE/secret $TMPDIR/x && cat $TMPDIR/x",
        "ln $OUTSIDE/secret $TMPDIR/x && cat $TMPDIR/x",
        "cat /proc/$PPID/cmdline",
        "tr '\\0' '\\n' < /proc/$$/environ",
    ];
    let free = Room::new(Level::None);
    link(&free);
    for script in attacks {
        let ran = free.run(&free.script(script));
        assert_eq!(
            (ran.end, ran.stdout.total > 0),
            (End::Exit(0), true),
            "{script} is no attack: {}",
            said(&ran)
        );
    }
    contained(|room| {
        link(room);
        for script in
            attacks.iter().chain(&["cat /etc/shadow", "cat /proc/1/environ", "ls /root", "ls /home"])
        {
            let ran = room.run(&room.script(script));
            assert!(!matches!(ran.end, End::Exit(0)) && ran.stdout.total == 0, "{script}: {}", said(&ran));
        }
    });
}

#[test]
fn what_is_allowed_can_be_read_and_written() {
    contained(|room| {
        assert_eq!(
            room.said("cat file src/file; pwd"),
            format!("filesource{}\n", room.path("workspace").display())
        );
        assert_eq!(room.said("echo x > $TMPDIR/a && cat $TMPDIR/a && ls -A $HOME"), "x\na\n");
        assert_eq!(
            room.said("echo x > /dev/null; id -u"),
            format!("{}\n", rustix::process::getuid().as_raw())
        );
        let mut order = room.script("cat $OUTSIDE/secret; echo x > $OUTSIDE/secret");
        order.readable = vec![room.path("outside"), room.path("absent")];
        let ran = room.run(&order);
        assert!(said(&ran).starts_with("secret") && ran.end == End::Exit(2), "{}", said(&ran));
        let place = room.said("echo $TMPDIR");
        assert!(!std::path::Path::new(place.trim()).exists(), "{place} is left");
    });
}

#[test]
fn a_reader_writes_nothing_in_the_workspace() {
    contained(|room| {
        for script in [
            "echo x > new",
            "echo x > file",
            ": > file",
            "rm file",
            "mv file other",
            "touch src/file",
            "chmod 600 file",
            "mkdir folder",
            "echo x >> .pixir/sessions/log",
            "cp -p file $TMPDIR/copy",
        ] {
            let ran = room.run(&room.script(script));
            assert!(!matches!(ran.end, End::Exit(0)), "{script}: {}", said(&ran));
        }
        assert_eq!(
            (room.text("workspace/file"), room.text("workspace/.pixir/sessions/log")),
            ("file".into(), "log".into())
        );
    });
}

#[test]
fn a_writer_writes_anything_but_what_pixir_keeps() {
    contained(|room| {
        symlink("../.pixir", room.path("workspace/src/alias")).unwrap();
        symlink(".pixir", room.path("workspace/top")).unwrap();
        symlink("../outside", room.path("workspace/out")).unwrap();
        let run = |script: &str| {
            let mut order = room.script(script);
            order.writes = Writes::Workspace;
            room.run(&order)
        };
        for script in [
            "echo x > .pixir/sessions/log",
            "echo x > src/alias/sessions/log",
            "echo x > top/sessions/log",
            "rm .pixir/sessions/log",
            "rm -r .pixir",
            "mv .pixir other",
            "mv .pixir src/other",
            "ln .pixir/sessions/log src/log && echo x > src/log",
            "mv src .pixir/src",
            "echo x > .pixir/new",
            "chmod 777 .pixir/sessions/log",
            "echo x > out/new",
            "mkdir .pixir2",
        ] {
            let ran = run(script);
            assert!(!matches!(ran.end, End::Exit(0)), "{script}: {}", said(&ran));
            assert_eq!(room.text("workspace/.pixir/sessions/log"), "log", "{script}");
        }
        let ran =
            run("echo x > src/new && mkdir src/a && mv src/new src/a/b && echo y > file && : > src/file");
        assert_eq!(ran.end, End::Exit(0), "{}", said(&ran));
        assert_eq!(room.text("workspace/src/a/b") + &room.text("workspace/file"), "x\ny\n");
        fs::remove_dir_all(room.path("workspace/.pixir")).unwrap();
        assert!(!matches!(run("mkdir .pixir").end, End::Exit(0)), "a false .pixir could be put there");
        assert!(!matches!(run("mv src .pixir").end, End::Exit(0)), "a false .pixir could be put there");
    });
}

#[test]
fn nothing_reaches_the_network_or_a_socket_of_the_host() {
    contained(|room| {
        let tcp = TcpListener::bind(("127.0.0.1", 0)).unwrap();
        let udp = UdpSocket::bind(("127.0.0.1", 0)).unwrap();
        let name = format!("assay-attack-{}-{}", std::process::id(), room.path("").display());
        let hidden = UnixListener::bind_addr(&SocketAddr::from_abstract_name(&name).unwrap()).unwrap();
        let named = UnixListener::bind(room.path("workspace/socket")).unwrap();
        tcp.set_nonblocking(true).unwrap();
        udp.set_nonblocking(true).unwrap();
        hidden.set_nonblocking(true).unwrap();
        named.set_nonblocking(true).unwrap();
        let ports =
            [tcp.local_addr().unwrap().port(), udp.local_addr().unwrap().port()].map(|port| port.to_string());
        for (what, address) in [
            ("tcp", ports[0].as_str()),
            ("udp", &ports[1]),
            ("abstract", &name),
            ("named", room.path("workspace/socket").to_str().unwrap()),
            ("listen", ""),
            ("pair", &name),
        ] {
            let ran = room.run(&payload(room, what, address));
            assert!(said(&ran).contains("attack: refused"), "{what}: {}", said(&ran));
        }
        assert!(tcp.accept().is_err() && udp.recv(&mut [0; 9]).is_err());
        assert!(hidden.accept().is_err() && named.accept().is_err());
        // The payloads do reach what they aim at when nothing contains them.
        let free = Room::new(Level::None);
        for (what, address) in [("tcp", ports[0].as_str()), ("udp", &ports[1]), ("abstract", &name)] {
            let ran = free.run(&payload(&free, what, address));
            assert!(said(&ran).contains("attack: arrived"), "{what}: {}", said(&ran));
        }
    });
}

#[test]
fn threads_and_streams_still_work_inside() {
    contained(|room| {
        let ran = room.run(&payload(room, "harmless", ""));
        assert!(said(&ran).contains("attack: arrived"), "{}", said(&ran));
    });
}

#[test]
fn no_process_of_the_host_is_touched() {
    contained(|room| {
        let mut victim = Command::new("sleep").arg("60").spawn().unwrap();
        let own = std::process::id();
        // The pids around its own are those that contain it.
        let script = format!(
            "kill -9 {}; kill -9 -1; kill -9 $PPID; p=$$; i=0; \
             while [ $i -lt 12 ] && [ $((p-i)) -gt 1 ]; do i=$((i+1)); kill -9 $((p-i)); kill -9 -$((p-i)); done; kill {own}; echo done",
            victim.id()
        );
        let ran = room.run(&room.script(&script));
        assert_eq!((ran.end, said(&ran).contains("done")), (End::Exit(0), true), "{}", said(&ran));
        assert!(victim.try_wait().unwrap().is_none(), "it was killed");
        victim.kill().unwrap();
        victim.wait().unwrap();
    });
}

#[test]
fn the_kernel_is_not_asked_for_more() {
    contained(|room| {
        for script in [
            "unshare -U true",
            "unshare -m true",
            "mount -t tmpfs none /mnt",
            "mount --bind $OUTSIDE src",
            "chroot / true",
            "hostname attacked",
            "date -s @0",
            "chown 1:1 file",
            "nsenter -t 1 -m true",
            "mknod $TMPDIR/device c 1 3",
        ] {
            let ran = room.run(&room.script(script));
            assert!(!matches!(ran.end, End::Exit(0)), "{script}: {}", said(&ran));
        }
    });
}

#[test]
fn it_gets_no_more_than_its_environment_and_its_streams() {
    everywhere(|room| {
        // Left open for children by mistake, as libraries do.
        let file = rustix::fs::open(
            room.path("outside/secret"),
            rustix::fs::OFlags::RDONLY,
            rustix::fs::Mode::empty(),
        );
        let said = room.said("env | sort; readlink /proc/self/fd/0");
        let names: Vec<&str> = said.lines().filter_map(|line| Some(line.split_once('=')?.0)).collect();
        assert_eq!(names, ["HOME", "LANG", "MARK", "OUTSIDE", "PATH", "PWD", "TMPDIR"], "{said}");
        assert!(said.ends_with("/dev/null\n"), "{said}");
        assert_eq!(
            room.said("cat; tty || ps -o tty= -p $$ 2>/dev/null | tr -d ' '").lines().next(),
            Some("not a tty")
        );
        if room.level == Level::None {
            // The listing has the folder itself open.
            assert_eq!(room.said("ls /proc/self/fd"), "0\n1\n2\n3\n");
        }
        drop(file);
    });
    contained(|room| {
        let ran = room.run(&attack(room, "descriptors", ""));
        assert!(said(&ran).contains("attack: 0 1 2\n"), "{}", said(&ran));
    });
}

#[test]
fn a_wish_to_stop_ends_it() {
    everywhere(|room| {
        let (stop, order) = (Stop::default(), room.script("trap '' TERM; echo begun; sleep 60"));
        let wish = stop.clone();
        std::thread::scope(|scope| {
            let ran = scope.spawn(|| run_at(&order, room.level, &stop));
            std::thread::sleep(Duration::from_millis(500));
            wish.now();
            let ran = ran.join().unwrap().unwrap();
            assert!(ran.end == End::Stopped && "begun\n".starts_with(&said(&ran)), "{:?}", ran.end);
        });
    });
}

#[test]
fn who_asks_for_more_than_there_is_gets_nothing() {
    let room = Room::new(Level::None);
    let mut order = room.script("echo x");
    order.least = Level::Walls;
    let why = room.try_run(&order).unwrap_err().to_string();
    assert!(why.contains("not contained"), "{why}");
    assert!(has("sh"));
}
