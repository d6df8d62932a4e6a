use super::*;

/// The attributes of each element of a kind, as far as they are numbers.
fn numbers(svg: &str, element: &str, attribute: &str) -> Vec<f64> {
    let elements = svg.lines().filter(|line| line.starts_with(&format!("<{element} ")));
    let value = |line: &str| {
        let (_, rest) = line.split_once(&format!(" {attribute}=\""))?;
        rest.split_once('"')?.0.parse().ok()
    };
    elements.filter_map(value).collect()
}

fn panel(series: Vec<Series>) -> Panel {
    Panel { series, ..Panel::new("", Axis::new("x"), Axis::new("y")) }
}

fn texts(svg: &str) -> Vec<&str> {
    let texts = svg.lines().filter(|line| line.starts_with("<text "));
    texts.filter_map(|line| line.split_once('>')?.1.strip_suffix("</text>")).collect()
}

#[test]
fn bars_are_as_high_as_their_values() {
    let bars = Mark::Bars { from: -0.4, width: 0.8 };
    let points = [(1.0, 10.0), (2.0, 40.0), (3.0, 20.0)];
    let chart = panel(vec![Series::new("used", Color::BLUE, bars, points)]);
    let heights = numbers(&Figure::new("bars", vec![chart]).to_svg(), "rect", "height");
    let [_paper, _key, first, second, third] = heights[..] else { panic!("{heights:?}") };
    assert!((second / first - 4.0).abs() < 0.01 && (third / first - 2.0).abs() < 0.01);
}

#[test]
fn rows_are_as_long_as_their_values_and_named_on_the_left() {
    let long = "a name that needs much more space than a number";
    let names = [(2.0, long.to_owned()), (1.0, "b".to_owned())];
    let rows = Series::new("", Color::BLUE, Mark::Rows, [(80.0, 2.0), (20.0, 1.0)]);
    let y = Axis::new("").within(0.4, 2.6).named(names);
    let chart = Panel { y, x: Axis::new("%").within(0.0, 100.0), ..panel(vec![rows]) };
    let svg = Figure::new("", vec![chart]).to_svg();
    let of = |attribute| numbers(&svg, "rect", attribute).split_off(1);
    let (lengths, lefts, tops) = (of("width"), of("x"), of("y"));
    assert!((lengths[0] / lengths[1] - 4.0).abs() < 0.01, "{lengths:?}");
    assert!(tops[0] < tops[1] && lefts[0] > 250.0, "{tops:?} {lefts:?}");
    assert!(texts(&svg).contains(&long) && texts(&svg).contains(&"b"));
}

#[test]
fn a_value_that_is_no_number_makes_a_gap() {
    let line = |points: Vec<(f64, f64)>| {
        let chart = panel(vec![Series::new("", Color::GREEN, Mark::Line, points)]);
        let svg = Figure::new("line", vec![chart]).to_svg();
        svg.matches(&format!("stroke=\"{}\"", "#009e73")).count()
    };
    let whole = vec![(0.0, 1.0), (1.0, 2.0), (2.0, 3.0), (3.0, 2.0)];
    let broken = vec![(0.0, 1.0), (1.0, 2.0), (1.5, f64::NAN), (2.0, 3.0), (3.0, 2.0)];
    assert_eq!((line(whole), line(broken)), (1, 2));
}

#[test]
fn values_along_an_axis_are_round() {
    let labels = |x: Axis| {
        let y = Axis::new("y").within(7e6, 8e6);
        let svg = Figure::new("", vec![Panel { x, y, ..panel(Vec::new()) }]).to_svg();
        let of_x = |text: &&str| !text.ends_with("00000") && !["x", "y"].contains(text);
        texts(&svg).into_iter().filter(of_x).map(str::to_owned).collect::<Vec<_>>()
    };
    let axis = || Axis::new("x");
    assert_eq!(labels(axis().within(3.0, 57.0)), ["10", "20", "30", "40", "50"]);
    assert_eq!(
        labels(axis().within(0.0, 3600.0).on(Scale::Clock)),
        ["0:00", "10:00", "20:00", "30:00", "40:00", "50:00", "1:00:00"]
    );
    assert_eq!(
        labels(axis().within(0.1, 10.0).on(Scale::Logarithmic)),
        ["0.1", "0.2", "0.5", "1", "2", "5", "10"]
    );
    assert_eq!(labels(axis().within(-1.0, 1.0))[0], "\u{2212}1.0");
}

