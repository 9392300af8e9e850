//! Fits of A. Flammenkamp (1996) to the periods of symmetric games with five moves, from his table and the games
//! below it.

use crate::command::Folder;
use serde_json::Value;
use std::path::Path;

fn table() -> String {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    root.join("descriptions/families/statistics_symmetric_five.toml").display().to_string()
}

/// The points, a, b and r of each line that is fitted.
fn fits(folder: &Folder, arguments: &[&str]) -> Vec<[String; 4]> {
    let all = [&["plot", "means"], arguments, &["--format", "json"]].concat();
    let value: Value = serde_json::from_str(&folder.text(&all)).expect("JSON");
    let fits = value["fits"].as_array().expect("fits").iter();
    let text = |value: &Value| value.as_str().expect("a text").to_owned();
    fits.map(|it| [&it["points"], &it["a"], &it["b"], &it["r"]].map(text)).collect()
}

/// The printed fit of the means, mean = s5 exp(a s5 + b), for 57 < s5 <= 117 by s5 mod 6.
#[test]
fn the_printed_fits_of_the_means() {
    let printed = [
        ["10", "0.194786", "-4.672162", "0.999396"],
        ["10", "0.197316", "-4.600527", "0.999707"],
        ["10", "0.199106", "-4.954152", "0.999513"],
        ["10", "0.197369", "-4.756622", "0.999713"],
        ["10", "0.202296", "-5.267421", "0.999686"],
        ["10", "0.198818", "-4.701564", "0.999745"],
    ];
    let folder = Folder::new("fits");
    let table = table();
    let by_six = ["--from", "58", "--modulus", "6"];
    let found = fits(&folder, &[&[&table[..], "--fit", "m-exp"], &by_six[..]].concat());
    assert_eq!(found, printed);
    // The printed common rate 0.198 is the mean of the six.
    let mean = found.iter().map(|it| it[1].parse::<f64>().expect("a rate")).sum::<f64>() / 6.0;
    assert_eq!(format!("{mean:.6}"), "0.198282");
    // Without the factor s5.
    let found = fits(&folder, &[&[&table[..], "--fit", "exp"], &by_six[..]].concat());
    let other = [
        ["10", "0.206561", "-1.251040", "0.999546"],
        ["10", "0.208951", "-1.166919", "0.999744"],
        ["10", "0.210604", "-1.508224", "0.999529"],
        ["10", "0.208733", "-1.298537", "0.999709"],
        ["10", "0.214362", "-1.871793", "0.999654"],
        ["10", "0.210738", "-1.293101", "0.999737"],
    ];
    assert_eq!(found, other);
    let text = folder.text(&[&["plot", "means", &table, "--fit", "m-exp"], &by_six[..]].concat());
    assert!(text.starts_with("ln(y/M) = a M + b, y the mean period, M the largest move"), "{text}");
    assert!(text.contains("  6: 4      10    58  112  0.202296  -5.267421  0.999686"), "{text}");
}

/// Records and greatest periods: ln p = a s5 + b, printed a = 0.2102, b = 2.014, r = 0.999 for 16 < s5 <= 117.  The
/// strict records give 0.210142 and 2.017862.
#[test]
fn fits_of_records_and_of_all_means() {
    let folder = Folder::new("maxima");
    let small = "census --max-move 5..39 --symmetric --moves 5 --mean --format csv -o small.csv";
    folder.text(&small.split(' ').collect::<Vec<_>>());
    let table = table();
    let joined = |show: &str, from: &str, fit: &str| {
        let arguments =
            ["small.csv", &table, "--join", "--show", show, "--from", from, "--fit", fit];
        let [one] = &fits(&folder, &arguments)[..] else { panic!("one line") };
        one.clone()
    };
    assert_eq!(joined("records", "17", "exp"), ["63", "0.210142", "2.017862", "0.998990"]);
    assert_eq!(joined("greatest", "17", "exp"), ["101", "0.212428", "1.721367", "0.998434"]);
    assert_eq!(joined("greatest", "40", "exp"), ["78", "0.208396", "2.071925", "0.998173"]);
    assert_eq!(joined("mean", "38", "m-exp"), ["80", "0.196091", "-4.624718", "0.999181"]);
    assert_eq!(joined("mean", "40", "m-exp"), ["78", "0.196597", "-4.670909", "0.999167"]);
    // The slope by powers of two, which print says lies between 0.32 and 0.33.
    let rate = 0.2102 / std::f64::consts::LN_2;
    assert_eq!(format!("{rate:.4}"), "0.3033");
    // One rate for all remainders.
    let common = [
        "small.csv",
        &table,
        "--join",
        "--from",
        "38",
        "--fit",
        "m-exp",
        "--modulus",
        "6",
        "--common",
    ];
    let found = fits(&folder, &common);
    assert!(found.len() == 6 && found.iter().all(|it| it[1] == "0.196065"), "{found:?}");
    // Picture x: the means divided by the printed curve s5/150 exp(0.198 s5).
    folder.text(&["plot", "means", &table, "--curve", "150,0.198", "-o", "x.svg"]);
    let svg = folder.read("x.svg");
    let above = |s5: u32, factor: f64| {
        let s5 = f64::from(s5);
        format!("{:.1} at max L = {s5}", factor * s5 / 150.0 * (0.198 * s5).exp())
    };
    for (s5, sum, games, quotient) in
        [(40, 196_821.0, 171.0, "1.569"), (60, 33_954_855.0, 406.0, "1.448")]
    {
        let mean: f64 = sum / games;
        let curve = f64::from(s5) / 150.0 * (0.198 * f64::from(s5)).exp();
        assert_eq!(format!("{:.3}", mean / curve), quotient);
        assert!(svg.contains(&above(s5, mean / curve)), "s5 = {s5}");
    }
}

