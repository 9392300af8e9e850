//! The board under the places of a net.

use super::board::Field;
use super::notation::corner;
use super::rules::Player;
use crate::petri::Net;
use crate::petri::layout::{Layout, PixelPoint};

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

/// The places of a net as the board, with its lines, if they are fields of one player and there is nothing else.
pub fn layout(net: &Net) -> Option<Layout> {
    let fields: Option<Vec<_>> = net.places.iter().map(|place| field(&place.name)).collect();
    let fields = fields.filter(|it| !it.is_empty() && net.transitions.is_empty())?;
    if fields.iter().any(|(player, _)| *player != fields[0].0) {
        return None;
    }
    let point = |field: Field| {
        let (across, up) = corner(field);
        PixelPoint { x: BETWEEN_LINES * i32::from(across), y: -BETWEEN_LINES * i32::from(up) }
    };
    let lines = Field::all().flat_map(|from| {
        let ends = from.neighbours().iter().filter(move |to| to.index() > from.index());
        ends.map(move |to| [point(from), point(to)])
    });
    let places = fields.iter().map(|(_, field)| point(*field)).collect();
    Some(Layout { places, lines: lines.collect(), ..Layout::default() })
}

#[cfg(test)]
mod tests {
    use super::super::figures::Figure;
    use super::*;

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
        // A part with a transition has no board.
        let net = Figure::find("3.3").expect("a figure").net().net;
        assert_eq!(layout(&net), None);
    }
}
