(** The rule in a split, where moves come in ranges (packages/kernel/src/certificate/covered.rs).

    The position is one more variable.  The targets of a range are all positions between those of its
    two ends; they cover the words between the words that these are in, and parts of those two.  For mex,
    normal play and misere play it is enough which values are covered: each value that must be there has
    a word of which enough letters are covered, and of no word are so many covered that the value that
    must not be there is among them.

    Where options are counted, no two entries have a move in common.  The number of options is the sum over
    the covered words of the number of their letters that count.  Of a cycle of c letters, w of which count,
    k covered letters have w (k - r)/c + v that do, r the remainder of k by c, which must be the same
    everywhere, and v the number among the first r. *)

From Coq Require Import List ZArith Bool Lia.
From Grundy Require Import Lookup Game Affine Refutation Language Ranges Number Walk Phases Past Split.
Import ListNotations.
Local Open Scope Z_scope.

(** A word of which a range covers letters: its number in the chain, the phase of the first of these
    letters, and how many they are. *)
Record covering := Covering {
  covered_word : nat;
  covered_cycle : word;
  first_phase : Z;
  how_many : form
}.

(** What the moves of a position lead to: the values that single moves lead to; whether there is an
    option; and for each range what it covers. *)
Record targets := Targets {
  single_values : list nat;
  has_option : bool;
  coverings : list (list covering)
}.

Definition count_of (w : word) : Z := Z.of_nat (length (cycle w)).

(** The first of the covered letters that is this value, from 0; also if so many are not covered. *)
Definition place_of (it : covering) (v : nat) : option Z :=
  option_map Z.of_nat
    (List.find (fun k => (value_in (covered_cycle it) (first_phase it + Z.of_nat k) =? v)%nat)
       (seq 0 (length (cycle (covered_cycle it))))).

(** The values that options must have for this value, and one that none may have. *)
Definition by_lost (own : nat) : option (list nat * option nat) :=
  match own with
  | 0%nat => Some ([], Some 0%nat)
  | 1%nat => Some ([0%nat], None)
  | _ => None
  end.

Definition demanded (r : rule) (own : nat) (has : bool) : option (list nat * option nat) :=
  match r with
  | Mex => Some (seq 0 own, Some own)
  | Normal => by_lost own
  | Misere => if has then by_lost own else if (own =? 1)%nat then Some ([], None) else None
  | Lost _ | Won _ => None
  end.

(** The options that are counted, and what is asked of their number. *)
Definition counted (r : rule) : option ((nat -> bool) * tally) :=
  match r with
  | Lost t => Some (is_lost, t)
  | Won t => Some (fun v => negb (is_lost v), t)
  | Mex | Normal | Misere => None
  end.

(** Is the value of a position that it is won? *)
Definition is_won (own : nat) : option bool :=
  match own with 0%nat => Some false | 1%nat => Some true | _ => None end.

(** How many of the first k covered letters count. *)
Definition how_often (of : nat -> bool) (it : covering) (k : Z) : Z :=
  number (fun j => of (value_in (covered_cycle it) (first_phase it + j))) 0 (k - 1).

(** A common multiple of the lengths of cycles in which some letters count and others do not. *)
Fixpoint scale_of (of : nat -> bool) (l : list covering) : Z :=
  match l with
  | [] => 1
  | it :: l =>
      let c := count_of (covered_cycle it) in
      let often := how_often of it c in
      if (often =? 0) || (often =? c) then scale_of of l else Z.lcm c (scale_of of l)
  end.

(** When the number of options, times [scale], is as asked or not: where all forms of one of these lists
    are at least 0. *)
Definition ways_to_be (compared : comparison) (bound : Z) (wanted : bool) (total : form) (scale : Z)
  : list (list form) :=
  let least k := plus total (- (scale * k)) in
  let most k := plus (times (-1) total) (scale * k) in
  match compared, wanted with
  | AtLeast, true => [[least bound]]
  | AtLeast, false => [[most (bound - 1)]]
  | AtMost, true => [[most bound]]
  | AtMost, false => [[least (bound + 1)]]
  | Equal, true | NotEqual, false => [[least bound; most bound]]
  | NotEqual, true | Equal, false => [[most (bound - 1)]; [least (bound + 1)]]
  end.

Section Covered.

Variable D : description.

(** * The checker *)

