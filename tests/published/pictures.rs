//! The classification of games with the same largest move, and the pictures of it.

#![expect(clippy::float_arithmetic, reason = "places on pictures")]

use crate::command::{Folder, Words};
use crate::table::{numbers, of_kind};
use grundy_census::region::{self, Areas, PeriodType, TwoFreeClass, View};
use grundy_kernel::model::Alphabet;
use grundy_language::limit::CancellationToken;
use grundy_sequence::{Game, Moves, Rule, oracle};
use serde_json::json;

/// Minimal period and preperiod by comparing all windows of a sequence long enough for the
/// preperiod that Vermutung 6 allows.
fn brute_force(moves: [u32; 3]) -> (u64, u64) {
    let sizes = moves.map(u64::from);
    let span = sizes[2] as usize;
    let count = 8 * span * span + 4 * span;
    let values = oracle::values(Alphabet::Outcome, &sizes, count);
    let mut last = std::collections::HashMap::new();
    for start in 0..=count - span {
        if let Some(earlier) = last.insert(&values[start..start + span], start) {
            let period = start - earlier;
            let mut preperiod = earlier;
            while preperiod > 0 && values[preperiod - 1] == values[preperiod - 1 + period] {
                preperiod -= 1;
            }
            return (period as u64, preperiod as u64);
        }
    }
    panic!("no period of {moves:?} among {count} positions");
}

#[test]
fn cycles_agree_with_brute_force() {
    for s3 in 0..=24 {
        let games = region::three(s3, View::ALL, &CancellationToken::default(), &|_| {}).unwrap();
        let count = u64::from(s3.saturating_sub(1)) * u64::from(s3.saturating_sub(2)) / 2;
        assert_eq!(games.len() as u64, count);
        for game in &games {
            let found = (game.cycle.period, game.cycle.preperiod);
            assert_eq!(found, brute_force(game.moves), "{:?}", game.moves);
        }
        assert_eq!(region::areas(s3, &CancellationToken::default()), Ok(Areas::of(&games)));
    }
}

/// A row of the table of the areas for three moves.
struct Row {
    s3: u32,
    games: u64,
    counts: Vec<u64>,
    shares: Vec<&'static str>,
}

fn table(kind: &str) -> impl Iterator<Item = Row> {
    of_kind(include_str!("pictures.tsv"), kind).map(|[s3, games, counts, shares]| Row {
        s3: s3.parse().expect(s3),
        games: games.parse().expect(games),
        counts: numbers(counts),
        shares: shares.split(' ').collect(),
    })
}

fn check_areas(Row { s3, games, counts, shares }: Row) {
    let areas = region::areas(s3, &CancellationToken::default()).unwrap();
    assert_eq!(areas.games(), games, "s3 = {s3}");
    assert_eq!(counts, PeriodType::ALL.map(|kind| areas.count(kind)), "s3 = {s3}");
    for (kind, share) in PeriodType::ALL.into_iter().zip(shares) {
        assert_eq!(areas.share(kind), share, "s3 = {s3}, {kind:?}");
    }
}

#[test]
fn published_areas() {
    table("small").for_each(check_areas);
}

#[test]
#[ignore = "about a minute; .ci/run does it"]
fn published_areas_of_large_games() {
    table("large").for_each(check_areas);
}

impl Folder {
    /// The standard output of a run that ends well.
    pub fn text(&self, words: &(impl Words + ?Sized)) -> String {
        let ran = self.run(words);
        assert_eq!(ran.exit, Some(0), "{ran:?}");
        ran.stdout
    }

    /// A file as pixels.
    pub fn png(&self, name: &str) -> Image {
        Image::decode(&self.bytes(name))
    }
}

pub struct Image {
    width: usize,
    height: usize,
    pixels: Vec<u8>,
}

impl Image {
    fn decode(bytes: &[u8]) -> Self {
        let mut reader = png::Decoder::new(std::io::Cursor::new(bytes)).read_info().unwrap();
        let mut pixels = vec![0; reader.output_buffer_size().unwrap()];
        let info = reader.next_frame(&mut pixels).unwrap();
        assert_eq!(info.color_type, png::ColorType::Rgba);
        Self { width: info.width as usize, height: info.height as usize, pixels }
    }

    /// A pixel.
    pub fn at(&self, x: usize, y: usize) -> [u8; 3] {
        let start = (y * self.width + x) * 4;
        self.pixels[start..start + 3].try_into().unwrap()
    }
}

