//! Axes: from values to places, and the values that are written beside them.

/// How values lie along an axis.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Scale {
    /// Evenly.
    #[default]
    Linear,
    /// By their logarithm; for values above zero.
    Logarithmic,
    /// Evenly; they are seconds and shown as on a clock.
    Clock,
}

/// An axis of a chart.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Axis {
    /// What it shows, with its unit; may be empty.
    pub label: String,
    /// How values lie along it.
    pub scale: Scale,
    /// The least and the greatest value; by the data if left out.
    pub range: Option<(f64, f64)>,
    /// Names of values, which are written instead of round values; on the left as much space is left for them.
    pub names: Vec<(f64, String)>,
}

impl Axis {
    /// An even axis as wide as the data.
    pub fn new(label: impl Into<String>) -> Axis {
        Axis { label: label.into(), ..Axis::default() }
    }

    /// The same axis for values between these.
    pub fn within(self, low: f64, high: f64) -> Axis {
        Axis { range: Some((low, high)), ..self }
    }

    /// The same axis with names of values in place of round values.
    pub fn named(self, names: impl IntoIterator<Item = (f64, String)>) -> Axis {
        Axis { names: names.into_iter().collect(), ..self }
    }

    /// The same axis on another scale.
    pub fn on(self, scale: Scale) -> Axis {
        Axis { scale, ..self }
    }

    /// What is written along it, once its ends are known.
    pub(super) fn ticks(&self, span: &Span) -> Vec<(f64, String)> {
        if self.names.is_empty() { span.ticks() } else { self.names.clone() }
    }
}

/// An axis whose ends are known.
#[derive(Clone, Copy, Debug)]
pub(super) struct Span {
    pub low: f64,
    pub high: f64,
    scale: Scale,
}

/// As many values are written along an axis, about.
const TICKS: f64 = 6.0;
/// Steps of a clock, in seconds; above an hour it goes on in hours.
const CLOCK_STEPS: [f64; 13] =
    [0.1, 0.2, 0.5, 1.0, 2.0, 5.0, 10.0, 30.0, 60.0, 120.0, 300.0, 600.0, 1_800.0];

impl Span {
    /// The axis for these values; `rounded` moves its ends to values that are written.
    pub fn new(axis: &Axis, values: impl Iterator<Item = f64>, rounded: bool) -> Span {
        let scale = axis.scale;
        let usable =
            |value: &f64| value.is_finite() && (scale != Scale::Logarithmic || *value > 0.0);
        let ends = values.filter(usable).fold(None, |ends: Option<(f64, f64)>, value| {
            Some(ends.map_or((value, value), |(low, high)| (low.min(value), high.max(value))))
        });
        let (low, high) = axis.range.or(ends).unwrap_or((0.0, 1.0));
        let mut span = Span { low, high, scale };
        if span.high <= span.low {
            span.high = if scale == Scale::Logarithmic { low * 10.0 } else { low + 1.0 };
        }
        if rounded && axis.range.is_none() && scale != Scale::Logarithmic {
            let step = span.step();
            span.low = (span.low / step + 1e-9).floor() * step;
            span.high = (span.high / step - 1e-9).ceil() * step;
        }
        span
    }

    /// Where a value lies, from 0 to 1; beyond the ends at the ends.
    pub fn place(&self, value: f64) -> f64 {
        let part = match self.scale {
            Scale::Logarithmic => (value / self.low).ln() / (self.high / self.low).ln(),
            Scale::Linear | Scale::Clock => (value - self.low) / (self.high - self.low),
        };
        part.clamp(0.0, 1.0)
    }

    /// The distance of two values that are written.
    fn step(&self) -> f64 {
        let rough = (self.high - self.low) / TICKS;
        let hour = 3_600.0;
        match self.scale {
            Scale::Clock if rough <= hour => {
                CLOCK_STEPS.into_iter().find(|&step| step >= rough).unwrap_or(hour)
            }
            Scale::Clock => hour * even(rough / hour),
            Scale::Linear | Scale::Logarithmic => even(rough),
        }
    }

    /// The values that are written, with their texts.
    pub fn ticks(&self) -> Vec<(f64, String)> {
        if self.scale == Scale::Logarithmic {
            return self.decades();
        }
        let step = self.step();
        let first = (self.low / step - 1e-9).ceil();
        let last = (self.high / step + 1e-9).floor();
        let count = (last - first).clamp(0.0, 50.0) as u32;
        let values = (0..=count).map(|i| (first + f64::from(i)) * step);
        values.map(|value| (value, self.text(value, step))).collect()
    }

    /// Powers of ten, and where there are few of them their doubles and halves as well.
    fn decades(&self) -> Vec<(f64, String)> {
        let wide = (self.high / self.low).log10() > 2.5;
        let first = self.low.log10().floor() as i32;
        let last = self.high.log10().ceil() as i32;
        let parts: &[f64] = if wide { &[1.0] } else { &[1.0, 2.0, 5.0] };
        let values =
            (first..=last).flat_map(|power| parts.iter().map(move |p| p * 10f64.powi(power)));
        let inside = |value: &f64| (self.low * 0.999..=self.high * 1.001).contains(value);
        values.filter(inside).map(|value| (value, plain(value, value))).collect()
    }

    /// A value as it is written beside others at this distance.
    fn text(&self, value: f64, step: f64) -> String {
        if self.scale == Scale::Clock { clock(value) } else { plain(value, step) }
    }

    /// A value by itself, as it is told to those who point at it.
    pub fn told(&self, value: f64) -> String {
        if self.scale == Scale::Clock {
            clock(value)
        } else {
            plain((value * 1e3).round() / 1e3, 0.0)
        }
    }
}

/// The next of 1, 2, 5, 10 ... that is not smaller.
fn even(rough: f64) -> f64 {
    let power = 10f64.powf(rough.log10().floor());
    let steps = [1.0, 2.0, 5.0, 10.0].map(|step| step * power);
    steps.into_iter().find(|&step| step >= rough * 0.999).unwrap_or(rough)
}

/// A number with as many decimals as numbers at this distance need; with all its own at distance 0.
fn plain(value: f64, step: f64) -> String {
    let value = if value == 0.0 { 0.0 } else { value };
    let decimals = if step > 0.0 { (-(step * 1.001).log10().floor()).max(0.0) as usize } else { 3 };
    let text = format!("{value:.decimals$}");
    let text = match text.contains('.') && step == 0.0 {
        true => text.trim_end_matches('0').trim_end_matches('.'),
        false => &text,
    };
    text.replace('-', "\u{2212}")
}

/// Seconds as on a clock: `0:07`, `4:49`, `1:00:00`; tenths where there are any.
pub(super) fn clock(seconds: f64) -> String {
    let sign = if seconds < -0.05 { "\u{2212}" } else { "" };
    let tenths = (seconds.abs() * 10.0).round() as u64;
    let (whole, tenths) = (tenths / 10, tenths % 10);
    let (hours, minutes, rest) = (whole / 3_600, whole / 60 % 60, whole % 60);
    let fraction = if tenths == 0 { String::new() } else { format!(".{tenths}") };
    match hours {
        0 => format!("{sign}{minutes}:{rest:02}{fraction}"),
        _ => format!("{sign}{hours}:{minutes:02}:{rest:02}{fraction}"),
    }
}
