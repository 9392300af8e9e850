//! Right descriptions, written differently, stay right: words split, iterations peeled off,
//! indices shifted, passes written out, conditions and empty parts put in.  Each has a certificate
//! that is accepted, and the same least period and preperiod as before.

use crate::certificate::{certified, certified_theorem, checked, checked_theorems};
use crate::support::{Brute, Random, brute, check, descriptions, points};
use grundy_ilp::BackendKind;
use grundy_kernel::model::Alphabet;
use grundy_language::verdict::Verdict;
use grundy_prove::theorem;
use std::collections::BTreeMap;

/// A piece of a description, as text with structure.
#[derive(Clone)]
enum Node {
    Word(String),
    Let(String),
    For {
        variable: String,
        from: String,
        upto: String,
        body: Vec<Node>,
    },
    Endless(Vec<Node>),
    /// Arms with their conditions; `None` is ELSE.
    If(Vec<(Option<String>, Vec<Node>)>),
}

fn nodes(tokens: &mut std::iter::Peekable<std::vec::IntoIter<String>>) -> Vec<Node> {
    let mut nodes = Vec::new();
    while let Some(token) = tokens.peek().cloned() {
        match token.as_str() {
            "PER" | "ENDREP" | "FI" | "ELSE" | "ELIF" => break,
            "FOR" => {
                let head: Vec<_> = tokens.by_ref().take(7).collect();
                let body = nodes_until(tokens);
                nodes.push(Node::For {
                    variable: head[1].clone(),
                    from: head[3].clone(),
                    upto: head[5].clone(),
                    body,
                });
            }
            "REPEAT" => {
                tokens.next();
                nodes.push(Node::Endless(nodes_until(tokens)));
            }
            "IF" => {
                let mut arms = Vec::new();
                loop {
                    let condition = match tokens.next().unwrap().as_str() {
                        "FI" => break,
                        "ELSE" => None,
                        _ => Some(tokens.by_ref().take(4).take(3).collect::<Vec<_>>().join(" ")),
                    };
                    if condition.is_some() && tokens.peek().is_some_and(|token| token == "THEN") {
                        tokens.next();
                    }
                    let body = self::nodes(tokens);
                    arms.push((condition, body));
                }
                nodes.push(Node::If(arms));
            }
            "LET" => {
                tokens.next();
                nodes.push(Node::Let(tokens.next().unwrap()));
            }
            _ => nodes.push(Node::Word(tokens.next().unwrap())),
        }
    }
    nodes
}

fn nodes_until(tokens: &mut std::iter::Peekable<std::vec::IntoIter<String>>) -> Vec<Node> {
    let body = nodes(tokens);
    tokens.next();
    body
}

fn write(nodes: &[Node], text: &mut String) {
    for node in nodes {
        match node {
            Node::Word(word) => *text += &format!("{word}\n"),
            Node::Let(assignment) => *text += &format!("LET {assignment}\n"),
            Node::For { variable, from, upto, body } => {
                *text += &format!("FOR {variable} FROM {from} UPTO {upto} REP\n");
                write(body, text);
                *text += "PER\n";
            }
            Node::Endless(body) => {
                *text += "REPEAT\n";
                write(body, text);
                *text += "ENDREP\n";
            }
            Node::If(arms) => {
                for (index, (condition, body)) in arms.iter().enumerate() {
                    *text += &match condition {
                        Some(condition) if index == 0 => format!("IF {condition} THEN\n"),
                        Some(condition) => format!("ELIF {condition} THEN\n"),
                        None => "ELSE\n".to_owned(),
                    };
                    write(body, text);
                }
                *text += "FI\n";
            }
        }
    }
}

