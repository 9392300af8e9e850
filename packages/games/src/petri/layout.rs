//! Where the nodes of a net stand in a picture.
//!
//! A file may say it ([`pnml::Read::positions`](super::pnml::Read)).  Else nodes are laid out by layers
//! (K. Sugiyama, S. Tagawa and M. Toda 1981): arcs that lead back are turned round; each node
//! stands in the first layer after all nodes before it; an arc over several layers is cut by bends; nodes
//! and bends of a layer are ordered by the mean place of their neighbours; and they are moved towards
//! these as far as the distances allow.  All numbers are whole, so the same net looks the same everywhere.

use super::net::{Net, PlaceId, TransitionId};
use std::collections::{BTreeMap, BTreeSet};

/// A point in pixels; y grows downwards.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct PixelPoint {
    /// From the left.
    pub x: i32,
    /// From above.
    pub y: i32,
}

/// Where the centres of all nodes stand, and the bends of arcs.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Layout {
    /// Of each place.
    pub places: Vec<PixelPoint>,
    /// Of each transition.
    pub transitions: Vec<PixelPoint>,
    /// The bends of the arcs of a transition and a place, on the way from the transition to the place.  Missing where
    /// there are none.
    pub bends: BTreeMap<(TransitionId, PlaceId), Vec<PixelPoint>>,
    /// Lines of what the places are a part of, such as a board.
    pub lines: Vec<[PixelPoint; 2]>,
}

/// The distance between two layers: room for the names of their nodes.
const BETWEEN_LAYERS: i32 = 150;

/// The distance between nodes of one layer.
const BETWEEN_NODES: i32 = 75;

/// A cell of the grid on which nodes stand around others.
pub const CELL: PixelPoint = PixelPoint { x: 80, y: 60 };

/// The distance between two arcs in a layer that they cross.
const BETWEEN_BENDS: i32 = 20;

/// The distance between an arc and a node, below which its name stands.
const BEND_TO_NODE: i32 = 50;

/// How often the nodes of all layers are ordered anew.
const SWEEPS: usize = 12;

/// With more bends than this, arcs go straight.
const BENDS: usize = 5_000;

/// Something that stands in a layer: a node, or a bend of an arc.
struct LayerItem {
    layer: usize,
    /// Neighbours in the layer before and in the one after.
    before: Vec<usize>,
    later: Vec<usize>,
    is_bend: bool,
    y: i32,
}

impl Layout {
    /// Reads where `dot -Tplain` places all nodes, which have the names `p` and `t` with their numbers: lines
    /// `node NAME X Y ...`, in inches from below; `None` where a node is missing.
    ///
    /// ```
    /// use grundy_games::petri::{layout::Layout, pnml};
    /// let net = pnml::read("<pnml><net id='n'><place id='p'/></net></pnml>", None).unwrap().net;
    /// let layout = Layout::from_plain(&net, "graph 1 2 3\nnode p0 0.5 1.25 1 1\nstop\n").unwrap();
    /// assert_eq!((layout.places[0].x, layout.places[0].y), (48, -120));
    /// ```
    pub fn from_plain(net: &Net, text: &str) -> Option<Self> {
        let mut places = vec![None; net.places.len()];
        let mut transitions = vec![None; net.transitions.len()];
        for line in text.lines() {
            let mut words = line.split(' ');
            if words.next() != Some("node") {
                continue;
            }
            let (name, x, y) = (words.next()?, words.next()?, words.next()?);
            let (nodes, number) = match name.split_at_checked(1)? {
                ("p", number) => (&mut places, number),
                (_, number) => (&mut transitions, number),
            };
            let point = PixelPoint { x: pixels(x)?, y: pixels(y)?.checked_neg()? };
            *nodes.get_mut(number.parse::<usize>().ok()?)? = Some(point);
        }
        let all = |nodes: Vec<_>| nodes.into_iter().collect::<Option<Vec<_>>>();
        let (places, transitions) = (all(places)?, all(transitions)?);
        Some(Self { places, transitions, ..Self::default() })
    }

