(** What can stand before each block, read off the description.

    The theorem: what can stand before an instance of a block is among what [ways] lists, with its
    case. *)

From Coq Require Import List ZArith Bool Lia.
From Grundy Require Import Affine Language Arms Past.
Import ListNotations.
Local Open Scope Z_scope.

(** * The places of blocks *)

Fixpoint last_block (us : units) : nat :=
  match us with
  | Block b => b
  | Next _ rest | More _ _ rest => last_block rest
  end.

(** What stands before a block in the text: nothing; nothing with words but the block b; the body
    of the endless loop begins here; the body of a counted loop begins here; one ends here; a
    branch ends here. *)
Inductive before :=
  | Start
  | After (b : nat)
  | EndlessBegins (last b : nat)
  | BodyBegins (variable : nat) (from : form) (last b : nat)
  | LoopEnds (from upto : form) (last b : nat)
  | BranchEnds (a : arms) (b : nat).

(** The place of a block: its number, what stands before it, the number of counted loops around
    it, and when it is reached, outermost conditions first. *)
Record place := Place { number : nat; reached : before; loops : nat; reached_when : cases }.

Section Places.

Variables (B : list (list word)) (parameter_count : nat).

Definition behind (u : part) (b : nat) : before :=
  if part_has_words B u then
    match u with
    | Loop from upto body => LoopEnds from upto (last_block body) b
    | Branch a => BranchEnds a b
    end
  else After b.

Fixpoint units_places (r : before) (depth : nat) (outer : cases) (us : units) : list place :=
  match us with
  | Block b => [Place b r depth outer]
  | Next b rest => Place b r depth outer :: units_places (After b) depth outer rest
  | More b u rest =>
      Place b r depth outer :: part_places b depth outer u
      ++ units_places (behind u b) depth outer rest
  end
with part_places (b depth : nat) (outer : cases) (u : part) : list place :=
  match u with
  | Loop from upto body =>
      let v := (parameter_count + depth)%nat in
      units_places (BodyBegins v from (last_block body) b) (S depth)
        (outer ++ [[at_least (variable v) from]; [at_least upto (variable v)]]) body
  | Branch a => arms_places b depth outer [] a
  end
with arms_places (b depth : nat) (outer failed : cases) (a : arms) : list place :=
  match a with
  | NoArm => []
  | Else body => units_places (After b) depth (outer ++ failed) body
  | Arm t body rest =>
      units_places (After b) depth (outer ++ taken_cases (cases_of t) failed) body
      ++ arms_places b depth outer (fail failed (cases_of (negated t))) rest
  end.

(** For each arm, and for "none of them" if there is no ELSE, when it is taken, and its last
    block. *)
Fixpoint arm_ways (failed : cases) (a : arms) : list (cases * option nat) :=
  match a with
  | NoArm => [(failed, None)]
  | Else body => [(failed, Some (last_block body))]
  | Arm t body rest =>
      (taken_cases (cases_of t) failed, Some (last_block body))
      :: arm_ways (fail failed (cases_of (negated t))) rest
  end.

(** Everything that can precede an instance whose variables have these values, and when; [None] is
    the start of the sequence. *)
Definition ways (r : before) (values : list form) : list (cases * option (nat * list form)) :=
  match r with
  | Start => [([], None)]
  | After b => [([], Some (b, values))]
  | EndlessBegins last b => [([], Some (b, values)); ([], Some (last, values))]
  | BodyBegins v from last b =>
      let outer := firstn v values in
      let value := nth v values zero in
      let from := substitute outer from in
      [([[below from value]], Some (last, outer ++ [plus value (-1)]));
       ([[equal value from]], Some (b, outer))]
  | LoopEnds from upto last b =>
      let from := substitute values from in
      let upto := substitute values upto in
      [([[at_least upto from]], Some (last, values ++ [upto]));
       ([[below upto from]], Some (b, values))]
  | BranchEnds a b =>
      map (fun way =>
             (substitute_cases values (fst way),
              Some (match snd way with Some last => last | None => b end, values)))
        (arm_ways [] a)
  end.

(** * What stands before an instance *)

(** The last block of the arm that is taken. *)
Fixpoint taken (v : list Z) (a : arms) : option nat :=
  match a with
  | NoArm => None
  | Else body => Some (last_block body)
  | Arm t body rest => if test_holds v t then Some (last_block body) else taken v rest
  end.

