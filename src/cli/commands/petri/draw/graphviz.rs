//! Layouts by Graphviz, a program of its own.

use crate::cli::host::exit::Failure;
use grundy_games::petri::Net;
use grundy_games::petri::layout::{Layout, PixelPoint};
use grundy_report::report::petri::net_dot;
use std::io::Write as _;
use std::process::{Command, Stdio};

/// Where `dot -Tplain` places the nodes.
pub fn layout(net: &Net) -> Result<Layout, Failure> {
    let graph = net_dot(net, &net.initial(), &[], &[]);
    let failed = |why: String| Failure::usage(format!("Graphviz gave no layout: {why}"));
    let mut child = Command::new("dot")
        .arg("-Tplain")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .map_err(|error| failed(format!("cannot run dot ({error}); use --layout layers")))?;
    // The program reads everything before it writes.
    if let Some(mut input) = child.stdin.take() {
        input.write_all(graph.as_bytes()).map_err(|error| failed(error.to_string()))?;
    }
    let output = child.wait_with_output().map_err(|error| failed(error.to_string()))?;
    let text = String::from_utf8_lossy(&output.stdout);
    read(net, &text).ok_or_else(|| failed("the output of dot is not a layout".to_owned()))
}

/// Reads `node NAME X Y ...`, in inches from below; names are `p` and `t` with numbers.
fn read(net: &Net, text: &str) -> Option<Layout> {
    let mut layout = Layout {
        places: vec![PixelPoint::default(); net.places.len()],
        transitions: vec![PixelPoint::default(); net.transitions.len()],
        ..Layout::default()
    };
    let mut found = 0;
    for line in text.lines() {
        let mut words = line.split(' ');
        if words.next() != Some("node") {
            continue;
        }
        let (name, x, y) = (words.next()?, words.next()?, words.next()?);
        let (nodes, number) = match name.split_at_checked(1)? {
            ("p", number) => (&mut layout.places, number),
            (_, number) => (&mut layout.transitions, number),
        };
        let node = nodes.get_mut(number.parse::<usize>().ok()?)?;
        *node = PixelPoint { x: pixels(x)?, y: -pixels(y)? };
        found += 1;
    }
    (found == net.places.len() + net.transitions.len()).then_some(layout)
}

/// A number of inches as pixels, 96 each: its first three decimals count.
fn pixels(inches: &str) -> Option<i32> {
    let (whole, part) = inches.split_once('.').unwrap_or((inches, ""));
    let part: String = part.chars().chain("000".chars()).take(3).collect();
    let thousandths =
        whole.parse::<i32>().ok()?.checked_mul(1000)?.checked_add(part.parse().ok()?)?;
    Some(thousandths.checked_mul(12)? / 125)
}
