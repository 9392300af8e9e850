(** Descriptions: what they are made of, and which sequence they describe.

    The shape is that of the model (packages/kernel/src/model): every list of units is blocks, (loop
    or branch), blocks, ..., blocks.  Blocks are kept in a list, in text order, and named by their
    number from 0.  The parameters are variables 0, 1, ...; the control variable of a counted loop
    has the number of parameters plus the number of counted loops around it. *)

From Coq Require Import List ZArith Bool Lia.
From Grundy Require Export Game.
From Grundy Require Import Affine.
Import ListNotations.
Local Open Scope Z_scope.

(** * What a description is made of *)

(** The values of the cycle, [first] and then [others], again and again, cut after [size] values. *)
Record word := Word { first : nat; others : list nat; size : form }.

(** [difference] compared with 0. *)
Record test := Test { difference : form; compared : comparison }.

(** [Next b r] is the block b, then r; [More b u r] has the loop or branch u between.
    [Loop from upto body] is the body once for each value from, from + 1, ..., upto of its control
    variable, and nothing if upto < from.  A branch is the body of the first arm whose test holds;
    ELSE is taken when no earlier one is. *)
Inductive units :=
  | Block (b : nat)
  | Next (b : nat) (rest : units)
  | More (b : nat) (u : part) (rest : units)
with part :=
  | Loop (from upto : form) (body : units)
  | Branch (a : arms)
with arms :=
  | NoArm
  | Else (body : units)
  | Arm (t : test) (body : units) (rest : arms).

(** A move, or all moves from one number to another; none if the second one is less. *)
Inductive entry :=
  | Move (s : form)
  | Moves (first_move last_move : form).

(** An endless loop whose passes carry a state, an integer: variable n of a pass if there are n parameters.
    It is [initial] in the first pass.  A pass is the first arm of [passing] whose test holds, and the form
    of [next_states] with the number of that arm is the state of the next pass.  [least] and [greatest] are the
    bounds of states.  An empty block stands before such a loop, at the end of [preperiod]. *)
Record state_loop := StateLoop {
  initial : form;
  least : form;
  greatest : form;
  passing : arms;
  next_states : list form
}.

(** What follows the first units: nothing, in a finite piece of a sequence; a body without end; or passes that
    carry a state. *)
Inductive ending :=
  | Piece
  | Endless (body : units)
  | Carrying (s : state_loop).

(** [start] is the block that is repeated before position 0, without end to the left, its last value at
    position -1; without it nothing stands there.  It is the last one of the blocks. *)
Record description := Description {
  rule_of : rule;
  parameters : nat;
  conditions : list constraint;
  moves : list entry;
  start : option nat;
  blocks : list (list word);
  preperiod : units;
  ending_of : ending
}.

(** The body of the endless loop, if its passes carry no state. *)
Definition endless (D : description) : option units :=
  match ending_of D with Endless body => Some body | Piece | Carrying _ => None end.

(** The endless loop, if its passes carry a state. *)
Definition carrying (D : description) : option state_loop :=
  match ending_of D with Carrying s => Some s | Piece | Endless _ => None end.

Lemma ending_endless D body : endless D = Some body -> ending_of D = Endless body.
Proof. unfold endless. destruct (ending_of D); congruence. Qed.

Lemma ending_carrying D s : carrying D = Some s -> ending_of D = Carrying s.
Proof. unfold carrying. destruct (ending_of D); congruence. Qed.

Scheme units_mutual := Induction for units Sort Prop
  with part_mutual := Induction for part Sort Prop
  with arms_mutual := Induction for arms Sort Prop.
Combined Scheme shape_ind from units_mutual, part_mutual, arms_mutual.

(** Is this a finite piece, of which only the positions count whose options all lie in it? *)
Definition is_piece (D : description) : bool :=
  match ending_of D with Piece => true | Endless _ | Carrying _ => false end.

(** * What it says *)

Definition cycle (w : word) : list nat := first w :: others w.

(** The value this far into the word, or as far into its cycle. *)
Definition value_in (w : word) (offset : Z) : nat :=
  nth (Z.to_nat (offset mod Z.of_nat (length (cycle w)))) (cycle w) 0%nat.

Definition word_values (v : list Z) (w : word) : list nat :=
  map (fun k => value_in w (Z.of_nat k)) (seq 0 (Z.to_nat (eval v (size w)))).

Definition test_holds (v : list Z) (t : test) : bool :=
  let d := eval v (difference t) in
  match compared t with
  | AtLeast => 0 <=? d
  | AtMost => d <=? 0
  | Equal => d =? 0
  | NotEqual => negb (d =? 0)
  end.

(** The numbers from, from + 1, ..., upto. *)
Definition range (from upto : Z) : list Z :=
  map (fun k => from + Z.of_nat k) (seq 0 (Z.to_nat (upto - from + 1))).

Section Values.