/// All lists of nodes, innermost last, as paths: at each step the number of the node and of
/// the body inside it.
fn lists(nodes: &[Node], path: &[(usize, usize)], found: &mut Vec<Vec<(usize, usize)>>) {
    found.push(path.to_vec());
    for (index, node) in nodes.iter().enumerate() {
        let bodies: Vec<&Vec<Node>> = match node {
            Node::For { body, .. } | Node::Endless(body) => vec![body],
            Node::If(arms) => arms.iter().map(|(_, body)| body).collect(),
            _ => vec![],
        };
        for (number, body) in bodies.into_iter().enumerate() {
            let longer = [path, &[(index, number)]].concat();
            lists(body, &longer, found);
        }
    }
}

fn at<'n>(nodes: &'n mut Vec<Node>, path: &[(usize, usize)]) -> &'n mut Vec<Node> {
    let Some(((index, number), rest)) = path.split_first() else { return nodes };
    match &mut nodes[*index] {
        Node::For { body, .. } | Node::Endless(body) => at(body, rest),
        Node::If(arms) => at(&mut arms[*number].1, rest),
        _ => unreachable!("paths lead through bodies"),
    }
}

/// The control variables of the loops along a path.
fn variables(nodes: &[Node], path: &[(usize, usize)]) -> Vec<String> {
    let Some(((index, number), rest)) = path.split_first() else { return Vec::new() };
    match &nodes[*index] {
        Node::For { variable, body, .. } => {
            [vec![variable.clone()], variables(body, rest)].concat()
        }
        Node::Endless(body) => variables(body, rest),
        Node::If(arms) => variables(&arms[*number].1, rest),
        _ => unreachable!("paths lead through bodies"),
    }
}

/// A random condition on the given variables, such as `i-j+2 != n`.
fn condition(variables: &[String], random: &mut Random) -> String {
    let one = &variables[random.below(variables.len())];
    let other = &variables[random.below(variables.len())];
    let left = match random.below(3) {
        0 => format!("{one}+{}", random.below(4)),
        1 => format!("{one}-{other}"),
        _ => format!("{one}+{other}"),
    };
    let relation = [">=", "<=", "==", "!="][random.below(4)];
    let right = match random.below(2) {
        0 => random.below(6).to_string(),
        _ => format!("{}-{}", variables[0], random.below(3)),
    };
    format!("{left} {relation} {right}")
}

/// The values of a word, and its length as an expression, if the length counts values.
fn parts(word: &str) -> Option<(Vec<String>, String)> {
    let (values, length) = match word.strip_prefix('<') {
        Some(rest) => rest.split_once('>')?,
        None if word.starts_with('(') => return None,
        None => word.split_at(1),
    };
    if values.contains(|c: char| c.is_ascii_digit()) {
        return None;
    }
    let length = length.trim_start_matches('(').trim_end_matches(')');
    let length = if length.is_empty() { "1" } else { length };
    Some((values.chars().map(String::from).collect(), length.to_owned()))
}