(** Can the instance [prev], or nothing, stand before one with these values of its variables? *)
Definition stands (r : before) (v : list Z) (prev : option instance) : Prop :=
  match r with
  | Start => prev = None
  | After b => prev = Some (b, v)
  | EndlessBegins last b => prev = Some (b, v) \/ prev = Some (last, v)
  | BodyBegins k from last b =>
      let outer := firstn k v in
      let i := nth k v 0 in
      (eval outer from < i /\ prev = Some (last, outer ++ [i - 1])) \/
      (i = eval outer from /\ prev = Some (b, outer))
  | LoopEnds from upto last b =>
      (eval v from <= eval v upto /\ prev = Some (last, v ++ [eval v upto])) \/
      (eval v upto < eval v from /\ prev = Some (b, v))
  | BranchEnds a b => prev = Some (match taken v a with Some last => last | None => b end, v)
  end.

Definition at_point (p : list Z) (i : nat * list form) : instance :=
  (fst i, map (eval p) (snd i)).

Lemma arm_ways_complete v a : forall failed, cases_hold v failed ->
  exists way, In way (arm_ways failed a) /\ cases_hold v (fst way) /\ snd way = taken v a.
Proof.
  induction a as [| body | t body rest IH]; intros failed H; cbn [arm_ways taken].
  - eexists. split; [now left | easy].
  - eexists. split; [now left | easy].
  - destruct (test_holds v t) eqn:Ht.
    + eexists. split; [now left |]. split; [| reflexivity].
      now apply taken_cases_hold; [apply cases_of_holds |].
    + destruct (IH (fail failed (cases_of (negated t)))) as (way & Hin & Hway).
      * now apply fail_holds; [| apply cases_of_holds, negated_holds].
      * exists way. split; [now right | assumption].
Qed.

Lemma ways_complete p r values prev : stands r (map (eval p) values) prev ->
  exists way, In way (ways r values) /\ cases_hold p (fst way) /\
    option_map (at_point p) (snd way) = prev.
Proof.
  assert (Hone : forall c, holds p c -> cases_hold p [[c]]).
  { intros c Hc. now repeat constructor. }
  destruct r as [| b | last b | v from last b | from upto last b | a b]; cbn [stands ways].
  - intros ->. eexists. split; [now left |]. now split; [constructor |].
  - intros ->. eexists. split; [now left |]. now split; [constructor |].
  - intros [-> | ->].
    + eexists. split; [now left |]. now split; [constructor |].
    + eexists. split; [now right; left |]. now split; [constructor |].
  - pose proof (map_nth (eval p) values zero v) as Hnth. rewrite eval_zero in Hnth.
    rewrite firstn_map, Hnth, <- eval_substitute.
    intros [[H ->] | [H ->]]; eexists.
    + split; [now left |]. split; [now apply Hone, holds_below |].
      unfold at_point. simpl. now rewrite map_app; simpl; autorewrite with eval.
    + split; [now right; left |]. split; [now apply Hone, holds_equal | reflexivity].
  - rewrite <- !eval_substitute.
    intros [[H ->] | [H ->]]; eexists.
    + split; [now left |]. split; [now apply Hone, holds_at_least |].
      unfold at_point. simpl. now rewrite map_app.
    + split; [now right; left |]. split; [now apply Hone, holds_below | reflexivity].
  - intros ->.
    destruct (arm_ways_complete (map (eval p) values) a [] (Forall_nil _)) as (way & Hin & H & Ht).
    eexists. split; [apply in_map; eassumption |].
    split; [now apply holds_substitute_cases |]. simpl. now rewrite Ht.
Qed.

End Places.

(** What stands before the first block: nothing that is followed, or the start. *)
Definition first_reached (D : description) : before :=
  match start_again D with Some b => After b | None => Start end.

(** The places of all blocks of the sequence, in text order. *)
Definition units_table (D : description) : list place :=
  let places := units_places (blocks D) (parameters D) in
  places (first_reached D) O [] (preperiod D) ++
  match endless D with
  | Some body => places (EndlessBegins (last_block body) (last_block (preperiod D))) O [] body
  | None => []
  end.

(** The start precedes itself. *)
Definition start_table (D : description) : list place :=
  match start D with Some b => [Place b (After b) O []] | None => [] end.

(** The places of all blocks of a description. *)
Definition table (D : description) : list place := units_table D ++ start_table D.
