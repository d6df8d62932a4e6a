//! A table of numbers as a picture.

use super::{
    color::Color,
    figure::{heading, heading_height},
    svg::{Anchor, Canvas, Font},
};

/// A table whose cells are the brighter, the greater their number is.
#[derive(Clone, Debug, PartialEq)]
pub struct HeatMap {
    /// What it shows.
    pub title: String,
    /// A sentence about it; may be empty.
    pub subtitle: String,
    /// Names of the rows, from above.
    pub rows: Vec<String>,
    /// Names of the columns, from the left.
    pub columns: Vec<String>,
    /// The numbers, row by row; a cell without one stays empty.
    pub values: Vec<Vec<Option<f64>>>,
    /// Decimals that are written.
    pub decimals: usize,
    /// The numbers at the dark and the bright end; the least and the greatest if left out.
    pub range: Option<(f64, f64)>,
}

/// Width of a cell at least, and its height, in points.
const CELL: (f64, f64) = (58.0, 26.0);
const MARGIN: f64 = 14.0;
/// Height of the names of the columns, and of the scale below.
const NAMES: f64 = 22.0;
const SCALE: f64 = 44.0;

impl HeatMap {
    /// The table as an SVG file.
    pub fn to_svg(&self) -> String {
        let font = Font::plain(11.5);
        let widest =
            |names: &[String]| names.iter().map(|name| font.width(name)).fold(0.0, f64::max);
        let left = MARGIN + widest(&self.rows) + 10.0;
        let cell = (widest(&self.columns) + 12.0).max(CELL.0);
        let top = heading_height(&self.title, &self.subtitle) + NAMES;
        let table = (self.columns.len() as f64 * cell, self.rows.len() as f64 * CELL.1);
        let text = Font { bold: true, ..Font::plain(16.0) }.width(&self.title);
        let wide = (left + table.0).max(text).max(Font::plain(12.0).width(&self.subtitle) + MARGIN);
        let mut canvas = Canvas::new(wide + MARGIN, top + table.1 + SCALE);
        heading(&mut canvas, &self.title, &self.subtitle);
        for (column, name) in self.columns.iter().enumerate() {
            let place = (left + (column as f64 + 0.5) * cell, top - 7.0);
            canvas.text(place, Font { anchor: Anchor::Middle, ..font }, name);
        }
        for (row, (name, values)) in self.rows.iter().zip(&self.values).enumerate() {
            let y = top + row as f64 * CELL.1;
            let place = (left - 8.0, y + CELL.1 / 2.0 + 4.0);
            canvas.text(place, Font { anchor: Anchor::End, ..font }, name);
            for (column, value) in values.iter().enumerate() {
                let Some(value) = value.filter(|value| value.is_finite()) else { continue };
                let tip = format!("{name}, {}", self.columns.get(column).map_or("", |name| name));
                self.cell(&mut canvas, (left + column as f64 * cell, y), cell, value, &tip);
            }
        }
        self.scale(&mut canvas, (left, top + table.1 + 14.0));
        canvas.finish(&self.title)
    }

    /// The numbers at both ends of the scale.
    fn ends(&self) -> (f64, f64) {
        let values = || self.values.iter().flatten().flatten().copied().filter(|v| v.is_finite());
        let least = values().fold(f64::INFINITY, f64::min);
        let most = values().fold(f64::NEG_INFINITY, f64::max);
        self.range.unwrap_or(if least <= most { (least, most) } else { (0.0, 1.0) })
    }

    fn cell(&self, canvas: &mut Canvas, (x, y): (f64, f64), width: f64, value: f64, tip: &str) {
        let (low, high) = self.ends();
        let color = Color::on_scale((value - low) / (high - low).max(f64::MIN_POSITIVE));
        let text = format!("{value:.*}", self.decimals);
        canvas.rectangle((x, y), (width - 1.0, CELL.1 - 1.0), color, &format!("{tip}: {text}"));
        let font = Font { anchor: Anchor::Middle, color: color.readable(), ..Font::plain(11.5) };
        canvas.text((x + width / 2.0, y + CELL.1 / 2.0 + 4.0), font, &text);
    }

    /// The colours with the numbers at their ends.
    fn scale(&self, canvas: &mut Canvas, (x, y): (f64, f64)) {
        const PARTS: u32 = 60;
        let (low, high) = self.ends();
        for part in 0..PARTS {
            let color = Color::on_scale(f64::from(part) / f64::from(PARTS - 1));
            canvas.rectangle((x + 2.0 * f64::from(part), y), (2.2, 8.0), color, "");
        }
        let font = Font { color: Color::GREY, ..Font::plain(10.5) };
        canvas.text((x, y + 20.0), font, &format!("{low:.*}", self.decimals));
        let place = (x + 2.0 * f64::from(PARTS), y + 20.0);
        canvas.text(
            place,
            Font { anchor: Anchor::End, ..font },
            &format!("{high:.*}", self.decimals),
        );
    }
}
