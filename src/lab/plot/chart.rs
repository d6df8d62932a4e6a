//! A chart: series of points between two axes, with a legend above.

use super::{
    axis::{Axis, Span},
    color::Color,
    label::{Label, Note},
    svg::{Anchor, Canvas, Font, Place, Stroke},
};

/// How a series is drawn.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Mark {
    /// A line from point to point; a point that is no number makes a gap.
    Line,
    /// The same in dashes, for what is expected or said elsewhere.
    Dashes,
    /// The same in dots.
    Dots,
    /// A line that stays at each value until the next point.
    Steps,
    /// A disc for each point.
    Discs,
    /// A ring for each point.
    Rings,
    /// Bars from zero, their left edges and widths given from the point on, in units of the x axis.
    Bars {
        /// From the point to the left edge.
        from: f64,
        /// The width.
        width: f64,
    },
    /// Bars to the right from zero, one for each whole number on the y axis.
    Rows,
}

/// Points that belong together.
#[derive(Clone, Debug, PartialEq)]
pub struct Series {
    /// Its name in the legend; without one it is not there.
    pub name: String,
    /// Its colour.
    pub color: Color,
    /// How it is drawn.
    pub mark: Mark,
    /// The points.
    pub points: Vec<(f64, f64)>,
    /// Between which values each point may lie in truth, as far as that is known: a band around a line,
    /// a whisker through a disc.
    pub between: Vec<(f64, f64)>,
}

impl Series {
    /// Points that are exact.
    pub fn new(
        name: impl Into<String>,
        color: Color,
        mark: Mark,
        points: impl IntoIterator<Item = (f64, f64)>,
    ) -> Series {
        let points = points.into_iter().collect();
        Series { name: name.into(), color, mark, points, between: Vec::new() }
    }

    /// The same points with the values each may lie between, in their order.
    pub fn between(self, between: impl IntoIterator<Item = (f64, f64)>) -> Series {
        Series { between: between.into_iter().collect(), ..self }
    }
}

/// A chart.
#[derive(Clone, Debug, PartialEq)]
pub struct Panel {
    /// What it shows; may be empty.
    pub title: String,
    /// The axis below.
    pub x: Axis,
    /// The axis on the left.
    pub y: Axis,
    /// Height of the space for the data, in points.
    pub height: f64,
    /// What is drawn, one upon the other.
    pub series: Vec<Series>,
    /// Words about points.
    pub notes: Vec<Note>,
}

impl Panel {
    /// A chart without data of the usual height.
    pub fn new(title: impl Into<String>, x: Axis, y: Axis) -> Panel {
        Panel { title: title.into(), x, y, height: 240.0, series: Vec::new(), notes: Vec::new() }
    }

    /// Height of everything, in points, in a place that is so wide.
    pub(super) fn full_height(&self, width: f64) -> f64 {
        self.head(width) + self.height + BELOW + if self.x.label.is_empty() { 0.0 } else { LINE }
    }

    /// Height of title and legend.
    fn head(&self, width: f64) -> f64 {
        let title = if self.title.is_empty() { 0.0 } else { LINE + 2.0 };
        let rows = self.legend(width).last().map_or(0.0, |(_, (_, row))| row + 1.0);
        title + rows * LINE + 8.0
    }

    /// Space on the left: more than usual where the y axis has long names.
    fn left(&self) -> f64 {
        let names = self.y.names.iter().map(|(_, name)| TICK.width(name) + BESIDE);
        names.fold(LEFT, f64::max)
    }

    /// The named series with their places in the legend: x, and the number of the row.
    fn legend(&self, width: f64) -> Vec<(&Series, Place)> {
        let (mut x, mut row) = (0.0, 0.0);
        let mut entries = Vec::new();
        for series in self.series.iter().filter(|series| !series.name.is_empty()) {
            let needed = KEY + 6.0 + LABEL.width(&series.name) + 18.0;
            if x > 0.0 && x + needed > width - self.left() - RIGHT {
                (x, row) = (0.0, row + 1.0);
            }
            entries.push((series, (x, row)));
            x += needed;
        }
        entries
    }

    /// Draws it with its upper left corner at a place.
    pub(super) fn draw(&self, canvas: &mut Canvas, (left, top): Place, width: f64) {
        let (mut y, inside) = (top, left + self.left());
        if !self.title.is_empty() {
            y += LINE;
            canvas.text((inside, y - 4.0), Font { bold: true, ..Font::plain(13.0) }, &self.title);
        }
        for (series, (x, row)) in self.legend(width) {
            let place = (inside + x, y + (row + 1.0) * LINE - 4.0);
            key(canvas, series, place);
            canvas.text((place.0 + KEY + 6.0, place.1), LABEL, &series.name);
        }
        let frame = Frame {
            left: inside,
            top: top + self.head(width),
            width: width - self.left() - RIGHT,
            height: self.height,
            x: self.span_x(),
            y: self.span_y(),
        };
        self.axes(canvas, &frame, left);
        self.series.iter().for_each(|series| frame.draw(canvas, series));
        let mut taken = self.dots(&frame);
        self.notes.iter().for_each(|note| frame.note(canvas, note, &mut taken));
    }

