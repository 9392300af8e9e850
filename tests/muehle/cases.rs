//! The simulation cases of the source, from `cases.txt`, whose head explains the format.

use grundy_games::muehle::Player;
use grundy_games::muehle::net::{Variant, generate};
use grundy_games::petri::{CapacityRule, Firing, Net, TransitionId, obstacles};

const CASES: &str = include_str!("cases.txt");

struct Bench {
    net: Net,
    firing: Firing,
    marking: Vec<u32>,
}

impl Bench {
    fn new(variant: &str) -> Self {
        let variant = Variant::ALL.into_iter().find(|it| it.name() == variant).expect("a variant");
        let net = generate(variant, Player::A).net;
        let firing = Firing::new(&net, CapacityRule::Net);
        let marking = vec![0; net.places.len()];
        Self { net, firing, marking }
    }

    fn marking(&self, words: &[&str]) -> Vec<u32> {
        let mut marking = vec![0; self.net.places.len()];
        for word in words {
            let (name, tokens) = word.split_once('=').unwrap_or((word, "1"));
            let place = self.net.places.iter().position(|place| place.name == name);
            marking[place.unwrap_or_else(|| panic!("no place {name}"))] = tokens.parse().unwrap();
        }
        marking
    }

    fn id(&self, name: &str) -> TransitionId {
        let id = self.net.transitions.iter().position(|transition| transition.name == name);
        id.unwrap_or_else(|| panic!("no transition {name}"))
    }

    fn priority(&self, name: &str) -> String {
        self.net.transitions[self.id(name)].priority.to_string()
    }

    fn enabled(&self, name: &str) -> bool {
        obstacles(&self.net, CapacityRule::Net, &self.marking, self.id(name)).is_empty()
    }

    fn firable(&self) -> Vec<&str> {
        let firable = self.firing.firable(&self.marking);
        let mut names: Vec<_> =
            firable.iter().map(|id| self.net.transitions[*id].name.as_str()).collect();
        names.sort_unstable();
        names
    }

    fn check(&mut self, keyword: &str, words: &[&str], line: &str) {
        match (keyword, words) {
            ("net", [variant]) => *self = Self::new(variant),
            ("marking", _) => self.marking = self.marking(words),
            ("after", _) => assert_eq!(self.marking, self.marking(words), "{line}"),
            ("firable", [priority, names @ ..]) => {
                let mut names = names.to_vec();
                names.sort_unstable();
                assert_eq!(self.firable(), names, "{line}");
                assert!(names.iter().all(|name| self.priority(name) == *priority), "{line}");
            }
            ("among", [priority, name]) => {
                assert!(self.firable().contains(name), "{line}");
                assert_eq!(self.priority(name), *priority, "{line}");
            }
            ("waits", [priority, name]) => {
                assert!(self.enabled(name) && !self.firable().contains(name), "{line}");
                assert_eq!(self.priority(name), *priority, "{line}");
            }
            ("not", [name]) => assert!(!self.enabled(name), "{line}"),
            ("fire", [name]) => {
                assert!(self.firable().contains(name), "{line}: {:?}", self.firable());
                let id = self.id(name);
                self.firing.fire(&mut self.marking, id).unwrap();
            }
            ("dead", []) => assert_eq!(self.firable(), [""; 0], "{line}"),
            _ => panic!("what is `{line}`?"),
        }
    }
}

#[test]
fn every_case_of_the_source_runs_as_printed() {
    let mut bench = Bench::new("base");
    let (mut cases, mut checks) = (0, 0);
    for line in CASES.lines().filter(|line| !line.starts_with('#') && !line.is_empty()) {
        let words: Vec<_> = line.split_whitespace().collect();
        if words[0] == "case" {
            bench = Bench::new("base");
            cases += 1;
            continue;
        }
        bench.check(words[0], &words[1..], line);
        checks += 1;
    }
    assert_eq!((cases, checks), (31, 176));
}