    /// Lays a net out by layers, from left to right.
    ///
    /// ```
    /// use grundy_games::petri::{layout::Layout, pnml};
    /// let text = "<pnml><net id='n'><place id='p'/><transition id='t'/><arc source='p' target='t'/></net></pnml>";
    /// let layout = Layout::layered(&pnml::read(text, None).unwrap().net);
    /// assert!(layout.places[0].x < layout.transitions[0].x);
    /// ```
    pub fn layered(net: &Net) -> Self {
        let places = net.places.len();
        let count = places + net.transitions.len();
        let arcs = directed(net);
        let layers = layers(count, &arcs, net);
        let mut items: Vec<_> = layers
            .iter()
            .map(|&layer| LayerItem { layer, before: vec![], later: vec![], is_bend: false, y: 0 })
            .collect();
        let spans = arcs.iter().map(|&(from, to)| layers[from].abs_diff(layers[to]));
        let bent = spans.map(|it| it.saturating_sub(1)).sum::<usize>() <= BENDS;
        let mut ways = BTreeMap::new();
        for (from, to) in arcs {
            let (low, high) = if layers[from] <= layers[to] { (from, to) } else { (to, from) };
            if ways.contains_key(&(low, high)) {
                continue;
            }
            let (mut way, mut last) = (Vec::new(), low);
            for layer in (layers[low] + 1..layers[high]).filter(|_| bent) {
                let bend = items.len();
                items.push(LayerItem {
                    layer,
                    before: vec![last],
                    later: vec![],
                    is_bend: true,
                    y: 0,
                });
                items[last].later.push(bend);
                way.push(bend);
                last = bend;
            }
            items[last].later.push(high);
            items[high].before.push(last);
            _ = ways.insert((low, high), way);
        }
        place(&mut items);
        let point = |item: &LayerItem| {
            let layer = i32::try_from(item.layer).unwrap_or(i32::MAX / BETWEEN_LAYERS - 1);
            PixelPoint { x: BETWEEN_LAYERS * layer + BETWEEN_LAYERS / 2, y: item.y }
        };
        let mut bends = BTreeMap::new();
        for ((low, high), way) in ways.into_iter().filter(|it| !it.1.is_empty()) {
            let mut way: Vec<_> = way.into_iter().map(|bend| point(&items[bend])).collect();
            // From the transition to the place.
            if low < places {
                way.reverse();
            }
            let (place, transition) = if low < places { (low, high) } else { (high, low) };
            bends.insert((transition - places, place), way);
        }
        let mut points: Vec<_> = items[..count].iter().map(point).collect();
        let transitions = points.split_off(places);
        Self { places: points, transitions, bends, ..Self::default() }
    }

    /// Leaves places where they stand already.  Every other node stands in the free cell that is nearest to the middle
    /// of its neighbours, those first that have neighbours.
    pub fn around(net: &Net, mut points: Vec<Option<PixelPoint>>) -> Self {
        let places = net.places.len();
        points.resize(places + net.transitions.len(), None);
        let mut near = vec![Vec::new(); points.len()];
        for (id, transition) in (places..).zip(&net.transitions) {
            for arc in transition.inputs.iter().chain(&transition.outputs) {
                near[id].push(arc.place);
                near[arc.place].push(id);
            }
        }
        let mut taken: BTreeSet<_> = points.iter().flatten().copied().collect();
        while let Some(first) = points.iter().position(Option::is_none) {
            let open = (first..points.len()).filter(|&node| points[node].is_none());
            let mut next: Vec<_> = open
                .filter_map(|node| {
                    let stand = near[node].iter().filter_map(|&it| points[it]);
                    Some((node, middle(&stand.collect::<Vec<_>>())?))
                })
                .collect();
            if next.is_empty() {
                next.push((
                    first,
                    PixelPoint { x: 0, y: taken.iter().map(|it| it.y).max().unwrap_or(0) },
                ));
            }
            for (node, middle) in next {
                let point = free(middle, &taken);
                taken.insert(point);
                points[node] = Some(point);
            }
        }
        let mut points: Vec<_> = points.into_iter().flatten().collect();
        let transitions = points.split_off(places);
        Self { places: points, transitions, ..Self::default() }
    }
}

/// The middle of points, if there are any.
fn middle(points: &[PixelPoint]) -> Option<PixelPoint> {
    let count = i32::try_from(points.len()).ok().filter(|it| *it > 0)?;
    let mean = |of: fn(&PixelPoint) -> i32| points.iter().map(of).sum::<i32>() / count;
    Some(PixelPoint { x: mean(|it| it.x), y: mean(|it| it.y) })
}