Section AtDimension.

Variables (dimension : nat) (rows : list constraint) (ch : view) (past : option word) (x : form).

(** The word there, and where it begins; nothing before position 0 without a start. *)
Definition landed (k : nat) : option (word * form) :=
  match look (word_table ch) k, past with
  | Some w, _ | None, Some w => Some (w, begins_at ch k)
  | None, None => None
  end.

(** What the positions between two targets cover of these words; the first one is in the word [far]. *)
Fixpoint covering_of (first last : form) (near far : nat) (l : list nat) (st : state)
  : option (list covering * state) :=
  match l with
  | [] => Some ([], st)
  | k :: l =>
      match landed k with
      | None => covering_of first last near far l st
      | Some (w, begin) =>
          let start := if (k =? far)%nat then first else begin in
          let end_ := if (k =? near)%nat then last else plus (border ch k) (-1) in
          then_ (if (k =? far)%nat then phase rows (sub first begin) (count_of w) st else Some (0, st))
            (fun it =>
          then_ (covering_of first last near far l (snd it)) (fun more =>
            Some (Covering k w (fst it) (plus (sub end_ start) 1) :: fst more, snd more)))
      end
  end.

Fixpoint targets_of (l : list entry) (words : list nat) (st : state) : option (targets * state) :=
  match l, words with
  | [], _ => Some (Targets [] false [], st)
  | Move f :: l, k :: words =>
      match landed k with
      | None => targets_of l words st
      | Some (w, begin) =>
          then_ (phase rows (sub (sub x f) begin) (count_of w) st) (fun it =>
          then_ (targets_of l words (snd it)) (fun more =>
            let T := fst more in
            Some (Targets (value_in w (fst it) :: single_values T) true (coverings T), snd more)))
      end
  | Moves a b :: l, near :: far :: words =>
      if (near <=? far)%nat then
        then_ (covering_of (sub x b) (sub x a) near far (seq near (S far - near)) st) (fun here =>
        then_ (targets_of l words (snd here)) (fun more =>
          let T := fst more in
          Some (Targets (single_values T) (lands ch past near || has_option T)
                  (fst here :: coverings T), snd more)))
      else None
  | _, _ => None
  end.

(** That each of these values is among those of the options, and what is left of the places named. *)
Fixpoint needed (T : targets) (l places : list nat) (st : state) : option (list nat * state) :=
  match l with
  | [] => Some (places, st)
  | v :: l =>
      if existsb (Nat.eqb v) (single_values T) then needed T l places st
      else
        match places with
        | range :: k :: places =>
            then_ (nth_error (coverings T) range) (fun all =>
            then_ (List.find (fun it => (covered_word it =? k)%nat) all) (fun it =>
            then_ (place_of it v) (fun place =>
            then_ (need dimension rows (plus (how_many it) (-1 - place)) st) (needed T l places))))
        | _ => None
        end
  end.

(** That this value is not among them. *)
Definition missing (T : targets) (v : nat) (st : state) : option state :=
  if existsb (Nat.eqb v) (single_values T) then None
  else
    try_each
      (fun it st =>
         match place_of it v with
         | Some place => need dimension rows (plus (times (-1) (how_many it)) place) st
         | None => Some st
         end)
      (concat (coverings T)) st.

(** That the rule gives this value, from the places of the values that are needed. *)
Definition by_values (own : nat) (T : targets) (places : list nat) (st : state) : option state :=
  then_ (demanded (rule_of D) own (has_option T)) (fun it =>
  then_ (needed T (fst it) places st) (fun rest =>
    match fst rest, snd it with
    | [], None => Some (snd rest)
    | [], Some v => missing T v (snd rest)
    | _, _ => None
    end)).

(** How many of the letters count that are covered of a word, times [scale]. *)
Definition number_in (of : nat -> bool) (scale : Z) (it : covering) (st : state) : option (form * state) :=
  let c := count_of (covered_cycle it) in
  let often := how_often of it c in
  if often =? 0 then Some (zero, st)
  else if often =? c then Some (times scale (how_many it), st)
  else if scale mod c =? 0 then
    then_ (phase rows (how_many it) c st) (fun rest =>
      Some (plus (times (scale / c * often) (plus (how_many it) (- fst rest)))
              (scale * how_often of it (fst rest)), snd rest))
  else None.

