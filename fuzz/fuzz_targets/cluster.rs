//! Whatever comes over a cluster's pipe is read or refused; what is read is written so that it is read again,
//! and a game in it has legal moves alone.
#![no_main]

use libfuzzer_sys::fuzz_target;
use zeitnot::cluster::{Frames, Message, frame};

fuzz_target!(|bytes: &[u8]| {
    // Chance hardly ever finds a check sum, so the bytes are a message's body as well.
    if let Some(message) = Message::of_body(bytes) {
        check(&message);
    }
    let mut frames = Frames::default();
    for piece in bytes.chunks(7) {
        frames.feed(piece);
        while let Ok(Some(message)) = frames.take() {
            check(&message);
        }
    }
});

fn check(message: &Message) {
    let mut frames = Frames::default();
    frames.feed(&frame(message));
    assert_eq!(frames.take().as_ref(), Ok(&Some(message.clone())));
    if let Message::Search(search) = message {
        let _ = search.game();
    }
}