/// Rewrites one thing without changing the sequence.  Returns what was done.
fn rewrite(top: &mut Vec<Node>, parameter: &str, random: &mut Random) -> Option<&'static str> {
    let mut places = Vec::new();
    lists(top, &[], &mut places);
    let place = places[random.below(places.len())].clone();
    let visible = [vec![parameter.to_owned()], variables(top, &place)].concat();
    let list = at(top, &place);
    if list.is_empty() {
        return None;
    }
    // Loops are few, and the most interesting to rewrite.
    let is_loop = |node: &Node| matches!(node, Node::For { .. });
    let index = match list.iter().position(is_loop) {
        Some(first) if random.below(2) == 0 => first,
        _ => random.below(list.len()),
    };
    let fresh = ["p", "q", "r", "s"][random.below(4)];
    let node = list[index].clone();
    match (random.below(5), node) {
        (0, Node::Word(word)) => {
            let (values, length) = parts(&word)?;
            let mut rotated = values.clone();
            rotated.rotate_left(1);
            let rest = match rotated.as_slice() {
                [single] => single.clone(),
                _ => format!("<{}>", rotated.concat()),
            };
            let body = vec![
                Node::Word(format!("{}1", values[0])),
                Node::Word(format!("{rest}({length}-1)")),
            ];
            list[index] = Node::If(vec![(Some(format!("{length} >= 1")), body)]);
            Some("first value split off")
        }
        (1, Node::Word(word)) => {
            let (values, length) = parts(&word)?;
            let doubled = format!("<{}>({length})", [values.clone(), values].concat().concat());
            list[index] = Node::Word(doubled);
            Some("cycle doubled")
        }
        (2, Node::Word(_)) => {
            // The same words whatever the condition says, for one word or several.
            let count = 1 + random.below(list.len() - index);
            let body: Vec<Node> = list[index..index + count].to_vec();
            let has_loop = body.iter().any(|node| matches!(node, Node::Endless(_)));
            // A LET has to stay visible to what follows.
            if has_loop || body.iter().any(|node| matches!(node, Node::Let(_))) {
                return None;
            }
            let branch = Node::If(vec![
                (Some(condition(&visible, random)), body.clone()),
                (Some(condition(&visible, random)), body.clone()),
                (None, body),
            ]);
            list.splice(index..index + count, [branch]);
            Some("needless condition")
        }
        (3, Node::Word(word)) => {
            let empty = Node::Word(format!("{}({parameter}-{parameter})", parts(&word)?.0[0]));
            let never = vec![(Some(format!("{parameter} <= -5")), vec![empty.clone()])];
            list.insert(index, Node::If(never));
            list.insert(index, empty);
            Some("nothing put in")
        }
        (0, Node::For { variable, from, upto, body }) => {
            let mut first = body.clone();
            first.insert(0, Node::Let(format!("{variable}={from}")));
            list[index] = Node::If(vec![(Some(format!("{from} <= {upto}")), first)]);
            let rest = Node::For { variable, from: format!("{from}+1"), upto, body };
            list.insert(index + 1, rest);
            Some("first iteration peeled")
        }
        (1, Node::For { variable, from, upto, body }) => {
            let mut last = body.clone();
            last.insert(0, Node::Let(format!("{variable}={upto}")));
            let condition = format!("{upto} >= {from}");
            list[index] = Node::For { variable, from, upto: format!("{upto}-1"), body };
            list.insert(index + 1, Node::If(vec![(Some(condition), last)]));
            Some("last iteration peeled")
        }
        (2 | 3, Node::For { variable, from, upto, mut body }) => {
            let text = {
                let mut text = String::new();
                write(&body, &mut text);
                text
            };
            if fresh == variable
                || text.contains(&format!("FOR {fresh} "))
                || text.contains(&format!("LET {fresh}="))
            {
                return None;
            }
            let shift = random.below(9);
            let (add, subtract) = [("+", "-"), ("-", "+")][random.below(2)];
            body.insert(0, Node::Let(format!("{variable}={fresh}{subtract}{shift}")));
            list[index] = Node::For {
                variable: fresh.into(),
                from: format!("{from}{add}{shift}"),
                upto: format!("{upto}{add}{shift}"),
                body,
            };
            Some("index shifted")
        }
        (0, Node::Endless(body)) => {
            list.splice(index..index, body);
            Some("first pass written out")
        }
        (1, Node::Endless(mut body)) => {
            body.extend(body.clone());
            list[index] = Node::Endless(body);
            Some("two passes as one")
        }
        (_, Node::Endless(mut body)) => {
            let Node::Word(first) = body.first()?.clone() else { return None };
            body.rotate_left(1);
            list[index] = Node::Endless(body);
            list.insert(index, Node::Word(first));
            Some("endless loop rotated")
        }
        _ => None,
    }
}