Fixpoint total_of (of : nat -> bool) (scale : Z) (l : list covering) (st : state) : option (form * state) :=
  match l with
  | [] => Some (zero, st)
  | it :: l =>
      then_ (number_in of scale it st) (fun here =>
      then_ (total_of of scale l (snd here)) (fun more => Some (add (fst here) (fst more), snd more)))
  end.

(** That a number is odd, or even; [total] is the number times [scale]. *)
Definition parity_is (is_odd : bool) (total : form) (scale : Z) (st : state) : option state :=
  then_ (phase rows total (2 * scale) st) (fun rest =>
    if fst rest =? (if is_odd then scale else 0) then Some (snd rest) else None).

(** That all forms of one of these lists are at least 0; if there are several, it is named. *)
Definition one_of (all : list (list form)) (ways : list nat) (st : state) : option state :=
  match all, ways with
  | [forms], [] => try_each (need dimension rows) forms st
  | _ :: _ :: _, [way] => then_ (nth_error all way) (fun forms => try_each (need dimension rows) forms st)
  | _, _ => None
  end.

(** That a number is as asked, or not. *)
Definition is_asked (t : tally) (wanted : bool) (total : form) (scale : Z) (ways : list nat) (st : state)
  : option state :=
  match t, ways with
  | Odd, [] => parity_is wanted total scale st
  | Even, [] => parity_is (negb wanted) total scale st
  | Odd, _ | Even, _ => None
  | Is compared bound, _ => one_of (ways_to_be compared (Z.of_N bound) wanted total scale) ways st
  | Never, _ => one_of (if wanted then [] else [[]]) ways st
  end.

(** That the number of options that count is as the value says. *)
Definition by_number (of : nat -> bool) (t : tally) (own : nat) (T : targets) (ways : list nat) (st : state)
  : option state :=
  let covered := concat (coverings T) in
  let scale := scale_of of covered in
  if 0 <? scale then
    then_ (is_won own) (fun wanted =>
    then_ (total_of of scale covered st) (fun total =>
      is_asked t wanted (plus (fst total) (scale * Z.of_nat (count of (single_values T)))) scale ways
        (snd total)))
  else None.

(** That the rule gives the value of the position. *)
Definition decided (s : sweep) (places : list nat) (st : state) : option state :=
  then_ (look (word_table ch) (tested s)) (fun w =>
  then_ (phase rows (sub x (begins_at ch (tested s))) (count_of w) st) (fun own =>
  then_ (targets_of (moves D) (landing s) (snd own)) (fun T =>
    match counted (rule_of D) with
    | Some (of, t) => by_number of t (value_in w (fst own)) (fst T) places (snd T)
    | None => by_values (value_in w (fst own)) (fst T) places (snd T)
    end))).

End AtDimension.

(** Do the borders and the moves only have variables below this number? *)
Definition settled (dimension : nat) (ch : view) : bool :=
  forallb (within dimension) (borders (stretch_of ch)) && forallb (within dimension) (ends_of D).

Fixpoint at_position (fuel : list answer) (dimension : nat) (rows : list constraint) (ch : view)
    (s : sweep) (x : form) (st : state) : option state :=
  match fuel with
  | [] => None
  | _ :: fuel =>
      match answers st with
      | CutAt f :: rest =>
          cut dimension rows f (fun rows => at_position fuel dimension rows ch s x)
            (State (facts st) rest)
      | Residues modulus f :: rest =>
          if settled dimension ch && within dimension x
          then
            residues dimension rows modulus f
              (fun rows => at_position fuel (S dimension) rows ch s x) (State (facts st) rest)
          else None
      | Covered places :: rest =>
          decided dimension rows ch (outside_word D) x s places (State (facts st) rest)
      | _ => None
      end
  end.

(** That the rule holds from the position of the sweep up to [end_]. *)
Definition covered (dimension : nat) (rows : list constraint) (ch : view) (s : sweep) (end_ : form)
    (st : state) : option state :=
  if settled dimension ch && within dimension (position s) && within dimension end_
     && forallb (fun c => within dimension (form_of c)) rows
     && forallb (within dimension) (facts st)
  then
    let x := variable dimension in
    each_case (S dimension) rows [at_least x (position s); below x end_] []
      (fun rows st => at_position (answers st) (S dimension) rows ch s x st) st
  else None.

End Covered.
