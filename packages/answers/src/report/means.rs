//! Means by class and largest move: for people, as CSV and as JSON.

use super::census::{Parameters, table, title};
use super::json::SCHEMA;
use super::{Detail, Render, seconds};
use crate::census::{Census, Class, Mean};
use crate::verdict::Verdict;
use grundy_output::output;
use serde::{Serialize, Serializer};
use serde_json::{Value, json};
use std::time::Duration;

/// The means of all classes.
#[derive(Clone, Debug)]
pub struct MeansAnswer {
    /// The games of all classes.
    pub census: Census,
    /// The classes.
    pub classes: Vec<Class>,
    /// The means by largest move, and for each in the order of the classes.
    pub means: Vec<Mean>,
    /// How much the text says.
    pub detail: Detail,
    /// The time that it took, if that is to be reported.
    pub time: Option<Duration>,
}

impl Render for MeansAnswer {
    fn verdict(&self) -> Option<Verdict> {
        Some(Verdict::decided(undecided(&self.means) == 0))
    }

    fn text(&self) -> String {
        let Self { census, classes, means, detail, time } = self;
        let mut text = String::new();
        if *detail != Detail::Quiet {
            let measure = census.measure.name();
            let heads = [
                "max",
                "class",
                "games",
                "undecided",
                &format!("sum of {measure}s"),
                "mean",
                "greatest",
            ];
            let lines = means.iter().map(|mean| cells(mean).to_vec()).collect();
            text += &table(&format!("mean {measure} by class and largest move"), &heads, lines);
            for class in classes {
                if let Some(condition) = condition(class) {
                    text += &format!("class {}: {condition}\n", class.name);
                }
            }
            text += &format!("{}\n", title(census));
            if let Some(time) = time {
                text += &format!("time: {} s\n", seconds(*time));
            }
        }
        match undecided(means) {
            0 => text,
            some => {
                let limit = census.limit_positions;
                text + &format!(
                    "undecided: {some} games have preperiod + period > {limit} (--limit-positions)\n"
                )
            }
        }
    }

    fn more(&self) -> Value {
        json!({ "csv": self.csv() })
    }
}

fn undecided(means: &[Mean]) -> u64 {
    means.iter().map(|mean| mean.undecided).sum()
}

fn cells(mean: &Mean) -> [String; 7] {
    let Mean { class, largest, games, undecided, sum, greatest } = mean;
    let value = mean.value().unwrap_or_default();
    [
        largest.to_string(),
        class.clone(),
        games.to_string(),
        undecided.to_string(),
        sum.to_string(),
        value,
        greatest.to_string(),
    ]
}

fn condition(class: &Class) -> Option<String> {
    class.census.choice.condition.as_ref().map(ToString::to_string)
}

impl MeansAnswer {
    /// One mean per line, after comment lines.
    pub fn csv(&self) -> String {
        let Self { census, means, .. } = self;
        let mut text = format!(
            "# grundy census --mean, schema {SCHEMA}\n# {}, {}, preperiod + period at most {}\n",
            title(census),
            census.measure.name(),
            census.limit_positions
        );
        text += "row,largest_move,class,games,undecided,sum,mean,greatest\n";
        text.extend(means.iter().map(|mean| format!("mean,{}\n", cells(mean).join(","))));
        text
    }
}

#[output]
struct ClassEntry {
    class: String,
    #[null]
    number_of_moves: Option<String>,
    #[null]
    condition: Option<String>,
}

#[output]
struct MeanEntry {
    largest_move: String,
    class: String,
    games: String,
    undecided: String,
    sum: String,
    /// Rounded; `null` where no game is decided.
    #[null]
    mean: Option<String>,
    greatest: String,
}

#[output]
pub(super) struct MeansDocument {
    census: Parameters,
    classes: Vec<ClassEntry>,
    means: Vec<MeanEntry>,
    undecided: String,
    seconds: Option<String>,
}

impl Serialize for MeansAnswer {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Self { census, classes, means, time, .. } = self;
        let class = |it: &Class| ClassEntry {
            class: it.name.clone(),
            number_of_moves: it.census.moves().map(|moves| moves.to_string()),
            condition: condition(it),
        };
        let entry = |mean: &Mean| {
            let [largest_move, class, games, undecided, sum, _, greatest] = cells(mean);
            MeanEntry { largest_move, class, games, undecided, sum, mean: mean.value(), greatest }
        };
        let document = MeansDocument {
            census: Parameters::of(census),
            classes: classes.iter().map(class).collect(),
            means: means.iter().map(entry).collect(),
            undecided: undecided(means).to_string(),
            seconds: time.map(seconds),
        };
        document.serialize(serializer)
    }
}
