//! How a census can be shared out: for people and as JSON, with the commands that do it.

use super::census::{Parameters, title};
use super::{Render, seconds};
use crate::census::{Census, Measure, Plan};
use crate::diagnostic::counted;
use crate::sequence::Rule;
use grundy_output::output;
use std::time::Duration;

/// The flags of `grundy census` that ask for this census.
///
/// ```
/// use grundy_census::census::Census;
/// use grundy_report::report::plan::flags;
/// let census = Census::new(40, 60, Some(5), true).unwrap();
/// assert_eq!(flags(&census), "--max-move 40..60 --moves 5 --symmetric");
/// ```
pub fn flags(census: &Census) -> String {
    let (smallest, greatest) = census.range();
    let mut flags = format!("--max-move {smallest}..{greatest}");
    if let Some(moves) = census.moves() {
        flags += &format!(" --moves {moves}");
    }
    if census.is_symmetric() {
        flags += " --symmetric";
    }
    if census.rule != Rule::Normal {
        flags += &format!(" --rule '{}'", census.rule);
    }
    if let Some(condition) = &census.choice.condition {
        flags += &format!(" --where '{condition}'");
    }
    if let Some(most) = census.choice.differences {
        flags += &format!(" --differences {most}");
    }
    if census.measure != Measure::Period {
        flags += &format!(" --records {}", census.measure.name());
    }
    if census.every {
        flags += " --all";
    }
    if census.limit_positions != Census::LIMIT_POSITIONS {
        flags += &format!(" --limit-positions {}", census.limit_positions);
    }
    flags
}

/// What is to be typed.  In `shard`, `{}` stands for the numbers of the shards, from 1.
#[output]
struct Commands {
    shard: String,
    parallel: String,
    slurm: String,
    merge: String,
}

impl Commands {
    fn new(census: &Census, plan: &Plan) -> Self {
        let Plan { shards, threads, .. } = plan;
        let flags = flags(census);
        let shard = format!(
            "grundy census {flags} --shard {{}}/{shards} -o shard-{{}}-of-{shards}.jsonl -j \
             {threads}"
        );
        Self {
            parallel: format!(
                "seq {shards} | parallel -j 1 --joblog shards.log --resume-failed {shard}"
            ),
            slurm: format!(
                "sbatch --array=1-{shards} --cpus-per-task={threads} census.sbatch {shards} {flags}"
            ),
            merge: format!("grundy census merge shard-*-of-{shards}.jsonl"),
            shard,
        }
    }
}

/// How a census can be shared out.
pub fn shared_out<'a>(census: &'a Census, plan: &'a Plan) -> impl Render {
    PlanDocument {
        census_of: census,
        plan,
        census: Parameters::of(census),
        games: census.games().to_string(),
        sample: Sample {
            pieces: plan.pieces.to_string(),
            games: plan.games.to_string(),
            seconds: seconds(plan.measured),
            slowest_seconds: seconds(plan.slowest),
        },
        games_per_second: speed(census, plan).to_string(),
        seconds: seconds(plan.whole),
        threads: plan.threads,
        shards: plan.shards.to_string(),
        seconds_per_shard: seconds(plan.each),
        commands: Commands::new(census, plan),
    }
}

impl Render for PlanDocument<'_> {
    fn text(&self) -> String {
        let Self { census_of: census, plan, games_per_second, commands, .. } = self;
        let Plan { pieces, games, measured, slowest, whole, threads, shards, each } = plan;
        let Commands { parallel, slurm, merge, .. } = commands;
        let (threads, shards) = (counted(*threads as u64, "thread"), counted(*shards, "shard"));
        let mut lines = vec![
            format!("{}: {}", title(census), counted(census.games(), "game")),
            format!(
                "measured: {} with {} in {}, the slowest in {}",
                counted(*pieces as u64, "piece"),
                counted(*games, "game"),
                about(*measured),
                about(*slowest)
            ),
            format!("speed: {games_per_second} games a second in one thread"),
            format!("total: about {} in one thread", about(*whole)),
            format!("proposed: {shards} of about {} with {threads}", about(*each)),
        ];
        if slowest > each {
            lines.push(format!(
                "a shard that contains the slowest piece takes at least {}",
                about(*slowest)
            ));
        }
        for (head, command) in [
            ("on this machine, one after another", parallel),
            ("under Slurm", slurm),
            ("when all are done", merge),
        ] {
            lines.push(format!("\n{head}:\n  {command}"));
        }
        lines.join("\n") + "\n"
    }
}

