Game.vo Game.glob Game.v.beautified Game.required_vo: Game.v 
Game.vio: Game.v 
Game.vos Game.vok Game.required_vos: Game.v 
Affine.vo Affine.glob Affine.v.beautified Affine.required_vo: Affine.v 
Affine.vio: Affine.v 
Affine.vos Affine.vok Affine.required_vos: Affine.v 
Refutation.vo Refutation.glob Refutation.v.beautified Refutation.required_vo: Refutation.v Affine.vo
Refutation.vio: Refutation.v Affine.vio
Refutation.vos Refutation.vok Refutation.required_vos: Refutation.v Affine.vos
Language.vo Language.glob Language.v.beautified Language.required_vo: Language.v Game.vo Affine.vo
Language.vio: Language.v Game.vio Affine.vio
Language.vos Language.vok Language.required_vos: Language.v Game.vos Affine.vos
Arms.vo Arms.glob Arms.v.beautified Arms.required_vo: Arms.v Affine.vo Language.vo
Arms.vio: Arms.v Affine.vio Language.vio
Arms.vos Arms.vok Arms.required_vos: Arms.v Affine.vos Language.vos
Places.vo Places.glob Places.v.beautified Places.required_vo: Places.v Affine.vo Language.vo Arms.vo
Places.vio: Places.v Affine.vio Language.vio Arms.vio
Places.vos Places.vok Places.required_vos: Places.v Affine.vos Language.vos Arms.vos
Follows.vo Follows.glob Follows.v.beautified Follows.required_vo: Follows.v Affine.vo Language.vo Arms.vo Places.vo
Follows.vio: Follows.v Affine.vio Language.vio Arms.vio Places.vio
Follows.vos Follows.vok Follows.required_vos: Follows.v Affine.vos Language.vos Arms.vos Places.vos
Walk.vo Walk.glob Walk.v.beautified Walk.required_vo: Walk.v Affine.vo Refutation.vo
Walk.vio: Walk.v Affine.vio Refutation.vio
Walk.vos Walk.vok Walk.required_vos: Walk.v Affine.vos Refutation.vos
Phases.vo Phases.glob Phases.v.beautified Phases.required_vo: Phases.v Game.vo Affine.vo Refutation.vo Language.vo Walk.vo
Phases.vio: Phases.v Game.vio Affine.vio Refutation.vio Language.vio Walk.vio
Phases.vos Phases.vok Phases.required_vos: Phases.v Game.vos Affine.vos Refutation.vos Language.vos Walk.vos
Split.vo Split.glob Split.v.beautified Split.required_vo: Split.v Game.vo Affine.vo Refutation.vo Language.vo Walk.vo Phases.vo
Split.vio: Split.v Game.vio Affine.vio Refutation.vio Language.vio Walk.vio Phases.vio
Split.vos Split.vok Split.required_vos: Split.v Game.vos Affine.vos Refutation.vos Language.vos Walk.vos Phases.vos
Event.vo Event.glob Event.v.beautified Event.required_vo: Event.v Game.vo Affine.vo Refutation.vo Language.vo Walk.vo Phases.vo Split.vo
Event.vio: Event.v Game.vio Affine.vio Refutation.vio Language.vio Walk.vio Phases.vio Split.vio
Event.vos Event.vok Event.required_vos: Event.v Game.vos Affine.vos Refutation.vos Language.vos Walk.vos Phases.vos Split.vos
Sweep.vo Sweep.glob Sweep.v.beautified Sweep.required_vo: Sweep.v Game.vo Affine.vo Refutation.vo Language.vo Walk.vo Phases.vo Split.vo Event.vo
Sweep.vio: Sweep.v Game.vio Affine.vio Refutation.vio Language.vio Walk.vio Phases.vio Split.vio Event.vio
Sweep.vos Sweep.vok Sweep.required_vos: Sweep.v Game.vos Affine.vos Refutation.vos Language.vos Walk.vos Phases.vos Split.vos Event.vos
Chain.vo Chain.glob Chain.v.beautified Chain.required_vo: Chain.v Game.vo Affine.vo Refutation.vo Language.vo Places.vo Follows.vo Walk.vo Split.vo Sweep.vo
Chain.vio: Chain.v Game.vio Affine.vio Refutation.vio Language.vio Places.vio Follows.vio Walk.vio Split.vio Sweep.vio
Chain.vos Chain.vok Chain.required_vos: Chain.v Game.vos Affine.vos Refutation.vos Language.vos Places.vos Follows.vos Walk.vos Split.vos Sweep.vos
Checker.vo Checker.glob Checker.v.beautified Checker.required_vo: Checker.v Game.vo Affine.vo Refutation.vo Language.vo Arms.vo Places.vo Follows.vo Walk.vo Sweep.vo Chain.vo
Checker.vio: Checker.v Game.vio Affine.vio Refutation.vio Language.vio Arms.vio Places.vio Follows.vio Walk.vio Sweep.vio Chain.vio
Checker.vos Checker.vok Checker.required_vos: Checker.v Game.vos Affine.vos Refutation.vos Language.vos Arms.vos Places.vos Follows.vos Walk.vos Sweep.vos Chain.vos
Meaning.vo Meaning.glob Meaning.v.beautified Meaning.required_vo: Meaning.v Game.vo Affine.vo Refutation.vo Language.vo Places.vo Follows.vo Walk.vo Split.vo Sweep.vo Chain.vo Checker.vo
Meaning.vio: Meaning.v Game.vio Affine.vio Refutation.vio Language.vio Places.vio Follows.vio Walk.vio Split.vio Sweep.vio Chain.vio Checker.vio
Meaning.vos Meaning.vok Meaning.required_vos: Meaning.v Game.vos Affine.vos Refutation.vos Language.vos Places.vos Follows.vos Walk.vos Split.vos Sweep.vos Chain.vos Checker.vos
NotEmpty.vo NotEmpty.glob NotEmpty.v.beautified NotEmpty.required_vo: NotEmpty.v Game.vo Affine.vo Refutation.vo Language.vo Arms.vo Places.vo Follows.vo Walk.vo Split.vo Sweep.vo Chain.vo Checker.vo Meaning.vo
NotEmpty.vio: NotEmpty.v Game.vio Affine.vio Refutation.vio Language.vio Arms.vio Places.vio Follows.vio Walk.vio Split.vio Sweep.vio Chain.vio Checker.vio Meaning.vio
NotEmpty.vos NotEmpty.vok NotEmpty.required_vos: NotEmpty.v Game.vos Affine.vos Refutation.vos Language.vos Arms.vos Places.vos Follows.vos Walk.vos Split.vos Sweep.vos Chain.vos Checker.vos Meaning.vos
Largest.vo Largest.glob Largest.v.beautified Largest.required_vo: Largest.v Game.vo Affine.vo Refutation.vo Language.vo Places.vo Follows.vo Walk.vo Split.vo Sweep.vo Chain.vo Checker.vo
Largest.vio: Largest.v Game.vio Affine.vio Refutation.vio Language.vio Places.vio Follows.vio Walk.vio Split.vio Sweep.vio Chain.vio Checker.vio
Largest.vos Largest.vok Largest.required_vos: Largest.v Game.vos Affine.vos Refutation.vos Language.vos Places.vos Follows.vos Walk.vos Split.vos Sweep.vos Chain.vos Checker.vos
Blocks.vo Blocks.glob Blocks.v.beautified Blocks.required_vo: Blocks.v Game.vo Affine.vo Refutation.vo Language.vo Places.vo Follows.vo Walk.vo Split.vo Sweep.vo Chain.vo Checker.vo Meaning.vo NotEmpty.vo
Blocks.vio: Blocks.v Game.vio Affine.vio Refutation.vio Language.vio Places.vio Follows.vio Walk.vio Split.vio Sweep.vio Chain.vio Checker.vio Meaning.vio NotEmpty.vio
Blocks.vos Blocks.vok Blocks.required_vos: Blocks.v Game.vos Affine.vos Refutation.vos Language.vos Places.vos Follows.vos Walk.vos Split.vos Sweep.vos Chain.vos Checker.vos Meaning.vos NotEmpty.vos
Soundness.vo Soundness.glob Soundness.v.beautified Soundness.required_vo: Soundness.v Game.vo Affine.vo Refutation.vo Language.vo Places.vo Follows.vo Walk.vo Split.vo Sweep.vo Chain.vo Checker.vo Meaning.vo NotEmpty.vo Largest.vo Blocks.vo
Soundness.vio: Soundness.v Game.vio Affine.vio Refutation.vio Language.vio Places.vio Follows.vio Walk.vio Split.vio Sweep.vio Chain.vio Checker.vio Meaning.vio NotEmpty.vio Largest.vio Blocks.vio
Soundness.vos Soundness.vok Soundness.required_vos: Soundness.v Game.vos Affine.vos Refutation.vos Language.vos Places.vos Follows.vos Walk.vos Split.vos Sweep.vos Chain.vos Checker.vos Meaning.vos NotEmpty.vos Largest.vos Blocks.vos
Lengths.vo Lengths.glob Lengths.v.beautified Lengths.required_vo: Lengths.v Affine.vo Language.vo Places.vo Walk.vo Chain.vo Checker.vo Meaning.vo Soundness.vo
Lengths.vio: Lengths.v Affine.vio Language.vio Places.vio Walk.vio Chain.vio Checker.vio Meaning.vio Soundness.vio
Lengths.vos Lengths.vok Lengths.required_vos: Lengths.v Affine.vos Language.vos Places.vos Walk.vos Chain.vos Checker.vos Meaning.vos Soundness.vos
Example.vo Example.glob Example.v.beautified Example.required_vo: Example.v Game.vo Affine.vo Refutation.vo Language.vo Walk.vo Checker.vo Soundness.vo
Example.vio: Example.v Game.vio Affine.vio Refutation.vio Language.vio Walk.vio Checker.vio Soundness.vio
Example.vos Example.vok Example.required_vos: Example.v Game.vos Affine.vos Refutation.vos Language.vos Walk.vos Checker.vos Soundness.vos
