use grundy::games::muehle::Player;
use grundy::games::muehle::compare::{Options, compare};
use grundy::games::muehle::net::{Variant, generate};

#[test]
fn show() {
    for variant in Variant::ALL {
        let net = generate(variant, Player::A).net;
        let start = std::time::Instant::now();
        let options = Options { rule: variant.rule(), games: 5000, ..Default::default() };
        let compared = compare(&net, &options).unwrap();
        println!(
            "{variant:?} {:?} turns {} events {:?} limit {:?}",
            start.elapsed(),
            compared.turns,
            compared.events,
            compared.limit
        );
        for it in compared.divergences {
            let names: Vec<_> =
                it.fired.iter().map(|id| net.transitions[*id].name.as_str()).collect();
            println!(
                "{:?} turn {} firings {} {:?} astray {}\n  {}\n  before {}\n unrec {:?} stale {:?} net {:?} rules {:?}",
                it.kind,
                it.turn,
                it.fired.len(),
                it.shortest,
                it.astray,
                names.join(" "),
                it.before.unwrap(),
                it.unrecorded,
                it.stale,
                it.by_net,
                it.by_rules
            );
        }
    }
}