#[test]
fn what_has_no_fit_is_said() {
    let folder = Folder::new("no-fit");
    folder.write("one.csv", "largest_move,games,sum\n7,2,10\n");
    folder.write("none.csv", "largest_move,games\n7,2\n");
    folder.write("bad.csv", "largest_move,games,sum\n7,2,x\n");
    let text = folder.text(&["plot", "means", "one.csv", "--fit", "exp"]);
    assert!(text.contains("1: 0       1     7   7  -  -  -  one"), "{text}");
    for (exit, arguments, message) in [
        (2, &["one.csv"][..], "nothing to do"),
        (3, &["none.csv", "--fit", "exp"], "the file has no means"),
        (3, &["bad.csv", "--fit", "exp"], "bad.csv: 2: sum = x is not a natural number"),
        (3, &["one.csv", "--fit", "exp", "--show", "greatest"], "does not say the greatest"),
        (3, &["one.csv", "--fit", "exp", "--from", "8"], "no file has a mean in this range"),
        (2, &["one.csv", "--curve", "0,1", "-o", "a.svg"], "two numbers C,A are needed"),
    ] {
        let output = folder.run(&[&["plot", "means"], arguments].concat());
        assert_eq!(output.exit, Some(exit), "{output:?}");
        assert!(output.stderr.contains(message), "{output:?}");
    }
}

/// Random maps of n points: print gives sqrt(2 pi n)/4 for the mean cycle length of a map, and about 2n/ln n of a
/// bijection.  The first fits the cycle that a random point leads to; no usual mean of bijections fits the second,
/// but n/ln n does.
#[test]
fn cycles_of_random_maps() {
    for (n, reached, formula) in
        [(10, "2.330", "1.982"), (100, "6.605", "6.267"), (1000, "20.152", "19.817")]
    {
        let size = f64::from(n);
        // k different points, then one of these: each cycle length from 1 to k alike.
        let (mut different, mut mean) = (1.0, 0.0);
        for k in (1..=n).map(f64::from) {
            mean += different * (k / size) * (k + 1.0) / 2.0;
            different *= 1.0 - k / size;
        }
        assert_eq!(format!("{mean:.3}"), reached);
        assert_eq!(format!("{:.3}", (std::f64::consts::TAU * size).sqrt() / 4.0), formula);
    }
    for (n, expected) in [
        (10, ["4.172", "3.414", "4.343", "8.686"]),
        (100, ["22.788", "19.278", "21.715", "43.429"]),
        (1000, ["151.560", "133.592", "144.765", "289.530"]),
    ] {
        let size = f64::from(n);
        // The number of cycles is that of successes, with probability 1/i for i = 1, ..., n.
        let mut counts = vec![1.0];
        for i in (1..=n).map(f64::from) {
            let stay: Vec<f64> =
                counts.iter().map(|it| it * (1.0 - 1.0 / i)).chain([0.0]).collect();
            let more = std::iter::once(0.0).chain(counts.iter().map(|it| it / i));
            counts = stay.iter().zip(more).map(|(one, other)| one + other).collect();
        }
        let mean: f64 = (1..).map(f64::from).zip(&counts[1..]).map(|(k, p)| p * size / k).sum();
        let harmonic: f64 = (1..=n).map(|i| 1.0 / f64::from(i)).sum();
        let (slow, fast) = (size / size.ln(), 2.0 * size / size.ln());
        assert_eq!([mean, size / harmonic, slow, fast].map(|it| format!("{it:.3}")), expected);
    }
}