/// The middle of the free cell that is nearest to a point.
fn free(to: PixelPoint, taken: &BTreeSet<PixelPoint>) -> PixelPoint {
    let round = |at: i32, cell: i32| (at + cell / 2).div_euclid(cell);
    let (column, row) = (round(to.x, CELL.x), round(to.y, CELL.y));
    let cell = |x: i32, y: i32| PixelPoint { x: CELL.x * (column + x), y: CELL.y * (row + y) };
    let around = (0..).map(|far: i32| {
        let cells = (-far..=far).flat_map(|x| (-far..=far).map(move |y| (x, y)));
        let ring = cells.filter(|(x, y)| x.abs().max(y.abs()) == far);
        let open = ring.map(|(x, y)| cell(x, y)).filter(|it| !taken.contains(it));
        open.min_by_key(|it| (it.x - to.x).pow(2) + (it.y - to.y).pow(2))
    });
    around.flatten().next().unwrap_or(to)
}

/// The arcs between nodes, each pair of nodes once: places are numbered first, then transitions.
fn directed(net: &Net) -> Vec<(usize, usize)> {
    let places = net.places.len();
    let mut arcs = Vec::new();
    for (id, transition) in net.transitions.iter().enumerate() {
        let others = [&transition.inputs, &transition.reads, &transition.inhibitors];
        arcs.extend(others.into_iter().flatten().map(|arc| (arc.place, places + id)));
        arcs.extend(transition.outputs.iter().map(|arc| (places + id, arc.place)));
    }
    arcs.sort_unstable();
    arcs.dedup();
    arcs
}

/// The layer of each node: the longest way to it over the arcs that lead on.
///
/// Nodes are found breadth first, from all that is marked or has nothing before it, and transitions after all
/// that they need; an arc leads on if its end is found after its beginning.  Places get even layers and transitions odd ones, so the ends of an arc are
/// never in one layer.
fn layers(count: usize, arcs: &[(usize, usize)], net: &Net) -> Vec<usize> {
    let places = net.places.len();
    let mut after = vec![Vec::new(); count];
    let mut entered = vec![false; count];
    for &(from, to) in arcs {
        after[from].push(to);
        entered[to] = true;
    }
    let begins = |node: usize| !entered[node] || node < places && net.places[node].initial > 0;
    // The number of places that have to be found before a transition.
    let mut missing = vec![0_usize; count];
    let mut leads = vec![Vec::new(); count];
    for (id, transition) in net.transitions.iter().enumerate() {
        let needs = transition.inputs.iter().chain(&transition.reads).map(|arc| arc.place);
        for place in needs.collect::<BTreeSet<_>>() {
            missing[places + id] += 1;
            leads[place].push(places + id);
        }
        leads[places + id].extend(transition.outputs.iter().map(|arc| arc.place));
    }
    let mut rank = vec![usize::MAX; count];
    let mut order: Vec<usize> = (0..count).filter(|&node| begins(node)).collect();
    order.iter().enumerate().for_each(|(number, &node)| rank[node] = number);
    let mut done = 0;
    for root in 0..count {
        while let Some(&node) = order.get(done) {
            done += 1;
            for &next in &leads[node] {
                missing[next] = missing[next].saturating_sub(1);
                if rank[next] == usize::MAX && missing[next] == 0 {
                    rank[next] = order.len();
                    order.push(next);
                }
            }
        }
        if rank[root] == usize::MAX {
            rank[root] = order.len();
            order.push(root);
        }
    }
    let mut layers: Vec<_> = (0..count).map(|node| usize::from(node >= places)).collect();
    for &node in &order {
        for &next in after[node].iter().filter(|&&next| rank[next] > rank[node]) {
            layers[next] = layers[next].max(layers[node] + 1);
        }
    }
    // A node that nothing leads to stands just before what it leads to.
    let mut first = vec![true; count];
    for &(from, to) in arcs {
        first[to] &= rank[from] > rank[to];
    }
    for &node in order.iter().filter(|&&node| first[node]) {
        let later = after[node].iter().filter(|&&next| rank[next] > rank[node]);
        if let Some(least) = later.map(|&next| layers[next]).min() {
            layers[node] = layers[node].max(least - 1);
        }
    }
    layers
}

