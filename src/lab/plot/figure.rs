//! Charts on one sheet.

use super::{
    chart::Panel,
    color::Color,
    svg::{Canvas, Font},
};

/// Charts on one sheet, in rows from left to right.
#[derive(Clone, Debug, PartialEq)]
pub struct Figure {
    /// What it shows, in bold.
    pub title: String,
    /// A sentence about it; may be empty.
    pub subtitle: String,
    /// How many charts stand side by side, at least one.
    pub columns: usize,
    /// The charts.
    pub panels: Vec<Panel>,
}

/// Width of a sheet, in points, and its margin.
const WIDTH: f64 = 860.0;
const MARGIN: f64 = 14.0;
/// Space between two rows.
const GAP: f64 = 12.0;

impl Figure {
    /// A sheet with charts one above the other.
    pub fn new(title: impl Into<String>, panels: Vec<Panel>) -> Figure {
        Figure { title: title.into(), subtitle: String::new(), columns: 1, panels }
    }

    /// The sheet as an SVG file.
    pub fn to_svg(&self) -> String {
        let columns = self.columns.max(1);
        let width = (WIDTH - 2.0 * MARGIN) / columns as f64;
        let rows: Vec<&[Panel]> = self.panels.chunks(columns).collect();
        let height = |row: &[Panel]| {
            row.iter().map(|panel| panel.full_height(width)).fold(0.0, f64::max) + GAP
        };
        let head = heading_height(&self.title, &self.subtitle);
        let total = head + rows.iter().map(|row| height(row)).sum::<f64>() + MARGIN;
        let mut canvas = Canvas::new(WIDTH, total);
        heading(&mut canvas, &self.title, &self.subtitle);
        let mut top = head;
        for row in rows {
            for (column, panel) in row.iter().enumerate() {
                panel.draw(&mut canvas, (MARGIN + column as f64 * width, top), width);
            }
            top += height(row);
        }
        canvas.finish(&self.title)
    }
}

/// Height of title and subtitle.
pub(super) fn heading_height(title: &str, subtitle: &str) -> f64 {
    let line = |text: &str, height| if text.is_empty() { 0.0 } else { height };
    MARGIN + line(title, 24.0) + line(subtitle, 20.0)
}

/// Writes title and subtitle.
pub(super) fn heading(canvas: &mut Canvas, title: &str, subtitle: &str) {
    let base = heading_height(title, "");
    if !title.is_empty() {
        canvas.text((MARGIN, base - 7.0), Font { bold: true, ..Font::plain(16.0) }, title);
    }
    if !subtitle.is_empty() {
        let font = Font { color: Color::GREY, ..Font::plain(12.0) };
        canvas.text((MARGIN, base + 10.0), font, subtitle);
    }
}
