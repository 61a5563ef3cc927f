//! A session bus of one's own, on which nothing else is.

use std::fs;
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, Command, Stdio};

/// A bus on which nothing is started by being asked for.
const BUS: &str = r#"<!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN"
 "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
<busconfig>
  <type>session</type>
  <listen>unix:dir=FOLDER</listen>
  <auth>EXTERNAL</auth>
  <policy context="default">
    <allow send_destination="*"/>
    <allow receive_sender="*"/>
    <allow own="*"/>
  </policy>
</busconfig>
"#;

/// A session bus of one's own; it ends when this is dropped.
pub struct Bus {
    daemon: Child,
    /// Where programs reach it.
    pub address: String,
}

impl Bus {
    /// Starts one that keeps what it needs in a folder.
    pub fn start(folder: &Path) -> Self {
        let config = folder.join("bus.conf");
        fs::write(&config, BUS.replace("FOLDER", &folder.display().to_string())).expect("a file");
        let mut daemon = Command::new("dbus-daemon")
            .arg(format!("--config-file={}", config.display()))
            .args(["--nofork", "--print-address"])
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .spawn()
            .expect("dbus-daemon starts (Debian: dbus)");
        let mut address = String::new();
        let said = daemon.stdout.as_mut().expect("its output");
        BufReader::new(said).read_line(&mut address).expect("its address");
        Self { daemon, address: address.trim().to_owned() }
    }
}

impl Drop for Bus {
    fn drop(&mut self) {
        self.daemon.kill().ok();
        self.daemon.wait().ok();
    }
}
