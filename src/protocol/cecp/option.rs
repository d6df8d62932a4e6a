//! How the engine's own options are announced.

use crate::options::{Kind, Spec, Value};

/// The line that announces an option with its present value, if this protocol has it.
pub(super) fn feature(spec: &Spec, value: &Value) -> Option<String> {
    let name = spec.cecp.as_ref()?;
    let kind = match &spec.kind {
        Kind::Check { .. } => format!("-check {}", u8::from(*value == Value::Check(true))),
        Kind::Spin { min, max, .. } => format!("-spin {value} {min} {max}"),
        Kind::Combo { choices, .. } => format!("-combo {}", combo(&value.to_string(), choices)),
        Kind::String { .. } => format!("-string {value}"),
        Kind::File { .. } => format!("-file {value}"),
        Kind::Path { .. } => format!("-path {value}"),
        Kind::Button => "-button".to_owned(),
    };
    Some(format!("feature option=\"{name} {kind}\""))
}

/// The choices with a star before the one in force.
fn combo(present: &str, choices: &[String]) -> String {
    let starred: Vec<String> = choices
        .iter()
        .map(|choice| if choice == present { format!("*{choice}") } else { choice.clone() })
        .collect();
    starred.join(" /// ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_are_announced_as_xboard_reads_them() {
        let of = |kind, value| {
            let (unit, help) = (String::new(), String::new());
            let (id, cecp) = ("an_x".to_owned(), Some("x".to_owned()));
            let spec = Spec { id, kind, cecp, uci: None, unit, help };
            feature(&spec, &value).expect("it has a name")
        };
        let spin = Kind::Spin { default: 20, min: 0, max: 5000 };
        assert_eq!(of(spin, Value::Spin(30)), r#"feature option="x -spin 30 0 5000""#);
        let choices = vec!["fixed".to_owned(), "rival".to_owned()];
        let combo = Kind::Combo { default: "fixed".to_owned(), choices };
        let rival = Value::Text("rival".to_owned());
        assert_eq!(of(combo, rival), r#"feature option="x -combo fixed /// *rival""#);
        let check = Kind::Check { default: false };
        assert_eq!(of(check, Value::Check(true)), r#"feature option="x -check 1""#);
        let string = Kind::String { default: String::new() };
        assert_eq!(of(string, Value::Text(String::new())), r#"feature option="x -string ""#);
        let file = Kind::File { default: String::new() };
        assert_eq!(of(file, Value::Text("a b".into())), r#"feature option="x -file a b""#);
        let path = Kind::Path { default: String::new() };
        assert_eq!(of(path, Value::Text("/a:/b".into())), r#"feature option="x -path /a:/b""#);
        assert_eq!(of(Kind::Button, Value::Nothing), r#"feature option="x -button""#);
    }
}