/// Where the axes of a map stand in its SVG: left, bottom and side of the square.
fn square(svg: &str) -> (f64, f64, f64) {
    let number = |line: &str, name: &str| -> f64 {
        let start = line.find(&format!(" {name}=\"")).unwrap() + name.len() + 3;
        line[start..].split('"').next().unwrap().parse().unwrap()
    };
    // The axes are the last two lines that are drawn.
    let lines: Vec<_> = svg.lines().filter(|line| line.starts_with("<line ")).collect();
    let across = lines.last().unwrap();
    let (left, right) = (number(across, "x1"), number(across, "x2"));
    (left, number(across, "y1"), right - left)
}

/// All texts of an SVG, in the order in which they are drawn.
fn texts(svg: &str) -> Vec<&str> {
    let elements = svg.split("<text ").skip(1);
    elements.map(|one| one.split('>').nth(1).unwrap().split('<').next().unwrap().trim()).collect()
}

fn colour(kind: PeriodType) -> [u8; 3] {
    match kind {
        PeriodType::Diagonal => [0x99; 3],
        PeriodType::P13 => [0x56, 0xB4, 0xE9],
        PeriodType::P23 => [0xE6, 0x9F, 0x00],
        PeriodType::P12 => [0x00, 0x9E, 0x73],
        PeriodType::Two => [0x00, 0x72, 0xB2],
        PeriodType::Three => [0xCC, 0x79, 0xA7],
        PeriodType::Other => [0; 3],
    }
}

#[test]
fn every_game_has_the_colour_of_its_type() {
    let folder = Folder::new("colours");
    // s3 = 23 has games of every type; 300 pixels leave less than ten for each.
    for (s3, size) in [("23", "640x500"), ("23", "300"), ("127", "900x1100")] {
        folder.text(&format!("map three {s3} --size {size} -o map.png"));
        folder.text(&format!("map three {s3} --size {size} -o map.svg"));
        let (left, bottom, side) = square(&folder.read("map.svg"));
        let image = folder.png("map.png");
        let s3: u32 = s3.parse().unwrap();
        let games = region::three(s3, View::ALL, &CancellationToken::default(), &|_| {}).unwrap();
        let mut seen = std::collections::BTreeSet::new();
        for game in &games {
            let [s1, s2, s3] = game.moves.map(f64::from);
            let (x, y) = (left + s1 / s3 * side, bottom - s2 / s3 * side);
            let kind = game.period_type();
            assert_eq!(image.at(x as usize, y as usize), colour(kind), "{:?}", game.moves);
            seen.insert(kind);
        }
        assert_eq!(seen.len(), 6, "all types but the one that nobody knows a game of");
    }
}

#[test]
fn pictures_have_exactly_the_size_asked_for() {
    let folder = Folder::new("size");
    for (size, width, height) in
        [("300", 300, 300), ("1234x567", 1234, 567), ("400x2000", 400, 2000)]
    {
        folder.text(&["map", "four", "20", "--size", size, "-o", "a.PNG"]);
        let image = folder.png("a.PNG");
        assert_eq!((image.width, image.height), (width, height));
        folder.text(&["map", "five", "20", "--size", size, "-o", "a.svg"]);
        let svg = folder.read("a.svg");
        assert!(
            svg.contains(&format!("height=\"{height}\""))
                && svg.contains(&format!("width=\"{width}\""))
        );
    }
}

#[test]
fn the_legend_has_the_published_shares() {
    let folder = Folder::new("legend");
    for Row { s3, games, counts, shares } in table("small") {
        let s3 = s3.to_string();
        folder.text(&["map", "three", &s3, "-o", "map.svg"]);
        let svg = folder.read("map.svg");
        let texts = texts(&svg);
        assert!(texts.contains(&format!("Three-move games {{ s1 s2 {s3} }}").as_str()));
        assert!(texts.iter().any(|text| text.starts_with(&format!("{games} games"))), "{texts:?}");
        for (kind, (count, share)) in
            PeriodType::ALL.into_iter().zip(counts.into_iter().zip(shares))
        {
            let row = [kind.meaning(), &count.to_string(), share];
            assert!(texts.windows(3).any(|three| three == row), "{row:?} in {texts:?}");
        }
    }
}

