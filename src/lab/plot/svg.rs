//! Shapes and words of a picture, as the text of an SVG file. Lengths are points; y grows downwards.

use std::fmt::Write;

use super::color::Color;

/// A place on the picture.
pub(super) type Place = (f64, f64);

/// How a line is drawn.
#[derive(Clone, Copy, Debug)]
pub(super) struct Stroke {
    pub color: Color,
    pub width: f64,
    /// Lengths of dashes and gaps; empty for none.
    pub dashes: &'static str,
}

impl Stroke {
    /// A line without gaps.
    pub fn solid(color: Color, width: f64) -> Stroke {
        Stroke { color, width, dashes: "" }
    }
}

/// Which part of a text its place is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Anchor {
    Start,
    Middle,
    End,
}

/// How a text is set.
#[derive(Clone, Copy, Debug)]
pub(super) struct Font {
    pub size: f64,
    pub anchor: Anchor,
    pub color: Color,
    pub bold: bool,
    /// Whether it is read from below to above.
    pub upright: bool,
    /// Whether the ground shines around it, so that it is read above lines.
    pub halo: bool,
}

impl Font {
    /// A plain text that begins at its place.
    pub fn plain(size: f64) -> Font {
        let (anchor, color) = (Anchor::Start, Color::INK);
        Font { size, anchor, color, bold: false, upright: false, halo: false }
    }

    /// The width of a text, about; no font is asked.
    pub fn width(&self, text: &str) -> f64 {
        text.chars().count() as f64 * self.size * if self.bold { 0.6 } else { 0.55 }
    }
}

/// A picture in the making.
pub(super) struct Canvas {
    body: String,
    width: f64,
    height: f64,
}

impl Canvas {
    /// An empty picture.
    pub fn new(width: f64, height: f64) -> Canvas {
        let mut canvas = Canvas { body: String::new(), width, height };
        canvas.rectangle((0.0, 0.0), (width, height), Color::PAPER, "");
        canvas
    }

    /// The file, with a title for those who hear it.
    pub fn finish(self, title: &str) -> String {
        let (width, height) = (number(self.width), number(self.height));
        format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" \
             viewBox=\"0 0 {width} {height}\" role=\"img\" \
             font-family=\"'Helvetica Neue', Helvetica, Arial, 'DejaVu Sans', sans-serif\">\n\
             <title>{}</title>\n{}</svg>\n",
            escaped(title),
            self.body
        )
    }

    fn add(&mut self, element: &str) {
        self.body.push_str(element);
        self.body.push('\n');
    }

    /// A line through these places.
    pub fn line(&mut self, places: &[Place], stroke: Stroke) {
        let Stroke { color, width, dashes } = stroke;
        let dashes = match dashes {
            "" => String::new(),
            dashes => format!(" stroke-dasharray=\"{dashes}\""),
        };
        self.add(&format!(
            "<polyline points=\"{}\" fill=\"none\" stroke=\"{}\" stroke-width=\"{}\" \
             stroke-linejoin=\"round\"{dashes}/>",
            points(places),
            color.hex(),
            number(width)
        ));
    }

    /// A pale area within these places.
    pub fn area(&mut self, places: &[Place], color: Color) {
        let (points, color) = (points(places), color.hex());
        self.add(&format!("<polygon points=\"{points}\" fill=\"{color}\" fill-opacity=\"0.18\"/>"));
    }

    /// A filled rectangle, with a text for those who point at it.
    pub fn rectangle(&mut self, (x, y): Place, (width, height): Place, color: Color, tip: &str) {
        self.add(&format!(
            "<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" fill=\"{}\"{}",
            number(x),
            number(y),
            number(width),
            number(height),
            color.hex(),
            tipped("rect", tip)
        ));
    }

    /// A disc, or a ring if `hollow`, with a text for those who point at it.
    pub fn disc(&mut self, (x, y): Place, radius: f64, color: Color, hollow: bool, tip: &str) {
        let (hex, fill) = (color.hex(), if hollow { Color::PAPER } else { color }.hex());
        self.add(&format!(
            "<circle cx=\"{}\" cy=\"{}\" r=\"{}\" fill=\"{fill}\" stroke=\"{hex}\" \
             stroke-width=\"1.3\"{}",
            number(x),
            number(y),
            number(radius),
            tipped("circle", tip)
        ));
    }

    /// A text in one line.
    pub fn text(&mut self, (x, y): Place, font: Font, text: &str) {
        let (x, y) = (number(x), number(y));
        let mut style = String::new();
        let anchor = match font.anchor {
            Anchor::Start => "",
            Anchor::Middle => " text-anchor=\"middle\"",
            Anchor::End => " text-anchor=\"end\"",
        };
        style.push_str(anchor);
        if font.bold {
            style.push_str(" font-weight=\"bold\"");
        }
        if font.upright {
            let _ = write!(style, " transform=\"rotate(-90 {x} {y})\"");
        }
        if font.halo {
            style.push_str(" stroke=\"#ffffff\" stroke-width=\"3\" paint-order=\"stroke\"");
        }
        self.add(&format!(
            "<text x=\"{x}\" y=\"{y}\" font-size=\"{}\" fill=\"{}\"{style}>{}</text>",
            number(font.size),
            font.color.hex(),
            escaped(text)
        ));
    }
}

fn points(places: &[Place]) -> String {
    let places: Vec<String> =
        places.iter().map(|&(x, y)| format!("{},{}", number(x), number(y))).collect();
    places.join(" ")
}

/// The end of an element that may have a text to point at.
fn tipped(element: &str, tip: &str) -> String {
    match tip {
        "" => "/>".to_owned(),
        tip => format!("><title>{}</title></{element}>", escaped(tip)),
    }
}

/// A length with a decimal if it needs one; more nobody sees.
fn number(value: f64) -> String {
    let text = format!("{value:.1}");
    let text = text.strip_suffix(".0").unwrap_or(&text);
    if text == "-0" { "0".to_owned() } else { text.to_owned() }
}

/// A text as XML can hold it; control characters, which it cannot, are left out.
fn escaped(text: &str) -> String {
    let text: String = text.chars().filter(|c| !c.is_control()).collect();
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}
