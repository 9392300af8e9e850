//! Records: CSV or JSON lines.

use super::rows::{PlotRow, is_json, rows, series_name};
use super::{Drawn, Title};
#[cfg(test)]
use crate::ask::game::Name;
use crate::ask::{Ask, Control, File, Refused};
use crate::sequence::Moves;
use grundy_output::question;
use grundy_picture::{RecordGame, Series, Size, growth};

grundy_language::named! {
    /// What is drawn of a record.
    Show {
        Period: "period", "The period";
        Preperiod: "preperiod", "The preperiod";
    }
}

/// How do records grow with the largest move?
#[question]
pub struct PlotRecords {
    /// Files with records, one series each: CSV or JSON lines from `grundy census`, or CSV with the columns `max_move` and
    /// `p` (`q` for preperiods).
    pub series: Vec<File>,
    /// The number to draw: the period where nothing is said.
    #[cfg_attr(test, schemars(with = "Option<Name<Show>>"))]
    pub show: Option<Show>,
    /// The title of the picture.
    pub title: Option<String>,
    /// The size of the picture; 1200 by 900 pixels by default.
    pub size: Option<Size>,
}

impl Ask for PlotRecords {
    type Answer = Drawn<Title>;

    fn answer(&self, _: &Control<'_>) -> Result<Drawn<Title>, Refused> {
        let show = self.show.unwrap_or(Show::Period);
        if self.series.is_empty() {
            return Err("a picture of records needs a file".into());
        }
        let mut notes = Vec::new();
        let mut series: Vec<Series> = Vec::with_capacity(self.series.len());
        for file in &self.series {
            let (one, left_out) = read(file, show)?;
            if left_out > 0 {
                notes.push(format!("{}: {left_out} undecided records are left out", file.name));
            }
            series.push(one);
        }
        let quantity = show.name();
        let title = match &self.title {
            Some(title) => title.clone(),
            None => format!("Growth of the longest {quantity}"),
        };
        let picture = growth(&title, quantity, &series, self.size.unwrap_or(Size::USUAL));
        Ok(Drawn { notes, ..Drawn::whole(picture) })
    }
}

/// The records of a file, and the number of rows left out because they are undecided.
///
/// Rows that say what they are (`row`) count only when they are records; undecided ones (`verdict`) may not be records
/// after all.
fn read(file: &File, show: Show) -> Result<(Series, usize), Refused> {
    let File { name, text } = file;
    let at = |line: u64, message: String| Refused::rejected(format!("{name}:{line}: {message}"));
    let json = is_json(text);
    let mut records = Vec::new();
    let mut left_out = 0;
    for (line, row) in rows(text).map_err(|(line, message)| at(line, message))? {
        // The first and the last line of a census in JSON do not hold a game.
        let about_the_census = json && !row.contains_key("row") && !has_value(&row);
        if about_the_census || row.get("row").is_some_and(|kind| kind != "record") {
            continue;
        }
        if row.get("verdict").is_some_and(|verdict| verdict == "undecided") {
            left_out += 1;
            continue;
        }
        records.push(record(&row, show).map_err(|message| at(line, message))?);
    }
    if records.is_empty() {
        return Err(Refused::rejected(format!("{name}: the file has no records")));
    }
    Ok((Series { name: series_name(file), records }, left_out))
}

/// The short and the long name of the column with the largest move.
const MAX_MOVE: [&str; 2] = ["max_move", "largest_move"];
/// The short and the long name of the column with the period.
const PERIOD: [&str; 2] = ["p", "period"];
/// The short and the long name of the column with the preperiod.
const PREPERIOD: [&str; 2] = ["q", "preperiod"];

fn cell<'a>(row: &'a PlotRow, names: [&str; 2]) -> Option<&'a str> {
    names.into_iter().find_map(|name| row.get(name)).map(String::as_str)
}

fn has_value(row: &PlotRow) -> bool {
    cell(row, PERIOD).is_some() || cell(row, PREPERIOD).is_some()
}

fn record(row: &PlotRow, show: Show) -> Result<RecordGame, String> {
    let moves = row.get("moves").map(String::as_str).unwrap_or_default();
    let moves = moves.trim_matches(['{', '}', '[', ']', ' ']).replace(',', " ");
    let largest = cell(row, MAX_MOVE).or(moves.split_whitespace().last());
    let largest = largest.ok_or("there is neither max_move nor moves")?;
    let max_move = largest.parse().ok().filter(|&size| (1..=Moves::GREATEST).contains(&size));
    let max_move = max_move.and_then(|size: u64| u32::try_from(size).ok()).ok_or_else(|| {
        format!("the largest move {largest} is not a number from 1 to {}", Moves::GREATEST)
    })?;
    let names = match show {
        Show::Period => PERIOD,
        Show::Preperiod => PREPERIOD,
    };
    let [short, long] = names;
    let text = cell(row, names).ok_or_else(|| format!("there is neither {short} nor {long}"))?;
    // As a floating-point number; more than 300 digits do not fit on an axis.
    let digits = text.bytes().all(|byte| byte.is_ascii_digit()) && text.len() <= 300;
    let value: Option<f64> = text.parse().ok().filter(|_| digits);
    let value = value.ok_or_else(|| format!("{short} = {text} is not a natural number"))?;
    Ok(RecordGame { max_move, value, moves })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn only(text: &str, show: Show) -> Result<(u32, f64, String), String> {
        let rows = rows(text).expect("rows");
        assert_eq!(rows.len(), 1);
        record(&rows[0].1, show).map(|record| (record.max_move, record.value, record.moves))
    }

    #[test]
    fn columns_have_long_and_short_names() {
        let expected = Ok((7, 3.0, "2 4 7".to_owned()));
        assert_eq!(only("moves,p,q\n2 4 7,3,4\n", Show::Period), expected);
        assert_eq!(
            only("# note\nlargest_move,moves,period\n7,{ 2 4 7 },3\n", Show::Period),
            expected
        );
        assert_eq!(only("{\"moves\":[2,4,7],\"p\":\"3\"}", Show::Period), expected);
        assert_eq!(only("max_move, q\n7, 4\n", Show::Preperiod), Ok((7, 4.0, String::new())));
    }

    #[test]
    fn what_is_no_number_is_refused() {
        for (text, reason) in [
            ("max_move,p\n7,x\n", "p = x is not a natural number"),
            ("max_move,p\n7,-3\n", "not a natural number"),
            ("max_move,p\n7,1e9\n", "not a natural number"),
            ("max_move,p\n0,3\n", "not a number from 1"),
            ("max_move,p\n99999999999999999999,3\n", "not a number from 1"),
            ("max_move,q\n7,3\n", "neither p nor period"),
            ("p,q\n7,3\n", "neither max_move nor moves"),
        ] {
            let message = only(text, Show::Period).expect_err("refused");
            assert!(message.contains(reason), "{message}");
        }
        assert!(rows("{\n").is_err() && rows("{}\n[]").is_err() && rows("a,b\n1\n").is_err());
    }
}