Variable B : list (list word).

Definition words (b : nat) : list word := nth b B [].

Definition block_values (v : list Z) (b : nat) : list nat :=
  flat_map (word_values v) (words b).

(** The values that units stand for, v being the values of the variables around them. *)
Fixpoint units_values (v : list Z) (us : units) : list nat :=
  match us with
  | Block b => block_values v b
  | Next b rest => block_values v b ++ units_values v rest
  | More b u rest => block_values v b ++ part_values v u ++ units_values v rest
  end
with part_values (v : list Z) (u : part) : list nat :=
  match u with
  | Loop from upto body =>
      flat_map (fun i => units_values (v ++ [i]) body) (range (eval v from) (eval v upto))
  | Branch a => arms_values v a
  end
with arms_values (v : list Z) (a : arms) : list nat :=
  match a with
  | NoArm => []
  | Else body => units_values v body
  | Arm t body rest => if test_holds v t then units_values v body else arms_values v rest
  end.

End Values.

(** The state of the pass behind one with these values of its variables. *)
Fixpoint next_form (v : list Z) (a : arms) (l : list form) : form :=
  match a, l with
  | Else _, f :: _ => f
  | Arm t _ rest, f :: l => if test_holds v t then f else next_form v rest l
  | _, _ => zero
  end.

(** The values of the variables of pass k. *)
Fixpoint pass_at (s : state_loop) (p : list Z) (k : nat) : list Z :=
  match k with
  | O => p ++ [eval p (initial s)]
  | S k => let v := pass_at s p k in p ++ [eval v (next_form v (passing s) (next_states s))]
  end.

(** What stands before the endless loop, and n passes through it. *)
Definition passes (D : description) (p : list Z) (n : nat) : list nat :=
  units_values (blocks D) p (preperiod D) ++
  match ending_of D with
  | Piece => []
  | Endless body => concat (repeat (units_values (blocks D) p body) n)
  | Carrying s => flat_map (fun k => arms_values (blocks D) (pass_at s p k) (passing s)) (seq 0 n)
  end.

(** The value described for position x when the parameters have the values p: if the endless loop
    is not empty, x + 1 passes through it reach beyond x. *)
Definition described (D : description) (p : list Z) (x : nat) : nat :=
  nth x (passes D p (S x)) 0%nat.

(** The moves when the parameters have the values p. *)
Definition sizes (p : list Z) (e : entry) : list Z :=
  match e with
  | Move s => [eval p s]
  | Moves a b => range (eval p a) (eval p b)
  end.

Definition moves_at (D : description) (p : list Z) : list nat :=
  map Z.to_nat (flat_map (sizes p) (moves D)).

(** What is followed of the moves: each, of ranges the first and the last one. *)
Definition entry_ends (e : entry) : list form :=
  match e with Move s => [s] | Moves a b => [a; b] end.

Definition ends_of (D : description) : list form := flat_map entry_ends (moves D).

Definition least_move (e : entry) : form := match e with Move s | Moves s _ => s end.
Definition greatest_move (e : entry) : form := match e with Move s | Moves _ s => s end.

Definition is_range (e : entry) : bool := match e with Move _ => false | Moves _ _ => true end.

(** The value of position -1 - k, for each k, if these are repeated to the left. *)
Definition leftward (values : list nat) (k : nat) : nat :=
  nth (length values - 1 - k mod length values) values 0%nat.

(** What stands before position 0 when the parameters have the values p. *)
Definition past_at (D : description) (p : list Z) : past :=
  option_map (fun b => leftward (block_values (blocks D) p b)) (start D).

(** The values of the game with these moves, by this rule. *)
Definition game (r : rule) (D : description) (p : list Z) : nat -> nat :=
  value r (past_at D p) (moves_at D p).

(** The same with other moves. *)
Definition with_moves (D : description) (l : list entry) : description :=
  Description (rule_of D) (parameters D) (conditions D) l (start D) (blocks D) (preperiod D) (ending_of D).

(** Do the parameters satisfy the order conditions? *)
Definition admitted (D : description) (p : list Z) : Prop :=
  length p = parameters D /\ all_hold p (conditions D).

(** * Instances of blocks *)

(** A block with the values of the variables around it. *)
Definition instance : Type := nat * list Z.

Section Instances.

Variable B : list (list word).

Definition block_has_words (b : nat) : bool :=
  match words B b with [] => false | _ => true end.

Fixpoint units_have_words (us : units) : bool :=
  match us with
  | Block b => block_has_words b
  | Next b rest => block_has_words b || units_have_words rest
  | More b u rest => block_has_words b || part_has_words u || units_have_words rest
  end
with part_has_words (u : part) : bool :=
  match u with
  | Loop _ _ body => units_have_words body
  | Branch a => arms_have_words a
  end
