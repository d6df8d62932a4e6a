//! What browsers ask, from bytes.

use httparse::Status;

/// A head of a request may be so long, in bytes.
pub const LONGEST_HEAD: usize = 8 * 1024;
/// And have so many headers.
const MOST_HEADERS: usize = 64;

/// What is asked for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Request {
    /// The path, without what stands behind a question mark.
    pub path: String,
    /// For whom the request is meant, as the header says it.
    pub host: String,
    /// Whether only the head of the answer is wanted.
    pub head_only: bool,
}

/// Why a request is not answered.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Fault {
    /// It is none.
    #[error("this is no request")]
    Malformed,
    /// It is too long.
    #[error("the request is too long")]
    TooLong,
    /// It wants something changed.
    #[error("there is nothing here but to look at")]
    NotForReading,
    /// It does not say for whom it is, or says it twice.
    #[error("the request does not say for whom it is")]
    NoHost,
    /// It is for somebody else.
    #[error(
        "the request is for another machine; names of this one belong into the option watch_names"
    )]
    OtherHost,
}

impl Fault {
    /// Its number and its name in the protocol.
    pub fn status(self) -> (u16, &'static str) {
        match self {
            Fault::Malformed | Fault::NoHost => (400, "Bad Request"),
            Fault::TooLong => (431, "Request Header Fields Too Large"),
            Fault::NotForReading => (405, "Method Not Allowed"),
            Fault::OtherHost => (421, "Misdirected Request"),
        }
    }
}

impl Request {
    /// Reads the head of a request from the bytes that have come; `None` if it is not there as a whole yet.
    ///
    /// # Errors
    /// If it cannot become a request for reading.
    pub fn read(bytes: &[u8]) -> Result<Option<Request>, Fault> {
        let mut headers = [httparse::EMPTY_HEADER; MOST_HEADERS];
        let mut head = httparse::Request::new(&mut headers);
        match head.parse(bytes) {
            Ok(Status::Complete(length)) if length <= LONGEST_HEAD => whole(&head).map(Some),
            Ok(Status::Partial) if bytes.len() < LONGEST_HEAD => Ok(None),
            Ok(_) | Err(httparse::Error::TooManyHeaders) => Err(Fault::TooLong),
            Err(_) => Err(Fault::Malformed),
        }
    }
}

/// What a whole head asks for.
fn whole(head: &httparse::Request) -> Result<Request, Fault> {
    let head_only = match head.method {
        Some("GET") => false,
        Some("HEAD") => true,
        _ => return Err(Fault::NotForReading),
    };
    // Proxies are asked with whole addresses, and this is none.
    let target = head.path.filter(|path| path.starts_with('/')).ok_or(Fault::Malformed)?;
    let path = target.split_once('?').map_or(target, |(path, _)| path).to_owned();
    let mut hosts = head.headers.iter().filter(|header| header.name.eq_ignore_ascii_case("host"));
    let (Some(host), None) = (hosts.next(), hosts.next()) else { return Err(Fault::NoHost) };
    let host = std::str::from_utf8(host.value).map_err(|_| Fault::NoHost)?.trim().to_owned();
    Ok(Request { path, host, head_only })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_request_is_read_once_it_is_whole() {
        let text =
            b"GET /game/7.json?x=1 HTTP/1.1\r\nAccept: */*\r\nhOST: localhost:8017\r\n\r\nmore";
        let whole = text.len() - "more".len();
        for length in 0..whole {
            assert_eq!(Request::read(&text[..length]), Ok(None), "{length}");
        }
        let (path, host) = ("/game/7.json".to_owned(), "localhost:8017".to_owned());
        let request = Request { path, host, head_only: false };
        assert_eq!(Request::read(&text[..whole]), Ok(Some(request.clone())));
        assert_eq!(Request::read(text), Ok(Some(request)));
        let head = Request::read(b"HEAD / HTTP/1.0\r\nHost: x\r\n\r\n").unwrap().unwrap();
        assert!(head.head_only);
    }

    #[test]
    fn what_is_no_request_for_reading_is_refused_with_the_reason() {
        let long = format!("GET / HTTP/1.1\r\nHost: x\r\nA: {}", "a".repeat(LONGEST_HEAD));
        let many = format!("GET / HTTP/1.1\r\n{}\r\n", "A: b\r\n".repeat(MOST_HEADERS + 1));
        for (text, fault) in [
            ("POST / HTTP/1.1\r\nHost: x\r\n\r\n", Fault::NotForReading),
            ("OPTIONS * HTTP/1.1\r\nHost: x\r\n\r\n", Fault::NotForReading),
            ("GET http://x/ HTTP/1.1\r\nHost: x\r\n\r\n", Fault::Malformed),
            ("GET / HTTP/1.1\r\n\r\n", Fault::NoHost),
            ("GET / HTTP/1.1\r\nHost: x\r\nHost: y\r\n\r\n", Fault::NoHost),
            ("\u{16}\u{3}\u{1}\0", Fault::Malformed),
            ("GET /\0 HTTP/1.1\r\n", Fault::Malformed),
            (&long, Fault::TooLong),
            (&many, Fault::TooLong),
            (&format!("{long}\r\n\r\n"), Fault::TooLong),
        ] {
            let text_start: String = text.chars().take(60).collect();
            assert_eq!(Request::read(text.as_bytes()), Err(fault), "{text_start}");
        }
    }
}
