//! The board under the places of a net.

use super::board::Field;
use super::notation::corner;
use super::rules::Player;
use crate::petri::Net;
use crate::petri::layout::{CELL, Layout, PixelPoint};

/// The distance between two lines of the board, in pixels.
const BETWEEN_LINES: i32 = 80;

/// The field that a place of the net stands for, and whose stone a token is: `A1,1`.
///
/// ```
/// use grundy_games::muehle::{Field, Player, drawn::field};
/// assert_eq!(field("B2,3"), Some((Player::B, Field::parse("2,3").unwrap())));
/// assert_eq!(field("M1,1-3"), None);
/// ```
pub fn field(name: &str) -> Option<(Player, Field)> {
    let player = Player::ALL.into_iter().find(|player| name.starts_with(player.name()))?;
    let field = name.strip_prefix(player.name())?;
    // The short form, as in `A11`, is not used there.
    Some((player, Field::parse(field).filter(|_| field.contains(','))?))
}

/// The boards of both players side by side; or, where there are transitions, one board, on which the field of B stands
/// next to that of A, and all other nodes among their neighbours.  `None` if the net has no fields.
pub fn layout(net: &Net) -> Option<Layout> {
    let fields: Vec<_> = net.places.iter().map(|place| field(&place.name)).collect();
    let (first, is_board) = (fields.iter().flatten().next()?.0, net.transitions.is_empty());
    let (between, aside) = match is_board {
        true if fields.contains(&None) => return None,
        true => (BETWEEN_LINES, PixelPoint { x: 8 * BETWEEN_LINES, y: 0 }),
        false => (3 * BETWEEN_LINES, CELL),
    };
    let point = |(player, field): (Player, Field)| {
        let (across, up) = corner(field);
        let point = PixelPoint { x: between * i32::from(across), y: -between * i32::from(up) };
        match player == first {
            true => point,
            false => PixelPoint { x: point.x + aside.x, y: point.y + aside.y },
        }
    };
    let lines = fields.iter().flatten().flat_map(|&(player, from)| {
        let ends = from.neighbours().iter().filter(move |to| to.index() > from.index());
        ends.map(move |to| [(player, from), (player, to)])
    });
    let lines =
        lines.filter(|[from, to]| fields.contains(&Some(*to)) && (is_board || from.0 == first));
    let lines = lines.map(|ends| ends.map(point)).collect();
    let places = fields.iter().map(|it| it.map(point)).collect();
    Some(Layout { lines, ..Layout::around(net, places) })
}

#[cfg(test)]
mod tests {
    use super::super::figures::Figure;
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn figures_of_the_board_are_drawn_as_the_board() {
        for figure in ["3.1", "3.2"] {
            let net = Figure::find(figure).expect("a figure").net().net;
            let layout = layout(&net).expect("a board");
            assert_eq!((layout.places.len(), layout.lines.len()), (24, 32));
            // Each line is horizontal or vertical, and ends at two places.
            for [from, to] in &layout.lines {
                assert!((from.x == to.x) != (from.y == to.y));
                assert!(layout.places.contains(from) && layout.places.contains(to));
            }
        }
    }

    #[test]
    fn nodes_stand_on_the_board_of_their_fields_and_no_two_in_one_place() {
        for figure in Figure::all() {
            let net = figure.net().net;
            let Some(Layout { places, transitions, .. }) = layout(&net) else { continue };
            assert_eq!(
                (places.len(), transitions.len()),
                (net.places.len(), net.transitions.len())
            );
            let all: BTreeSet<_> = places.iter().chain(&transitions).collect();
            assert_eq!(all.len(), places.len() + transitions.len(), "{}", figure.name);
        }
        // What both ways between two fields have in common is in the middle, as in the source.
        let net = Figure::find("4.23").expect("a figure").net().net;
        let at = net.places.iter().position(|it| it.name == "B-P2").expect("a place");
        let PixelPoint { x, y } = layout(&net).expect("a board").places[at];
        assert!(x.abs() <= 2 * CELL.x && y.abs() <= 2 * CELL.y, "{x} {y}");
    }

    #[test]
    fn nets_without_fields_are_no_boards() {
        let net = Figure::find("3.4").expect("a figure").net().net;
        assert_eq!(layout(&net), None);
    }
}