with arms_have_words (a : arms) : bool :=
  match a with
  | NoArm => false
  | Else body => units_have_words body
  | Arm _ body rest => units_have_words body || arms_have_words rest
  end.

(** The instances of blocks, in order, without those of loops and branches that have no words. *)
Fixpoint units_instances (v : list Z) (us : units) : list instance :=
  match us with
  | Block b => [(b, v)]
  | Next b rest => (b, v) :: units_instances v rest
  | More b u rest => (b, v) :: part_instances v u ++ units_instances v rest
  end
with part_instances (v : list Z) (u : part) : list instance :=
  if part_has_words u then
    match u with
    | Loop from upto body =>
        flat_map (fun i => units_instances (v ++ [i]) body) (range (eval v from) (eval v upto))
    | Branch a => arms_instances v a
    end
  else []
with arms_instances (v : list Z) (a : arms) : list instance :=
  match a with
  | NoArm => []
  | Else body => units_instances v body
  | Arm t body rest => if test_holds v t then units_instances v body else arms_instances v rest
  end.

Definition instance_values (i : instance) : list nat := block_values B (snd i) (fst i).

Lemma no_words_block v b : block_has_words b = false -> block_values B v b = [].
Proof. unfold block_has_words, block_values. now destruct (words B b). Qed.

Lemma flat_map_nil {A C} (f : A -> list C) l : (forall a, f a = []) -> flat_map f l = [].
Proof. intros H. induction l as [| a l IH]; simpl; [reflexivity | now rewrite H]. Qed.

Lemma no_words :
  (forall us, units_have_words us = false -> forall v, units_values B v us = []) /\
  (forall u, part_has_words u = false -> forall v, part_values B v u = []) /\
  (forall a, arms_have_words a = false -> forall v, arms_values B v a = []).
Proof.
  apply shape_ind.
  - intros b H v. now apply no_words_block.
  - intros b rest Hr H v. cbn [units_have_words] in H. rewrite orb_false_iff in H.
    destruct H as (Hb & Hrest). cbn [units_values]. now rewrite no_words_block, Hr.
  - intros b u Hu rest Hr H v. cbn [units_have_words] in H. rewrite !orb_false_iff in H.
    destruct H as ((Hb & H) & Hrest). cbn [units_values].
    now rewrite no_words_block, Hu, Hr.
  - intros from upto body Hb H v. apply flat_map_nil. intros i. now apply Hb.
  - intros a Ha H v. now apply Ha.
  - reflexivity.
  - intros body Hb H v. now apply Hb.
  - intros t body Hb rest Hr H v. cbn [arms_have_words] in H. rewrite orb_false_iff in H.
    destruct H as (H & Hrest). cbn [arms_values]. destruct (test_holds v t); auto.
Qed.

Lemma flat_map_flat_map {A C E} (f : A -> list C) (g : C -> list E) l :
  flat_map g (flat_map f l) = flat_map (fun a => flat_map g (f a)) l.
Proof. induction l as [| a l IH]; simpl; [reflexivity |]. now rewrite flat_map_app, IH. Qed.

(** The values are those of the instances, in order. *)
Lemma values_of_instances :
  (forall us v, units_values B v us = flat_map instance_values (units_instances v us)) /\
  (forall u v, part_values B v u = flat_map instance_values (part_instances v u)) /\
  (forall a v, arms_values B v a = flat_map instance_values (arms_instances v a)).
Proof.
  apply shape_ind.
  - intros b v. simpl. now rewrite app_nil_r.
  - intros b rest Hr v. simpl. now rewrite <- Hr.
  - intros b u Hu rest Hr v. simpl. rewrite flat_map_app, <- Hr, <- Hu. reflexivity.
  - intros from upto body Hb v.
    destruct (part_has_words (Loop from upto body)) eqn:Hw.
    + cbn [part_values part_instances]. rewrite Hw, flat_map_flat_map.
      apply flat_map_ext. intros i. apply Hb.
    + cbn [part_instances]. rewrite Hw. now apply no_words.
  - intros a Ha v.
    destruct (part_has_words (Branch a)) eqn:Hw.
    + cbn [part_values part_instances]. rewrite Hw. apply Ha.
    + cbn [part_instances]. rewrite Hw. now apply no_words.
  - reflexivity.
  - intros body Hb v. apply Hb.
  - intros t body Hb rest Hr v. cbn [arms_values arms_instances].
    destruct (test_holds v t); auto.
Qed.

Lemma loop_values v from upto body :
  part_values B v (Loop from upto body) =
    flat_map (fun i => units_values B (v ++ [i]) body) (range (eval v from) (eval v upto)).
Proof. reflexivity. Qed.

Lemma loop_instances v from upto body :
  part_instances v (Loop from upto body) =
    if units_have_words body
    then flat_map (fun i => units_instances (v ++ [i]) body) (range (eval v from) (eval v upto))
    else [].
Proof. reflexivity. Qed.

End Instances.
