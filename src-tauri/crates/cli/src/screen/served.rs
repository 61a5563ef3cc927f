//! Standard output as an agent is served through it. Should a terminal be there instead, it is sent the same JSON
//! without anything it would obey.

use std::io::{self, IsTerminal};
use std::pin::Pin;
use std::task::{Context, Poll, ready};

use tokio::io::{AsyncWrite, Stdout};

use super::{escaped, kept};

/// Standard output for frames of JSON.
pub struct Served {
    to: Stdout,
    terminal: bool,
    // What was taken and is not written yet, and the bytes of a character whose rest is still to come.
    left: Vec<u8>,
    begun: Vec<u8>,
}

/// Standard output, to serve an agent through.
pub fn served() -> Served {
    Served {
        to: tokio::io::stdout(),
        terminal: io::stdout().is_terminal(),
        left: Vec::new(),
        begun: Vec::new(),
    }
}

impl Served {
    fn drain(&mut self, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        while !self.left.is_empty() {
            let written = kept(ready!(Pin::new(&mut self.to).poll_write(context, &self.left)))?;
            self.left.drain(..written);
        }
        Poll::Ready(Ok(()))
    }
}

impl AsyncWrite for Served {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        if !self.terminal {
            return Pin::new(&mut self.to).poll_write(context, bytes).map(kept);
        }
        ready!(self.drain(context))?;
        self.begun.extend_from_slice(bytes);
        let whole = match std::str::from_utf8(&self.begun) {
            Ok(text) => text.len(),
            Err(error) => error.valid_up_to(),
        };
        let rest = self.begun.split_off(whole);
        let text = std::mem::replace(&mut self.begun, rest);
        self.left = escaped(&String::from_utf8_lossy(&text)).into_bytes();
        Poll::Ready(Ok(bytes.len()))
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        ready!(self.drain(context))?;
        Pin::new(&mut self.to).poll_flush(context).map(kept)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        ready!(self.drain(context))?;
        Pin::new(&mut self.to).poll_shutdown(context)
    }
}
