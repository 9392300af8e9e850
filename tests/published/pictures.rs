//! The classification of games with the same largest move, and the pictures of it.

#![expect(clippy::float_arithmetic, reason = "places on pictures")]

use grundy_census::region::{self, Areas, PeriodType, TwoFreeClass, View};
use grundy_kernel::model::Alphabet;
use grundy_language::limit::CancellationToken;
use grundy_sequence::{Game, Moves, Rule, oracle};
use serde_json::{Value, json};
use std::fs;
use std::path::PathBuf;
use std::process::{Command, Output};

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

/// A. Flammenkamp 1996, table of the areas for three moves: s3, the games, then how many have
/// each type, in the order of [`PeriodType::ALL`], and the printed shares.
type Row = (u32, u64, [u64; 7], [&'static str; 6]);

const SMALL: [Row; 4] = [
    (
        32,
        465,
        [15, 222, 142, 27, 59, 0, 0],
        ["0.032258", "0.477419", "0.305376", "0.058065", "0.126882", "0.000000"],
    ),
    (
        64,
        1953,
        [31, 966, 671, 156, 129, 0, 0],
        ["0.015873", "0.494624", "0.343574", "0.079877", "0.066052", "0.000000"],
    ),
    (
        128,
        8001,
        [63, 4040, 2826, 704, 368, 0, 0],
        ["0.007874", "0.504937", "0.353206", "0.087989", "0.045994", "0.000000"],
    ),
    (
        127,
        7875,
        [63, 3943, 2594, 697, 358, 220, 0],
        ["0.008000", "0.500698", "0.329397", "0.088508", "0.045460", "0.027937"],
    ),
];

const LARGE: [Row; 9] = [
    (
        256,
        32385,
        [127, 16614, 11617, 3136, 891, 0, 0],
        ["0.003922", "0.513015", "0.358715", "0.096835", "0.027513", "0.000000"],
    ),
    (
        512,
        130305,
        [255, 67536, 47358, 13040, 2116, 0, 0],
        ["0.001957", "0.518292", "0.363440", "0.100073", "0.016239", "0.000000"],
    ),
    (
        1024,
        522753,
        [511, 272098, 191860, 53723, 4561, 0, 0],
        ["0.000978", "0.520510", "0.367018", "0.102769", "0.008725", "0.000000"],
    ),
    (
        2048,
        2094081,
        [1023, 1092829, 771438, 217989, 10802, 0, 0],
        ["0.000489", "0.521866", "0.368390", "0.104098", "0.005158", "0.000000"],
    ),
    (
        257,
        32640,
        [128, 16612, 11296, 3084, 819, 701, 0],
        ["0.003922", "0.508946", "0.346078", "0.094485", "0.025092", "0.021477"],
    ),
    (
        509,
        128778,
        [254, 66244, 45850, 12815, 1763, 1852, 0],
        ["0.001972", "0.514405", "0.356039", "0.099512", "0.013690", "0.014381"],
    ),
    (
        1021,
        519690,
        [510, 269173, 187629, 53078, 4173, 5127, 0],
        ["0.000981", "0.517949", "0.361040", "0.102134", "0.008030", "0.009865"],
    ),
    (
        1999,
        1995003,
        [999, 1038402, 727557, 206554, 9701, 11790, 0],
        ["0.000501", "0.520501", "0.364690", "0.103536", "0.004863", "0.005910"],
    ),
    (
        3001,
        4498500,
        [1500, 2342508, 1645818, 468316, 15051, 25307, 0],
        ["0.000333", "0.520731", "0.365859", "0.104105", "0.003346", "0.005626"],
    ),
];

fn check_areas((s3, games, counts, printed): Row) {
    let areas = region::areas(s3, &CancellationToken::default()).unwrap();
    assert_eq!(areas.games(), games, "s3 = {s3}");
    assert_eq!(PeriodType::ALL.map(|kind| areas.count(kind)), counts, "s3 = {s3}");
    for (kind, share) in PeriodType::ALL.into_iter().zip(printed) {
        assert_eq!(areas.share(kind), share, "s3 = {s3}, {kind:?}");
    }
}

#[test]
fn published_areas() {
    SMALL.into_iter().for_each(check_areas);
}

#[test]
#[ignore = "about a minute; .ci/run does it"]
fn published_areas_of_large_games() {
    for row in LARGE {
        let start = std::time::Instant::now();
        check_areas(row);
        eprintln!("s3 = {}: {:?}", row.0, start.elapsed());
    }
}

/// A folder that is removed when the test is over, and the program run in it.
pub struct Folder(pub PathBuf);

impl Folder {
    /// A new one.
    pub fn new(test: &str) -> Self {
        let path =
            std::env::temp_dir().join(format!("grundy-pictures-{}-{test}", std::process::id()));
        fs::create_dir_all(&path).expect("a folder for the test");
        Self(path)
    }

    /// Runs the program.
    pub fn run(&self, arguments: &[&str]) -> Output {
        let mut command = Command::new(env!("CARGO_BIN_EXE_grundy"));
        command.args(arguments).current_dir(&self.0).output().expect("grundy runs")
    }

    /// The standard output of a run that ends well.
    pub fn text(&self, arguments: &[&str]) -> String {
        let output = self.run(arguments);
        assert!(output.status.success(), "{arguments:?}: {output:?}");
        String::from_utf8(output.stdout).unwrap()
    }

    fn json(&self, arguments: &[&str]) -> Value {
        serde_json::from_str(&self.text(&[arguments, &["--format", "json"]].concat())).unwrap()
    }

    fn read(&self, name: &str) -> Vec<u8> {
        fs::read(self.0.join(name)).expect("a file")
    }

    /// A file as a text.
    pub fn svg(&self, name: &str) -> String {
        String::from_utf8(self.read(name)).unwrap()
    }

    /// A file as pixels.
    pub fn png(&self, name: &str) -> Image {
        Image::decode(&self.read(name))
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
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
        folder.text(&["map", "three", s3, "--size", size, "-o", "map.png"]);
        folder.text(&["map", "three", s3, "--size", size, "-o", "map.svg"]);
        let (left, bottom, side) = square(&folder.svg("map.svg"));
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
        let svg = folder.svg("a.svg");
        assert!(
            svg.contains(&format!("height=\"{height}\""))
                && svg.contains(&format!("width=\"{width}\""))
        );
    }
}

#[test]
fn the_legend_has_the_published_shares() {
    let folder = Folder::new("legend");
    for (s3, games, counts, shares) in SMALL {
        let s3 = s3.to_string();
        folder.text(&["map", "three", &s3, "-o", "map.svg"]);
        let svg = folder.svg("map.svg");
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
            let first = folder.read(name);
            let two = folder.text(&[&what[..], &["-o", name, "-j", "2"]].concat());
            assert_eq!((one, first), (two, folder.read(name)), "{what:?}");
        }
    }
}

/// A. Flammenkamp 1996, chapters on three and on five moves.
#[test]
fn counts_as_data() {
    let folder = Folder::new("data");
    let three = folder.json(&["map", "three", "128"]);
    assert_eq!(three["schema"], 2);
    assert_eq!(three["types"][1], json!({ "type": "p13", "games": "4040", "share": "0.504937" }));
    assert_eq!(
        three["longest_preperiod"],
        json!({ "moves": ["37", "92", "128"], "period": "55", "preperiod": "6998" })
    );
    assert_eq!(three["counterexamples"], json!([]));
    let five = folder.json(&["map", "five", "40"]);
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
    let output = folder.run(&["map", "five", "40", "--limit-positions", "2000", "-o", "a.svg"]);
    assert_eq!(output.status.code(), Some(4), "{output:?}");
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(text.contains("undecided: ") && text.contains("first 2000 positions"), "{text}");
    // Vermillion, which no other part of the map has.
    assert!(folder.svg("a.svg").contains("fill=\"#d55e00\""));
    let output = folder.run(&["map", "three", "1024", "--time-limit", "0"]);
    assert_eq!(output.status.code(), Some(4), "{output:?}");
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
        let svg = folder.svg("a.svg");
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
    folder.text(&["plot", "sequence", "{ 2n 5n }", "--at", "n=3", "--width", "21", "-o", "b.svg"]);
    assert!(folder.svg("b.svg").contains("Outcomes of { 6 15 }"));
}

#[test]
fn records_grow_on_a_logarithmic_axis() {
    let folder = Folder::new("records");
    let census = "# grundy census\nrow,largest_move,moves,period,preperiod,verdict\n\
        game,5,1 5,99999,0,verified\n\
        record,10,1 10,100,7,verified\n\
        record,20,3 20,10000,9,verified\n\
        record,30,3 30,1000000,9,undecided\n";
    fs::write(folder.0.join("a&b.csv"), census).unwrap();
    fs::write(folder.0.join("other.jsonl"), "{\"max_move\":15,\"p\":\"1000\",\"q\":3}\n").unwrap();
    let output = folder.run(&["plot", "records", "a&b.csv", "other.jsonl", "-o", "a.svg"]);
    assert!(output.status.success(), "{output:?}");
    assert!(String::from_utf8(output.stderr).unwrap().contains("1 undecided records are left out"));
    let svg = folder.svg("a.svg");
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
    fs::write(folder.0.join("bad.csv"), "max_move,p\n7,many\n").unwrap();
    fs::write(folder.0.join("empty.csv"), "max_move,p\n").unwrap();
    fs::write(folder.0.join("binary.csv"), [b'm', 0xFE, 0x00]).unwrap();
    let wrong: [(&[&str], i32, &str); 15] = [
        (&["map", "three", "128", "-o", "a.jpg"], 2, "use .png or .svg"),
        (&["map", "three", "2"], 2, "must be between 3 and 4096"),
        (&["map", "three", "5000"], 2, "must be between 3 and 4096"),
        (&["map", "three", "32", "--size", "12"], 2, "each number from 300 to 10000"),
        (&["map", "three", "32", "--size", "axb"], 2, "such as 1200x900 or 1200"),
        (&["map", "three", "32", "-o", "no/such/folder.png"], 2, "cannot write no/such/folder.png"),
        (&["map", "five", "x"], 2, "invalid"),
        (&["plot", "sequence", "3", "7", "--width", "5"], 2, "add -o FILE.png or -o FILE.svg"),
        (
            &["plot", "sequence", "7", "7", "--width", "5", "-o", "a.svg"],
            2,
            "the move 7 is listed twice",
        ),
        (&["plot", "sequence", "-3", "--width", "5", "-o", "a.svg"], 2, "-3 is not a move"),
        (&["plot", "sequence", "{ n", "--width", "5", "-o", "a.svg"], 2, "cannot read the moves"),
        (&["plot", "sequence", "3", "--width", "1000000", "-o", "a.svg"], 2, "at most 10000000"),
        (
            &["plot", "records", "bad.csv", "-o", "a.svg"],
            3,
            "bad.csv:2: p = many is not a natural number",
        ),
        (&["plot", "records", "empty.csv", "-o", "a.svg"], 3, "the file has no records"),
        (&["plot", "records", "binary.csv", "-o", "a.svg"], 3, "binary.csv: the file is not text"),
    ];
    for (arguments, code, reason) in wrong {
        let output = folder.run(arguments);
        let message = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(code), "{arguments:?}: {message}");
        assert!(message.contains(reason), "{arguments:?}: {message}");
        assert!(output.stdout.is_empty(), "{arguments:?}");
        assert!(!folder.0.join("a.svg").exists(), "{arguments:?}");
    }
}
