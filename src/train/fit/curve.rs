//! How the loss fell, as a picture.

use plotters::{
    chart::ChartBuilder,
    drawing::IntoDrawingArea,
    element::PathElement,
    prelude::SVGBackend,
    series::LineSeries,
    style::{BLACK, Color, RGBColor, WHITE},
};

use super::Loss;

/// Width and height, in points.
const SIZE: (u32, u32) = (800, 480);
const TRAIN: RGBColor = RGBColor(31, 119, 180);
const HELD_BACK: RGBColor = RGBColor(214, 39, 40);

/// One of the losses.
type Value = fn(&Loss) -> f64;

/// Why there is no picture.
#[derive(Debug, thiserror::Error)]
#[error("the curve cannot be drawn: {0}")]
pub struct CurveError(String);

/// The losses by epoch as a picture (SVG) under a title.
///
/// # Errors
/// If it cannot be drawn.
pub fn curve(title: &str, losses: &[Loss]) -> Result<String, CurveError> {
    let mut picture = String::new();
    draw(&mut picture, title, losses).map_err(|error| CurveError(error.to_string()))?;
    Ok(picture)
}

fn draw(
    picture: &mut String,
    title: &str,
    losses: &[Loss],
) -> Result<(), Box<dyn std::error::Error>> {
    let all = || losses.iter().flat_map(|loss| [loss.train, loss.held_back]);
    let (least, most) = (all().fold(1.0, f64::min), all().fold(0.0, f64::max));
    let margin = (most - least).max(1e-6) * 0.05;
    let area = SVGBackend::with_string(picture, SIZE).into_drawing_area();
    area.fill(&WHITE)?;
    let mut chart = ChartBuilder::on(&area)
        .caption(title, ("sans-serif", 18))
        .margin(12)
        .x_label_area_size(40)
        .y_label_area_size(70)
        .build_cartesian_2d(
            1.0..losses.len().max(2) as f64,
            least.min(most) - margin..most + margin,
        )?;
    chart.configure_mesh().x_desc("epoch").y_desc("mean squared error").draw()?;
    let lines: [(&str, RGBColor, Value); 2] =
        [("learned", TRAIN, |loss| loss.train), ("held back", HELD_BACK, |loss| loss.held_back)];
    for (name, color, value) in lines {
        let points = losses.iter().enumerate().map(|(i, loss)| (i as f64 + 1.0, value(loss)));
        chart
            .draw_series(LineSeries::new(points, color.stroke_width(2)))?
            .label(name)
            .legend(move |(x, y)| PathElement::new([(x, y), (x + 20, y)], color));
    }
    chart.configure_series_labels().border_style(BLACK).background_style(WHITE).draw()?;
    area.present()?;
    Ok(())
}
