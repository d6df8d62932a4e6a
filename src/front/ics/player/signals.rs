//! What the operator wants by signals and by Ctrl-C.

use std::{
    error::Error,
    io,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering::Relaxed},
    },
};

use crossbeam::channel::{Receiver, Sender, unbounded};

use crate::{
    front::stdio::{on_sighup, on_sigterm},
    ics::bot::Wish,
};

/// What Ctrl-C means: to leave after the game the first time, later at once.
#[derive(Clone)]
pub(super) struct Interrupt {
    wish: Sender<Wish>,
    asked: Arc<AtomicBool>,
}

impl Interrupt {
    /// Ctrl-C came.
    pub fn came(&self) {
        let again = self.asked.swap(true, Relaxed);
        let _ = self.wish.send(if again { Wish::Leave } else { Wish::Finish });
    }
}

/// What Ctrl-C and SIGTERM, which means to leave at once, ask for.
pub(super) fn wishes() -> Result<(Interrupt, Receiver<Wish>), Box<dyn Error>> {
    let (wish, wishes) = unbounded();
    let interrupt = Interrupt { wish: wish.clone(), asked: Arc::default() };
    let signal = interrupt.clone();
    ctrlc::set_handler(move || signal.came())?;
    on_sigterm(move || {
        let _ = wish.send(Wish::Leave);
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