#[test]
fn the_number_of_threads_changes_nothing() {
    let folder = Folder::new("threads");
    for what in [
        ["map", "three", "60", "--show=period"],
        ["map", "three", "60", "--show=preperiod"],
        ["map", "four", "30", "--size=500"],
        ["map", "five", "30", "--size=500"],
    ] {
        for name in ["a.svg", "a.png"] {
            let one = folder.text(&[&what[..], &["-o", name, "-j", "1"]].concat());
            let first = folder.bytes(name);
            let two = folder.text(&[&what[..], &["-o", name, "-j", "2"]].concat());
            assert_eq!((one, first), (two, folder.bytes(name)), "{what:?}");
        }
    }
}

/// A. Flammenkamp 1996, chapters on three and on five moves.
#[test]
fn counts_as_data() {
    let folder = Folder::new("data");
    let three = folder.run("map three 128 --format json").json();
    assert_eq!(three["schema"], 2);
    assert_eq!(three["types"][1], json!({ "type": "p13", "games": "4040", "share": "0.504937" }));
    assert_eq!(
        three["longest_preperiod"],
        json!({ "moves": ["37", "92", "128"], "period": "55", "preperiod": "6998" })
    );
    assert_eq!(three["counterexamples"], json!([]));
    let five = folder.run("map five 40 --format json").json();
    assert_eq!(five["games"], "171");
    assert_eq!(five["sum_of_periods"], "196821");
    assert_eq!(five["longest_period"]["moves"], json!(["9", "14", "26", "31", "40"]));
    assert_eq!(five["longest_period"]["period"], "26538");
}

#[test]
fn games_of_the_classes_agree_with_brute_force() {
    for class in [TwoFreeClass::FourMoves, TwoFreeClass::ThirdFixed, TwoFreeClass::SymmetricFive] {
        let games = region::two_free_moves(
            class,
            14,
            View::ALL,
            u64::MAX,
            &CancellationToken::default(),
            &|_| {},
        )
        .unwrap();
        assert!(games.len() > 10);
        for game in games {
            let sizes: Vec<u64> =
                class.moves(game.s1, game.s2, 14).unwrap().into_iter().map(u64::from).collect();
            let rules = Game::new(Moves::new(&sizes).unwrap(), Rule::Normal).unwrap();
            assert_eq!(game.cycle, oracle::cycle(&rules, 3000), "{sizes:?}");
        }
    }
}

#[test]
fn undecided_games_are_counted_and_shown() {
    let folder = Folder::new("undecided");
    let output = folder.run("map five 40 --limit-positions 2000 -o a.svg");
    assert_eq!(output.exit, Some(4), "{output:?}");
    let text = output.stdout;
    assert!(text.contains("undecided: ") && text.contains("first 2000 positions"), "{text}");
    // Vermillion, which no other part of the map has.
    assert!(folder.read("a.svg").contains("fill=\"#d55e00\""));
    let output = folder.run("map three 1024 --time-limit 0");
    assert_eq!(output.exit, Some(4), "{output:?}");
    assert!(output.stdout.is_empty());
}

#[test]
fn rows_show_the_values_where_they_stand() {
    let folder = Folder::new("rows");
    let arguments =
        ["plot", "sequence", "3", "7", "8", "--width", "7", "--rows", "9", "--from", "5"];
    for values in ["nim", "outcome"] {
        let shared = [&arguments[..], &["--size", "700x600", "--values", values, "-o"]].concat();
        folder.text(&[&shared[..], &["a.png"]].concat());
        folder.text(&[&shared[..], &["a.svg"]].concat());
        let svg = folder.read("a.svg");
        let start = svg.find("matrix(").unwrap() + 7;
        let matrix: Vec<f64> = (svg[start..].split(')').next().unwrap().split(' '))
            .map(|number| number.parse().unwrap())
            .collect();
        let alphabet = if values == "nim" { Alphabet::Nim } else { Alphabet::Outcome };
        let expected = oracle::values(alphabet, &[3, 7, 8], 5 + 63);
        let image = folder.png("a.png");
        let mut colours = std::collections::BTreeMap::new();
        for (index, value) in expected[5..].iter().enumerate() {
            let (row, column) = ((index / 7) as f64 + 0.5, (index % 7) as f64 + 0.5);
            let (x, y) = (column * matrix[2] + matrix[4], row * matrix[1] + matrix[5]);
            let found = image.at(x as usize, y as usize);
            assert_eq!(*colours.entry(value.0).or_insert(found), found, "position {}", index + 5);
        }
        let different: std::collections::BTreeSet<_> = colours.values().collect();
        assert_eq!(different.len(), colours.len());
        assert_eq!(colours.len(), if values == "nim" { 4 } else { 2 });
    }
    folder.text("plot sequence '{ 2n 5n }' --at n=3 --width 21 -o b.svg");
    assert!(folder.read("b.svg").contains("Outcomes of { 6 15 }"));
}

