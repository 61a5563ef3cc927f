//! A display of one's own: Xvfb on a free number, with its framebuffer in a file.

use std::ffi::OsStr;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use crate::picture::Picture;

/// How long Xvfb may take to say which display it serves.
const START_LIMIT: Duration = Duration::from_secs(20);

/// A running Xvfb; it ends when this is dropped, and with it every window on it.
#[derive(Debug)]
pub struct Screen {
    server: Child,
    display: String,
    folder: PathBuf,
}

impl Screen {
    /// Starts an X server of this size in points; `folder` takes its framebuffer and its output.
    ///
    /// It fails if `Xvfb` is missing or says no display number within 20 seconds.
    ///
    /// # Errors
    ///
    /// When `Xvfb` is missing or says no display number within 20 seconds, or `folder` cannot be written.
    pub fn start(width: u32, height: u32, folder: &Path) -> io::Result<Self> {
        fs::create_dir_all(folder)?;
        let number = folder.join("display");
        let server = Command::new("Xvfb")
            .args(["-displayfd", "1", "-nolisten", "tcp", "-screen", "0", &format!("{width}x{height}x24")])
            .arg("-fbdir")
            .arg(folder)
            .stdin(Stdio::null())
            .stdout(fs::File::create(&number)?)
            .stderr(fs::File::create(folder.join("Xvfb.log"))?)
            .spawn()
            .map_err(|error| io::Error::new(error.kind(), format!("Xvfb does not start: {error}")))?;
        let mut screen = Self { server, display: String::new(), folder: folder.to_owned() };
        screen.display = screen.await_display(&number)?;
        Ok(screen)
    }

    fn await_display(&mut self, number: &Path) -> io::Result<String> {
        let begun = Instant::now();
        loop {
            let said = fs::read_to_string(number)?;
            if said.ends_with('\n') {
                return Ok(format!(":{}", said.trim()));
            }
            if self.server.try_wait()?.is_some() || begun.elapsed() > START_LIMIT {
                let log = self.folder.join("Xvfb.log");
                let words = format!("Xvfb serves no display; its output is {}", log.display());
                return Err(io::Error::other(words));
            }
            std::thread::sleep(Duration::from_millis(20));
        }
    }

    /// Its name, such as `:99`.
    pub fn display(&self) -> &str {
        &self.display
    }

    /// What it shows now; `None` while the server has not written all of it.
    ///
    /// # Errors
    ///
    /// When the framebuffer cannot be read.
    pub fn picture(&self) -> io::Result<Option<Picture>> {
        Ok(Picture::from_window_dump(&fs::read(self.folder.join("Xvfb_screen0"))?))
    }
}

impl Drop for Screen {
    fn drop(&mut self) {
        // It may have ended by itself; there is nobody left to tell.
        self.server.kill().ok();
        self.server.wait().ok();
    }
}

/// Makes a program draw on this display and nowhere else, without the desktop's own services.
///
/// Without a graphics card WebKit's DMABUF renderer is slow to the point of dropping frames, and a session
/// bus would be asked for by a file chooser nobody opens.
pub fn draw_on(command: &mut Command, display: &OsStr) {
    command
        .env("DISPLAY", display)
        .env("WEBKIT_DISABLE_DMABUF_RENDERER", "1")
        .env("GDK_BACKEND", "x11")
        .env("GSETTINGS_BACKEND", "memory")
        .env("NO_AT_BRIDGE", "1")
        .env_remove("WAYLAND_DISPLAY")
        .env_remove("DBUS_SESSION_BUS_ADDRESS");
}