/// Orders the items of each layer, and says how far down they stand.
fn place(items: &mut [LayerItem]) {
    let layers = items.iter().map(|item| item.layer + 1).max().unwrap_or(0);
    let mut order = vec![Vec::new(); layers];
    for (number, item) in items.iter().enumerate() {
        order[item.layer].push(number);
    }
    let mut at = vec![0; items.len()];
    for layer in &order {
        layer.iter().enumerate().for_each(|(place, &item)| at[item] = place);
    }
    for sweep in 0..SWEEPS {
        let forward = sweep % 2 == 0;
        for step in 0..layers {
            let layer = if forward { step } else { layers - 1 - step };
            let mean = |item: usize| {
                let near = if forward { &items[item].before } else { &items[item].later };
                match near.len() {
                    0 => 1000 * at[item],
                    count => 1000 * near.iter().map(|&it| at[it]).sum::<usize>() / count,
                }
            };
            let mut sorted = order[layer].clone();
            sorted.sort_by_key(|&item| (mean(item), at[item]));
            sorted.iter().enumerate().for_each(|(place, &item)| at[item] = place);
            order[layer] = sorted;
        }
    }
    let apart = |items: &[LayerItem], one: usize, other: usize| match (
        items[one].is_bend,
        items[other].is_bend,
    ) {
        (true, true) => BETWEEN_BENDS,
        (false, false) => BETWEEN_NODES,
        _ => BEND_TO_NODE,
    };
    for layer in &order {
        let mut y = 0;
        for (place, &item) in layer.iter().enumerate() {
            if place > 0 {
                y += apart(items, layer[place - 1], item);
            }
            items[item].y = y;
        }
    }
    for sweep in 0..SWEEPS {
        let forward = sweep % 2 == 0;
        for step in 0..layers {
            let layer = &order[if forward { step } else { layers - 1 - step }];
            let wanted: Vec<_> = layer
                .iter()
                .map(|&item| {
                    let (before, later) = (&items[item].before, &items[item].later);
                    let near: Vec<_> = match sweep + 2 < SWEEPS {
                        true if forward => before.iter().collect(),
                        true => later.iter().collect(),
                        false => before.iter().chain(later).collect(),
                    };
                    let sum: i64 = near.iter().map(|&&it| i64::from(items[it].y)).sum();
                    let count = i64::try_from(near.len()).unwrap_or(1);
                    match near.is_empty() {
                        true => items[item].y,
                        false => i32::try_from(sum / count).unwrap_or(0),
                    }
                })
                .collect();
            let gaps: Vec<_> = layer.windows(2).map(|it| apart(items, it[0], it[1])).collect();
            for (&item, y) in layer.iter().zip(spread(&wanted, &gaps)) {
                items[item].y = y;
            }
        }
    }
    let least = items.iter().map(|item| item.y).min().unwrap_or(0);
    items.iter_mut().for_each(|item| item.y += BETWEEN_NODES - least);
}

/// The numbers nearest to those wanted (in the sum of squares, up to rounding) that keep these distances.
///
/// Without the distances this is the best increasing sequence, which comes of joining neighbours that are out
/// of order and giving both their mean.
fn spread(wanted: &[i32], gaps: &[i32]) -> Vec<i32> {
    let mut offset = 0_i64;
    let mut blocks: Vec<(i64, i64)> = Vec::new();
    let mut offsets = Vec::new();
    for (number, &wanted) in wanted.iter().enumerate() {
        if number > 0 {
            offset += i64::from(gaps[number - 1]);
        }
        offsets.push(offset);
        let mut block = (i64::from(wanted) - offset, 1);
        while let Some(&(sum, count)) = blocks.last()
            && sum * block.1 > block.0 * count
        {
            block = (block.0 + sum, block.1 + count);
            blocks.pop();
        }
        blocks.push(block);
    }
    let mut places = Vec::new();
    for (sum, count) in blocks {
        for _ in 0..count {
            let y = sum.div_euclid(count) + offsets[places.len()];
            places.push(i32::try_from(y).unwrap_or(0));
        }
    }
    places
}

/// A number of inches as pixels, 96 each: its first three decimals count.
fn pixels(inches: &str) -> Option<i32> {
    let (whole, part) = inches.split_once('.').unwrap_or((inches, ""));
    let part: String = part.chars().chain("000".chars()).take(3).collect();
    let thousandths =
        whole.parse::<i32>().ok()?.checked_mul(1000)?.checked_add(part.parse().ok()?)?;
    Some(thousandths.checked_mul(12)? / 125)
}

#[cfg(test)]
mod tests {
    use super::spread;

    #[test]
    fn distances_are_kept() {
        assert_eq!(spread(&[0, 100], &[10]), [0, 100]);
        assert_eq!(spread(&[100, 0], &[10]), [45, 55]);
        assert_eq!(spread(&[5, 5, 5], &[10, 10]), [-5, 5, 15]);
        assert!(spread(&[], &[]).is_empty());
    }
}