    /// Where the dots lie, so that no word covers them.
    fn dots(&self, frame: &Frame) -> Vec<Label> {
        let dotted = |series: &&Series| matches!(series.mark, Mark::Discs | Mark::Rings);
        let points = self.series.iter().filter(dotted).flat_map(|series| &series.points);
        points.map(|&point| Label::on_dot(frame.place(point))).collect()
    }

    fn span_x(&self) -> Span {
        let values = self.series.iter().flat_map(|series| {
            let (before, after) = match series.mark {
                Mark::Bars { from, width } => (from, from + width),
                _ => (0.0, 0.0),
            };
            series.points.iter().flat_map(move |(x, _)| [x + before, x + after])
        });
        Span::new(&self.x, values, false)
    }

    fn span_y(&self) -> Span {
        let values = self.series.iter().flat_map(|series| {
            let zero = matches!(series.mark, Mark::Bars { .. }).then_some(0.0);
            let points = series.points.iter().map(|(_, y)| *y);
            points.chain(series.between.iter().flat_map(|(low, high)| [*low, *high])).chain(zero)
        });
        Span::new(&self.y, values, true)
    }

    /// The grid with its values, the axes' labels, and a line at zero if zero is inside.
    fn axes(&self, canvas: &mut Canvas, frame: &Frame, left: f64) {
        let Frame { top, width, height, .. } = *frame;
        let (right, bottom) = (frame.left + width, top + height);
        for (value, text) in self.y.ticks(&frame.y) {
            let y = frame.y_of(value);
            canvas.line(&[(frame.left, y), (right, y)], Stroke::solid(Color::FAINT, 1.0));
            let font = Font { anchor: Anchor::End, ..TICK };
            canvas.text((frame.left - 6.0, y + 3.5), font, &text);
        }
        for (value, text) in self.x.ticks(&frame.x) {
            let x = frame.x_of(value);
            canvas.line(&[(x, top), (x, bottom)], Stroke::solid(Color::FAINT, 1.0));
            let font = Font { anchor: Anchor::Middle, ..TICK };
            canvas.text((x, bottom + 14.0), font, &text);
        }
        let base =
            if (frame.y.low..=frame.y.high).contains(&0.0) { frame.y_of(0.0) } else { bottom };
        canvas.line(&[(frame.left, base), (right, base)], Stroke::solid(Color::GREY, 1.0));
        let font = Font { anchor: Anchor::Middle, color: Color::GREY, ..LABEL };
        canvas.text((frame.left + width / 2.0, bottom + 30.0), font, &self.x.label);
        let font = Font { upright: true, ..font };
        canvas.text((left + 13.0, top + height / 2.0), font, &self.y.label);
    }
}

/// Where data lie on the picture.
struct Frame {
    left: f64,
    top: f64,
    width: f64,
    height: f64,
    x: Span,
    y: Span,
}

impl Frame {
    fn x_of(&self, value: f64) -> f64 {
        self.left + self.width * self.x.place(value)
    }

    fn y_of(&self, value: f64) -> f64 {
        self.top + self.height * (1.0 - self.y.place(value))
    }

    fn place(&self, (x, y): (f64, f64)) -> Place {
        (self.x_of(x), self.y_of(y))
    }

    fn draw(&self, canvas: &mut Canvas, series: &Series) {
        let Series { name, color, mark, points, between } = series;
        match mark {
            Mark::Line | Mark::Dashes | Mark::Dots | Mark::Steps => {
                self.band(canvas, points, between, *color);
                for part in points.split(|(x, y)| !(x.is_finite() && y.is_finite())) {
                    let places =
                        if *mark == Mark::Steps { self.steps(part) } else { self.line(part) };
                    canvas.line(&places, stroke(*mark, *color));
                }
            }
            Mark::Discs | Mark::Rings => {
                self.whiskers(canvas, points, between, *color);
                for &(x, y) in points.iter().filter(|(x, y)| x.is_finite() && y.is_finite()) {
                    let tip = self.tip(name, x, y);
                    canvas.disc(self.place((x, y)), 3.2, *color, *mark == Mark::Rings, &tip);
                }
            }
            Mark::Bars { from, width } => {
                for &(x, y) in points.iter().filter(|(x, y)| x.is_finite() && y.is_finite()) {
                    let (left, right) = (self.x_of(x + from), self.x_of(x + from + width));
                    let (zero, end) = (self.y_of(0.0), self.y_of(y));
                    let (corner, size) =
                        ((left, zero.min(end)), (right - left, (zero - end).abs()));
                    canvas.rectangle(corner, size, *color, &self.tip(name, x, y));
                }
            }
            Mark::Rows => {
                for &(x, y) in points.iter().filter(|(x, y)| x.is_finite() && y.is_finite()) {
                    let (zero, end) = (self.x_of(0.0), self.x_of(x));
                    let (top, bottom) = (self.y_of(y + ROW / 2.0), self.y_of(y - ROW / 2.0));
                    let size = ((end - zero).abs(), bottom - top);
                    canvas.rectangle((zero.min(end), top), size, *color, &self.x.told(x));
                }
            }
        }
    }

