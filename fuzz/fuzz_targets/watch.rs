//! Any bytes as a request to the watch page: refused, waited on, or answered with one whole document.
#![no_main]

use std::{net::IpAddr, sync::LazyLock};

use libfuzzer_sys::fuzz_target;
use zeitnot::{
    front::watch::{Answer, Hosts, LONGEST_HEAD, Request, Stage, answer},
    pgn::Record,
    position::Position,
};

static STAGE: LazyLock<Stage> = LazyLock::new(|| {
    Stage::new(vec![Record::new(Position::startpos())])
});
static LOCAL: LazyLock<IpAddr> = LazyLock::new(|| IpAddr::from([127, 0, 0, 1]));

fuzz_target!(|bytes: &[u8]| {
    let hosts = Hosts::new(vec!["chess.example".to_owned()]);
    match Request::read(bytes) {
        Ok(None) => assert!(bytes.len() < LONGEST_HEAD, "nobody waits for ever"),
        Ok(Some(request)) => {
            assert!(request.path.starts_with('/'), "{request:?}");
            if let Answer::Document(document) = answer(&request, &hosts, *LOCAL, &STAGE) {
                let text = document.to_bytes(request.head_only);
                assert!(text.starts_with(b"HTTP/1.1 "));
                let ends = text.windows(4).filter(|window| window == b"\r\n\r\n").count();
                assert!(ends >= 1, "a head has an end");
            }
        }
        Err(fault) => assert!((400..500).contains(&fault.status().0)),
    }
});