#[test]
fn records_grow_on_a_logarithmic_axis() {
    let folder = Folder::new("records");
    let census = "# grundy census\nrow,largest_move,moves,period,preperiod,verdict\n\
        game,5,1 5,99999,0,verified\n\
        record,10,1 10,100,7,verified\n\
        record,20,3 20,10000,9,verified\n\
        record,30,3 30,1000000,9,undecided\n";
    folder.write("a&b.csv", census);
    folder.write("other.jsonl", "{\"max_move\":15,\"p\":\"1000\",\"q\":3}\n");
    let output = folder.run("plot records a&b.csv other.jsonl -o a.svg");
    assert_eq!(output.exit, Some(0), "{output:?}");
    assert!(output.stderr.contains("1 undecided records are left out"));
    let svg = folder.read("a.svg");
    let texts = texts(&svg);
    assert!(["3 20", "a&amp;b", "other", "10⁴"].iter().all(|one| texts.contains(one)), "{texts:?}");
    assert!(!texts.contains(&"3 30") && !texts.contains(&"1 5"), "{texts:?}");
    // 100, 1000 and 10000 are as far from one another on the axis as 10, 15 and 20.
    let place = |line: &str, name: &str| -> f64 {
        line.split(&format!(" {name}=\""))
            .nth(1)
            .unwrap()
            .split('"')
            .next()
            .unwrap()
            .parse()
            .unwrap()
    };
    let dots: Vec<_> = (svg.lines().filter(|line| line.starts_with("<circle")))
        .map(|line| (place(line, "cx"), place(line, "cy")))
        .skip(2)
        .collect();
    let &[first, last, middle] = dots.as_slice() else { panic!("{dots:?}") };
    assert!((first.0 + last.0 - 2.0 * middle.0).abs() < 0.1, "{dots:?}");
    assert!((first.1 + last.1 - 2.0 * middle.1).abs() < 0.1 && first.1 > last.1, "{dots:?}");
}

#[test]
fn wrong_arguments_are_explained() {
    let folder = Folder::new("wrong");
    folder.write("bad.csv", "max_move,p\n7,many\n");
    folder.write("empty.csv", "max_move,p\n");
    folder.write("binary.csv", [b'm', 0xFE, 0x00]);
    let wrong = [
        ("map three 128 -o a.jpg", 2, "use .png or .svg"),
        ("map three 2", 2, "must be between 3 and 4096"),
        ("map three 5000", 2, "must be between 3 and 4096"),
        ("map three 32 --size 12", 2, "each number from 300 to 10000"),
        ("map three 32 --size axb", 2, "such as 1200x900 or 1200"),
        ("map three 32 -o no/such/folder.png", 2, "cannot write no/such/folder.png"),
        ("map five x", 2, "invalid"),
        ("plot sequence 3 7 --width 5", 2, "add -o FILE.png or -o FILE.svg"),
        ("plot sequence 7 7 --width 5 -o a.svg", 2, "the move 7 is listed twice"),
        ("plot sequence -3 --width 5 -o a.svg", 2, "-3 is not a move"),
        ("plot sequence '{ n' --width 5 -o a.svg", 2, "cannot read the moves"),
        ("plot sequence 3 --width 1000000 -o a.svg", 2, "at most 10000000"),
        ("plot records bad.csv -o a.svg", 3, "bad.csv:2: p = many is not a natural number"),
        ("plot records empty.csv -o a.svg", 3, "the file has no records"),
        ("plot records binary.csv -o a.svg", 3, "binary.csv: the file is not text"),
    ];
    for (arguments, code, reason) in wrong {
        let output = folder.run(arguments);
        assert_eq!((output.exit, output.stdout.as_str()), (Some(code), ""), "{output:?}");
        assert!(output.stderr.contains(reason), "{arguments}: {output:?}");
        assert!(!folder.0.join("a.svg").exists(), "{arguments}");
    }
}
