//! A person closes a window. There is no window manager on the display of a test, so its part is played here: it asks
//! the window to close, in the words of the X protocol.

use std::io::{Read, Write};
use std::os::unix::net::UnixStream;

use crate::deciding::find;
use crate::driver::Window;

/// Asks the window with this title to close, as the cross in its frame does.
#[track_caller]
pub fn close(window: &Window, title: &str) {
    let id = find(window, title).unwrap_or_else(|| panic!("no window is called {title}"));
    let id: u32 = id.parse().expect("the number of a window");
    let mut server = connect(window.display());
    let (protocols, delete) = (atom(&mut server, "WM_PROTOCOLS"), atom(&mut server, "WM_DELETE_WINDOW"));
    // SendEvent of a ClientMessage in words of 32 bits.
    let mut request = vec![25, 0, 11, 0];
    request.extend([id, 0].iter().flat_map(|word| word.to_le_bytes()));
    request.extend([33, 32, 0, 0]);
    request.extend([id, protocols, delete, 0, 0, 0, 0].iter().flat_map(|word| word.to_le_bytes()));
    server.write_all(&request).expect("the server takes an event");
    // An answer to a later question (GetInputFocus) says that it was taken.
    server.write_all(&[43, 0, 1, 0]).expect("the server takes a question");
    answer(&mut server);
}

fn connect(display: &str) -> UnixStream {
    let number = display.trim_start_matches(':');
    let mut server = UnixStream::connect(format!("/tmp/.X11-unix/X{number}")).expect("the display answers");
    server.write_all(&[b'l', 0, 11, 0, 0, 0, 0, 0, 0, 0, 0, 0]).expect("the server takes a greeting");
    let mut head = [0; 8];
    server.read_exact(&mut head).expect("the server greets");
    assert_eq!(head[0], 1, "the server lets nobody in");
    let mut rest = vec![0; 4 * usize::from(u16::from_le_bytes([head[6], head[7]]))];
    server.read_exact(&mut rest).expect("the server says what it has");
    server
}

/// The number that stands for a name.
fn atom(server: &mut UnixStream, name: &str) -> u32 {
    let padded = name.len().div_ceil(4);
    let mut request = vec![16, 0, 2 + padded as u8, 0, name.len() as u8, 0, 0, 0];
    request.extend(name.bytes());
    request.resize(8 + 4 * padded, 0);
    server.write_all(&request).expect("the server takes a name");
    let said = answer(server);
    u32::from_le_bytes([said[8], said[9], said[10], said[11]])
}

fn answer(server: &mut UnixStream) -> [u8; 32] {
    let mut said = [0; 32];
    server.read_exact(&mut said).expect("the server answers");
    assert_eq!(said[0], 1, "the server refuses: {said:?}");
    said
}
