//! Colours that people with colour-blindness can tell apart.

/// A colour of a picture, as red, green and blue.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Color(pub [u8; 3]);

impl Color {
    /// The colours of Okabe and Ito, for series; their yellow is too bright for white ground.
    pub const BLUE: Color = Color([0x00, 0x72, 0xB2]);
    /// See `BLUE`.
    pub const VERMILION: Color = Color([0xD5, 0x5E, 0x00]);
    /// See `BLUE`.
    pub const GREEN: Color = Color([0x00, 0x9E, 0x73]);
    /// See `BLUE`.
    pub const ORANGE: Color = Color([0xE6, 0x9F, 0x00]);
    /// See `BLUE`.
    pub const SKY: Color = Color([0x56, 0xB4, 0xE9]);
    /// See `BLUE`.
    pub const PURPLE: Color = Color([0xCC, 0x79, 0xA7]);
    /// For what things are compared with.
    pub const GREY: Color = Color([0x77, 0x77, 0x77]);
    /// Text.
    pub const INK: Color = Color([0x22, 0x22, 0x22]);
    /// Lines of the grid.
    pub const FAINT: Color = Color([0xE4, 0xE4, 0xE4]);
    /// The ground.
    pub const PAPER: Color = Color([0xFF, 0xFF, 0xFF]);

    /// The colours for series, in the order in which they are best told apart.
    pub const SERIES: [Color; 6] =
        [Color::BLUE, Color::VERMILION, Color::GREEN, Color::PURPLE, Color::ORANGE, Color::SKY];

    /// The colour of a value from 0 (dark) to 1 (bright) on a scale that is even to the eye: viridis.
    pub fn on_scale(value: f64) -> Color {
        let place = value.clamp(0.0, 1.0) * (VIRIDIS.len() - 1) as f64;
        let below = (place as usize).min(VIRIDIS.len() - 2);
        let part = place - below as f64;
        let [from, to] = [VIRIDIS[below], VIRIDIS[below + 1]];
        Color(std::array::from_fn(|i| {
            (f64::from(from[i]) + part * (f64::from(to[i]) - f64::from(from[i]))).round() as u8
        }))
    }

    /// Black or white, whichever is read better on this colour.
    pub fn readable(self) -> Color {
        let [red, green, blue] = self.0.map(f64::from);
        let bright = 0.299 * red + 0.587 * green + 0.114 * blue > 140.0;
        if bright { Color::INK } else { Color::PAPER }
    }

    /// The colour as SVG writes it.
    pub(super) fn hex(self) -> String {
        let [red, green, blue] = self.0;
        format!("#{red:02x}{green:02x}{blue:02x}")
    }
}

/// Points of the scale viridis, evenly spaced.
const VIRIDIS: [[u8; 3]; 9] = [
    [68, 1, 84],
    [71, 45, 123],
    [59, 82, 139],
    [44, 114, 142],
    [33, 145, 140],
    [40, 174, 128],
    [94, 201, 98],
    [173, 220, 48],
    [253, 231, 37],
];
