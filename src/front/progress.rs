//! The bar that long work shows on standard error, if a person is there to see it.

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

/// A bar of so many steps, `wide` characters long; it names `steps` behind their count, how long the
/// rest will take, and the message set last.
pub fn bar(length: u64, wide: usize, steps: &str) -> ProgressBar {
    let bar = ProgressBar::with_draw_target(Some(length), ProgressDrawTarget::stderr_with_hz(2));
    let template = format!("{{bar:{wide}}} {{pos}}/{{len}}{steps}, {{eta}} left: {{msg}}");
    if let Ok(style) = ProgressStyle::with_template(&template) {
        bar.set_style(style);
    }
    bar
}