/// Period and preperiod for small parameters, as a certificate shows them.
fn periods(source: &str, values: Alphabet) -> Vec<[String; 2]> {
    let certificate = certified_theorem(source, values).expect(source);
    let theorems = checked_theorems(&certificate, source).expect(source);
    let description =
        grundy_language::lang::parse(source, &Default::default()).description.unwrap();
    let theorem = theorem::certified(&theorems[0], &description, &Default::default()).unwrap();
    let at = |point: &[i64]| {
        let point: Vec<_> = point.iter().map(|&it| grundy_kernel::Integer::from(it)).collect();
        [&theorem.period, &theorem.preperiod].map(|pieces| {
            let piece = pieces.iter().find(|piece| piece.contains(&point));
            piece.map_or_else(String::new, |piece| piece.at(&point).to_string())
        })
    };
    points(description.parameters.len(), 1..=12).iter().map(|point| at(point)).collect()
}

/// Rewritings of every second description, from the first or the second on.
fn rewritings_are_verified(first: usize) {
    let mut random = Random(8);
    let mut kinds: BTreeMap<&str, usize> = BTreeMap::new();
    let mut undecided = 0;
    // Of the long texts of games with three moves the rewritings are not all decided, no certificate says that the
    // period of the cubic family is least, and pieces are not rewritten.
    let is_short = |(name, source): &(String, String)| {
        let is_long = ["three_moves", "althoefer"].iter().any(|it| name.starts_with(it));
        !is_long && !source.contains("DEF ")
    };
    for (name, source) in descriptions().into_iter().filter(is_short).skip(first).step_by(2) {
        let (head, body) = {
            let text: String = source
                .lines()
                .filter(|line| !line.trim_start().starts_with('#'))
                .flat_map(|line| [line, "\n"])
                .collect();
            let split = text.find('}').unwrap() + 1;
            (text[..split].to_owned(), text[split..].to_owned())
        };
        let tokens: Vec<String> = body.split_whitespace().map(str::to_owned).collect();
        let original = nodes(&mut tokens.into_iter().peekable());
        let parameter = head.split_whitespace().next().unwrap().to_owned();
        let alphabet = grundy_language::lang::parse(&source, &Default::default())
            .description
            .unwrap()
            .alphabet();
        let original_periods = periods(&source, alphabet);
        for number in 0..200 {
            let mut top = original.clone();
            let mut done = Vec::new();
            for _ in 0..1 + random.below(4) {
                done.extend(rewrite(&mut top, &parameter, &mut random));
            }
            let mut text = format!("{head}\n");
            write(&top, &mut text);
            let Some((description, report)) = check(&text) else {
                let lowered = grundy_language::lang::parse(&text, &Default::default());
                panic!("{name}, {done:?}: not read: {:?}\n{text}", lowered.diagnostics);
            };
            for point in points(description.parameters.len(), 0..=4) {
                let judged = brute(&description, &point);
                assert!(
                    matches!(judged, Brute::Right | Brute::Excluded),
                    "{name}, {done:?}: the rewriting is wrong at {point:?}: {judged:?}\n{text}"
                );
            }
            match report.verdict {
                Verdict::Verified => {
                    let written = certified(&description, &text, BackendKind::Exact).1.unwrap();
                    let shown = checked(&written, &description, &text);
                    assert!(shown.is_ok(), "{name}, {done:?}: {shown:?}\n{text}");
                    if number < 60 {
                        let periods = periods(&text, alphabet);
                        assert_eq!(periods, original_periods, "{name}, {done:?}\n{text}");
                    }
                    done.iter().for_each(|kind| *kinds.entry(*kind).or_default() += 1);
                }
                Verdict::Undecided => undecided += 1,
                verdict => panic!("{name}, {done:?}: {verdict:?} {:?}\n{text}", report.findings),
            }
        }
    }
    println!("{kinds:#?}, {undecided} undecided");
    assert_eq!(undecided, 0);
    assert!(kinds.len() >= 9 && kinds.values().all(|&count| count >= 10), "{kinds:?}");
}

#[test]
fn rewritings_of_one_half_are_verified() {
    rewritings_are_verified(0);
}

#[test]
fn rewritings_of_the_other_half_are_verified() {
    rewritings_are_verified(1);
}
