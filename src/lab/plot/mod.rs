//! Pictures of measurements as SVG: charts in panels, and heat maps.
//!
//! A picture is described and then written: `Figure { .. }.to_svg()`, `HeatMap { .. }.to_svg()`. Colours
//! can be told apart by people with colour-blindness, and no font is needed to write one. (The crate
//! plotters rounds lines to whole points and puts legends upon the data; this is short enough to have.)

mod axis;
mod chart;
mod color;
mod figure;
mod heat_map;
mod label;
mod svg;
#[cfg(test)]
mod tests;

pub use axis::{Axis, Scale};
pub use chart::{Mark, Panel, Series};
pub use color::Color;
pub use figure::Figure;
pub use heat_map::HeatMap;
pub use label::Note;
