//! Who may be asked for: a browser that was led here by a foreign name must learn nothing.

use std::net::IpAddr;

/// The names that the page answers to.
///
/// A page elsewhere can have its own name point at this machine (DNS rebinding) and would then read what is
/// here as if it were its own. Addresses cannot be bent in this way, so that those of this machine are
/// always allowed; names only if they are known.
#[derive(Clone, Debug, Default)]
pub struct Hosts {
    names: Vec<String>,
}

impl Hosts {
    /// These names in small letters, beside `localhost` and addresses.
    pub fn new(names: Vec<String>) -> Hosts {
        Hosts { names }
    }

    /// Whether a request for `host` (a header: a name or an address, and perhaps a port) that came to the
    /// address `local` is meant for this page. Ports are not looked at: a tunnel may have another one.
    pub fn allow(&self, host: &str, local: IpAddr) -> bool {
        let Some(name) = without_port(host) else { return false };
        match name.parse::<IpAddr>() {
            Ok(address) => {
                let address = address.to_canonical();
                address.is_loopback() || address == local.to_canonical()
            }
            Err(_) => {
                let is = |known: &str| known.eq_ignore_ascii_case(name);
                is("localhost") || self.names.iter().any(|known| is(known))
            }
        }
    }
}

/// The name or the address in a header `Host`; `None` if it is none.
fn without_port(host: &str) -> Option<&str> {
    let (name, port) = match host.strip_prefix('[') {
        Some(rest) => rest.split_once(']')?,
        None => host.find(':').map_or((host, ""), |at| host.split_at(at)),
    };
    let is_port = port.is_empty()
        || port.strip_prefix(':').is_some_and(|digits| digits.parse::<u16>().is_ok());
    Some(name).filter(|name| is_port && !name.is_empty())
}

#[cfg(test)]
mod tests {
    use std::net::{Ipv4Addr, Ipv6Addr};

    use super::*;

    #[test]
    fn addresses_of_this_machine_localhost_and_listed_names_are_answered_to() {
        let hosts = Hosts::new(vec!["chess.example".to_owned()]);
        let local = IpAddr::V4(Ipv4Addr::new(192, 168, 1, 9));
        for host in [
            "127.0.0.1:8017",
            "127.0.0.1",
            "[::1]:8017",
            "localhost:9000",
            "LocalHost",
            "192.168.1.9:8017",
            "[::ffff:192.168.1.9]:8017",
            "chess.example",
            "Chess.Example:443",
        ] {
            assert!(hosts.allow(host, local), "{host}");
        }
        assert!(hosts.allow("[fe80::2]:1", IpAddr::V6(Ipv6Addr::new(0xfe80, 0, 0, 0, 0, 0, 0, 2))));
    }

    #[test]
    fn other_names_and_addresses_are_not() {
        let hosts = Hosts::new(vec!["chess.example".to_owned()]);
        for host in [
            "",
            ":8017",
            "evil.example",
            "evil.example:8017",
            "127.0.0.1.evil.example",
            "localhost.evil.example",
            "evil.example#localhost",
            "user@localhost",
            "localhost:80:90",
            "localhost:99999",
            "localhost:x",
            "[::1",
            "[::1]x",
            "192.168.1.10",
            "notchess.example",
            "localhost, evil.example",
        ] {
            assert!(!hosts.allow(host, IpAddr::V4(Ipv4Addr::LOCALHOST)), "{host}");
        }
    }
}