    fn tip(&self, name: &str, x: f64, y: f64) -> String {
        format!("{name} {}: {}", self.x.told(x), self.y.told(y)).trim_start().to_owned()
    }

    fn line(&self, points: &[(f64, f64)]) -> Vec<Place> {
        points.iter().map(|&point| self.place(point)).collect()
    }

    fn steps(&self, points: &[(f64, f64)]) -> Vec<Place> {
        let corners = points.windows(2).flat_map(|pair| [pair[0], (pair[1].0, pair[0].1)]);
        corners.chain(points.last().copied()).map(|point| self.place(point)).collect()
    }

    /// A band around a line, where its width is known.
    fn band(
        &self,
        canvas: &mut Canvas,
        points: &[(f64, f64)],
        between: &[(f64, f64)],
        color: Color,
    ) {
        let known: Vec<_> = points
            .iter()
            .zip(between)
            .filter(|((x, _), (low, high))| x.is_finite() && low.is_finite() && high.is_finite())
            .collect();
        let above = known.iter().map(|((x, _), (_, high))| self.place((*x, *high)));
        let below = known.iter().rev().map(|((x, _), (low, _))| self.place((*x, *low)));
        let edge: Vec<Place> = above.chain(below).collect();
        if !edge.is_empty() {
            canvas.area(&edge, color);
        }
    }

    fn whiskers(
        &self,
        canvas: &mut Canvas,
        points: &[(f64, f64)],
        between: &[(f64, f64)],
        color: Color,
    ) {
        for ((x, _), (low, high)) in points.iter().zip(between) {
            if x.is_finite() && low.is_finite() && high.is_finite() {
                let ends = [self.place((*x, *low)), self.place((*x, *high))];
                canvas.line(&ends, Stroke::solid(color, 1.2));
            }
        }
    }

    /// A word above its point, turned inwards near the edges, and moved up or down as far as it would lie upon
    /// another one; a line leads there.
    fn note(&self, canvas: &mut Canvas, note: &Note, taken: &mut Vec<Label>) {
        let (x, y) = self.place(note.at);
        let font = Font { halo: true, ..LABEL };
        let half = font.width(&note.text) / 2.0;
        let (anchor, x, left) = match x {
            x if x - half < self.left => (Anchor::Start, x - 4.0, x - 4.0),
            x if x + half > self.left + self.width => (Anchor::End, x + 4.0, x + 4.0 - 2.0 * half),
            x => (Anchor::Middle, x, x - half),
        };
        let lifted = note.above.map_or(y, |value| self.y_of(value).min(y));
        let wanted = (lifted - 7.0).max(self.top + font.size - 2.0);
        let label = Label { left, right: left + 2.0 * half, base: wanted };
        let label = label.free(taken, (self.top + font.size - 2.0, self.top + self.height - 2.0));
        let middle = self.x_of(note.at.0);
        let ends = if label.base < y - 17.0 {
            Some((y - 2.0, label.base + 2.0))
        } else {
            (label.base > y + font.size).then_some((y + 4.0, label.base - font.size + 2.0))
        };
        if let Some((from, to)) = ends {
            canvas.line(&[(middle, from), (middle, to)], Stroke::solid(Color::GREY, 0.8));
        }
        canvas.text((x, label.base), Font { anchor, ..font }, &note.text);
        taken.push(label);
    }
}

/// The sample of a series in the legend, on the line of its text.
fn key(canvas: &mut Canvas, series: &Series, (x, y): Place) {
    let middle = y - 4.0;
    match series.mark {
        Mark::Discs | Mark::Rings => {
            let hollow = series.mark == Mark::Rings;
            canvas.disc((x + KEY / 2.0, middle), 3.2, series.color, hollow, "");
        }
        Mark::Bars { .. } | Mark::Rows => {
            canvas.rectangle((x + KEY / 2.0 - 5.0, middle - 5.0), (10.0, 10.0), series.color, "");
        }
        mark => canvas.line(&[(x, middle), (x + KEY, middle)], stroke(mark, series.color)),
    }
}

fn stroke(mark: Mark, color: Color) -> Stroke {
    let dashes = match mark {
        Mark::Dashes => "6 4",
        Mark::Dots => "1.5 3",
        _ => "",
    };
    Stroke { color, width: 1.8, dashes }
}

/// Space beside the data, for the values of the axes.
const LEFT: f64 = 66.0;
const RIGHT: f64 = 14.0;
/// What the y axis takes on the left beside its names: its label and the gaps.
const BESIDE: f64 = 30.0;
/// Thickness of a bar to the right, in units of the y axis.
const ROW: f64 = 0.7;
/// Space below the data for the values of the axis, and for one line of text.
const BELOW: f64 = 20.0;
const LINE: f64 = 18.0;
/// Width of a sample in the legend.
const KEY: f64 = 22.0;

const LABEL: Font = Font {
    size: 11.5,
    anchor: Anchor::Start,
    color: Color::INK,
    bold: false,
    upright: false,
    halo: false,
};
const TICK: Font = Font { size: 10.5, color: Color::GREY, ..LABEL };
