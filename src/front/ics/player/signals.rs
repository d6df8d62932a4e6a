//! What the operator wants by signals and by Ctrl-C.

use std::{error::Error, io};

use crossbeam::channel::{Receiver, Sender, unbounded};

use crate::{
    front::stdio::{on_sighup, on_sigterm},
    ics::bot::{Happening, Wish},
};

/// Where Ctrl-C is heard of; what it means, the bot knows.
#[derive(Clone)]
pub(super) struct Interrupt(Sender<Happening>);

impl Interrupt {
    /// Ctrl-C came.
    pub fn came(&self) {
        let _ = self.0.send(Happening::Interrupted);
    }
}

/// What Ctrl-C and SIGTERM, which means to leave at once, ask for.
pub(super) fn wishes() -> Result<(Interrupt, Receiver<Happening>), Box<dyn Error>> {
    let (wish, wishes) = unbounded();
    let interrupt = Interrupt(wish.clone());
    let signal = interrupt.clone();
    ctrlc::set_handler(move || signal.came())?;
    on_sigterm(move || {
        let _ = wish.send(Happening::Wish(Wish::Leave));
    })?;
    Ok((interrupt, wishes))
}

/// SIGHUP means to open the log and to read the operator's file anew.
pub(super) fn hangups() -> io::Result<Receiver<()>> {
    let (hangup, hangups) = unbounded();
    on_sighup(move || {
        let _ = hangup.send(());
    })?;
    Ok(hangups)
}

#[cfg(test)]
mod tests {
    use crossbeam::channel::TryRecvError;

    use super::*;

    #[test]
    fn without_a_hangup_nothing_is_read_again() {
        let hangups = hangups().expect("signals can be heard");
        assert_eq!(hangups.try_recv(), Err(TryRecvError::Empty));
    }
}
