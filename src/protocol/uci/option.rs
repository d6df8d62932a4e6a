//! How the engine's own options are announced.

use crate::options::{Kind, Spec, Value};

/// How a text without characters is written.
pub(super) const EMPTY: &str = "<empty>";

/// The line that announces an option with its present value, if this protocol has it. All kinds of
/// text are one kind here.
pub(super) fn announcement(spec: &Spec, value: &Value) -> Option<String> {
    let name = spec.uci.as_ref()?;
    let value = Some(value.to_string()).filter(|text| !text.is_empty());
    let value = value.unwrap_or_else(|| EMPTY.to_owned());
    let kind = match &spec.kind {
        Kind::Button => "button".to_owned(),
        Kind::Check { .. } => format!("check default {value}"),
        Kind::Spin { min, max, .. } => format!("spin default {value} min {min} max {max}"),
        Kind::Combo { choices, .. } => {
            format!("combo default {value} var {}", choices.join(" var "))
        }
        _ => format!("string default {value}"),
    };
    Some(format!("option name {name} type {kind}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_are_announced_as_the_protocol_has_them() {
        let of = |kind, value| {
            let spec = Spec {
                id: "an_x".to_owned(),
                kind,
                cecp: None,
                uci: Some("An X".to_owned()),
                unit: String::new(),
                help: String::new(),
            };
            announcement(&spec, &value).expect("it has a name")
        };
        let text = |text: &str| Value::Text(text.to_owned());
        let spin = Kind::Spin { default: 20, min: 0, max: 5000 };
        let line = of(spin, Value::Spin(30));
        assert_eq!(line, "option name An X type spin default 30 min 0 max 5000");
        let choices = vec!["fixed".to_owned(), "rival".to_owned()];
        let combo = Kind::Combo { default: "fixed".to_owned(), choices };
        let line = of(combo, text("rival"));
        assert_eq!(line, "option name An X type combo default rival var fixed var rival");
        let check = Kind::Check { default: false };
        let line = of(check, Value::Check(true));
        assert_eq!(line, "option name An X type check default true");
        let string = Kind::String { default: String::new() };
        let line = of(string.clone(), text(""));
        assert_eq!(line, "option name An X type string default <empty>");
        assert_eq!(of(string, text("a b")), "option name An X type string default a b");
        assert_eq!(of(Kind::Button, Value::Nothing), "option name An X type button");
    }

    #[test]
    fn an_option_without_a_name_in_this_protocol_is_not_announced() {
        let spec = Spec {
            id: "x".to_owned(),
            kind: Kind::Button,
            cecp: Some("x".to_owned()),
            uci: None,
            unit: String::new(),
            help: String::new(),
        };
        assert_eq!(announcement(&spec, &Value::Nothing), None);
    }
}