/// What was measured.
#[output]
struct Sample {
    pieces: String,
    games: String,
    seconds: String,
    slowest_seconds: String,
}

#[output]
pub(super) struct PlanDocument<'a> {
    #[serde(skip)]
    census_of: &'a Census,
    #[serde(skip)]
    plan: &'a Plan,
    census: Parameters,
    games: String,
    sample: Sample,
    games_per_second: String,
    seconds: String,
    threads: usize,
    shards: String,
    seconds_per_shard: String,
    commands: Commands,
}

/// Games of the whole per second in one thread.
fn speed(census: &Census, plan: &Plan) -> u128 {
    // Below 2^63 * 10^9.
    u128::from(census.games()) * 1_000_000_000 / plan.whole.as_nanos().max(1)
}

/// A time in the largest unit that leaves two digits, or nearly so.
fn about(time: Duration) -> String {
    let seconds = time.as_secs();
    match seconds {
        0 => format!("{} ms", time.subsec_millis()),
        1..10 => format!("{seconds}.{} s", time.subsec_millis() / 100),
        10..120 => format!("{seconds} s"),
        120..7_200 => format!("{} min", seconds / 60),
        7_200..172_800 => format!("{} h", seconds / 3600),
        172_800..63_072_000 => format!("{} days", seconds / 86_400),
        _ => format!("{} years", seconds / 31_536_000),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn plan() -> Plan {
        Plan {
            pieces: 1,
            games: 4096,
            measured: Duration::from_millis(1550),
            slowest: Duration::from_millis(1550),
            whole: Duration::from_secs(7_199),
            threads: 2,
            shards: 64,
            each: Duration::from_secs(56),
        }
    }

    #[test]
    fn people_see_amounts_times_and_commands() {
        let mut census = Census::new(4, 200, Some(4), false).expect("a census");
        census.measure = Measure::Preperiod;
        assert_eq!(
            shared_out(&census, &plan()).text(),
            "all games of 4 moves with largest move 4..200: 64684950 games
measured: 1 piece with 4096 games in 1.5 s, the slowest in 1.5 s
speed: 8985 games a second in one thread
total: about 119 min in one thread
proposed: 64 shards of about 56 s with 2 threads

on this machine, one after another:
  seq 64 | parallel -j 1 --joblog shards.log --resume-failed grundy census --max-move 4..200 \
             --moves 4 --records preperiod --shard {}/64 -o shard-{}-of-64.jsonl -j 2

under Slurm:
  sbatch --array=1-64 --cpus-per-task=2 census.sbatch 64 --max-move 4..200 --moves 4 --records \
             preperiod

when all are done:
  grundy census merge shard-*-of-64.jsonl
"
        );
        let slow = Plan { slowest: Duration::from_secs(400_000), ..plan() };
        let told = "a shard that contains the slowest piece takes at least 4 days\n";
        let text = shared_out(&census, &slow).text();
        assert!(text.contains(told), "{text}");
    }

    #[test]
    fn programs_see_the_same() {
        let census = Census::new(4, 200, Some(4), false).expect("a census");
        let value: serde_json::Value =
            serde_json::from_str(&shared_out(&census, &plan()).json()).expect("JSON");
        assert_eq!(value["games"], "64684950");
        assert_eq!(value["sample"]["seconds"], "1.550000");
        assert_eq!((&value["shards"], &value["threads"]), (&"64".into(), &2.into()));
        assert_eq!(value["seconds_per_shard"], "56.000000");
        assert_eq!(
            value["commands"]["shard"],
            "grundy census --max-move 4..200 --moves 4 --shard {}/64 -o shard-{}-of-64.jsonl -j 2"
        );
    }

    #[test]
    fn times_have_a_unit_that_fits() {
        let told = [0, 119, 120, 7_200, 86_400, 172_800, u64::MAX]
            .map(|it| about(Duration::from_secs(it)));
        let years = format!("{} years", u64::MAX / 31_536_000);
        assert_eq!(told, ["0 ms", "119 s", "2 min", "2 h", "24 h", "2 days", &years]);
        assert_eq!(about(Duration::from_millis(9_999)), "9.9 s");
    }
}