#[test]
fn foreign_text_does_no_harm() {
    let map = HeatMap {
        title: "a <b> & \"c\"\u{7}".to_owned(),
        subtitle: String::new(),
        rows: vec!["</text>".to_owned()],
        columns: vec!["10+0.1".to_owned(), "60+0".to_owned()],
        values: vec![vec![Some(0.5), Some(f64::NAN)]],
        decimals: 2,
        range: Some((0.0, 1.0)),
    };
    let svg = map.to_svg();
    assert!(svg.contains("<title>a &lt;b&gt; &amp; &quot;c&quot;</title>"));
    assert!(texts(&svg).contains(&"&lt;/text&gt;") && texts(&svg).contains(&"0.50"));
    assert!(!svg.contains("NaN"));
}

#[test]
fn a_legend_too_wide_for_a_line_goes_on_in_the_next() {
    let named = |count: usize| {
        let series = (0..count).map(|i| {
            let color = Color::SERIES[i % Color::SERIES.len()];
            Series::new(format!("a series with a long name, {i}"), color, Mark::Line, [(0.0, 1.0)])
        });
        let svg = Figure::new("", vec![panel(series.collect())]).to_svg();
        let places = numbers(&svg, "text", "x");
        (numbers(&svg, "svg", "height")[0], places.into_iter().fold(0.0, f64::max))
    };
    let ((one, _), (many, furthest)) = (named(1), named(9));
    assert!(many > one && furthest < 860.0);
}

#[test]
fn a_picture_without_data_is_still_one() {
    let svg = Figure::new("nothing", vec![panel(vec![])]).to_svg();
    assert!(svg.starts_with("<svg ") && svg.ends_with("</svg>\n") && !svg.contains("NaN"));
}

#[test]
fn words_about_points_at_the_upper_edge_do_not_lie_on_them() {
    let points = [(0.0, 0.0), (50.0, 39.0), (100.0, 40.0)];
    let discs = Series::new("", Color::BLUE, Mark::Discs, points);
    let notes = points.map(|point| Note::new(point, "policy")).into();
    let y = Axis::new("y").within(-1.0, 40.0);
    let chart = Panel { notes, y, ..panel(vec![discs]) };
    let svg = Figure::new("", vec![chart]).to_svg();
    let dots = numbers(&svg, "circle", "cy");
    let words = svg.lines().filter(|line| line.contains(">policy<")).collect::<Vec<_>>().join("\n");
    let bases = numbers(&words, "text", "y");
    assert_eq!((dots.len(), bases.len()), (3, 3));
    // A letter reaches from some nine points above its line to the line.
    let apart = |(dot, base): (&f64, &f64)| *base <= dot - 3.2 || base - 9.0 >= dot + 3.2;
    assert!(dots.iter().zip(&bases).all(apart), "{dots:?} {bases:?}");
}

#[test]
fn words_about_points_that_are_near_each_other_stand_below_each_other() {
    let points: Vec<(f64, f64)> =
        (0..12).map(|i| (50.0 + 0.1 * f64::from(i), 20.0 + 0.01 * f64::from(i))).collect();
    let ends = Series::new("", Color::BLUE, Mark::Discs, [(0.0, 0.0), (100.0, 40.0)]);
    let notes = points.iter().map(|&point| Note::new(point, "one policy"));
    let notes = notes.collect::<Vec<_>>();
    let crowded = Panel { notes, ..panel(vec![ends]) };
    let svg = Figure::new("", vec![crowded]).to_svg();
    let words = svg.split("<text ").filter(|text| text.contains(">one policy<"));
    let of = |text: &str| text.split(" y=\"").nth(1)?.split('"').next()?.parse::<f64>().ok();
    let mut lines: Vec<f64> = words.filter_map(of).collect();
    lines.sort_by(f64::total_cmp);
    assert_eq!(lines.len(), 12);
    assert!(lines.windows(2).all(|pair| pair[1] - pair[0] > 12.0), "{lines:?}");
}
