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
    branch ends here; a pass that carries a state begins here. *)
Inductive before :=
  | Start
  | After (b : nat)
  | EndlessBegins (last b : nat)
  | BodyBegins (variable : nat) (from : form) (last b : nat)
  | LoopEnds (from upto : form) (last b : nat)
  | BranchEnds (a : arms) (b : nat)
  | PassBegins (variable : nat) (s : state_loop) (b : nat).

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
  | Branch a => arms_places (After b) depth outer [] a
  end
with arms_places (r : before) (depth : nat) (outer failed : cases) (a : arms) : list place :=
  match a with
  | NoArm => []
  | Else body => units_places r depth (outer ++ failed) body
  | Arm t body rest =>
      units_places r depth (outer ++ taken_cases (cases_of t) failed) body
      ++ arms_places r depth outer (fail failed (cases_of (negated t))) rest
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

(** What holds of the state, variable v. *)
Definition bounds (v : nat) (s : state_loop) : cases :=
  [[at_least (variable v) (least s)]; [at_least (greatest s) (variable v)]].

(** The ways through a pass: when each is taken and its last block, with the next state. *)
Definition pass_ways (s : state_loop) : list (cases * option nat * form) :=
  combine (arm_ways [] (passing s)) (next_states s).

(** The state, variable v, from the next state, which has this form and is variable v here: s x + g = y for
    s = 1 or -1 where x = s (y - g). *)
Definition earlier (v : nat) (f : form) : form :=
  let sign := nth v (coefficients f) 0 in
  times sign (sub (variable v) (sub f (times sign (variable v)))).

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
  | PassBegins v s b =>
      let outer := firstn v values in
      ([[equal (nth v values zero) (substitute outer (initial s))]], Some (b, outer))
      :: map (fun way =>
                let pass := outer ++ [substitute values (earlier v (snd way))] in
                (substitute_cases pass (bounds v s ++ fst (fst way)),
                 Some (match snd (fst way) with Some last => last | None => b end, pass)))
           (pass_ways s)
  end.

(** * What stands before an instance *)

(** The last block of the arm that is taken. *)
Fixpoint taken (v : list Z) (a : arms) : option nat :=
  match a with
  | NoArm => None
  | Else body => Some (last_block body)
  | Arm t body rest => if test_holds v t then Some (last_block body) else taken v rest
  end.

(** Is there a next state for each arm, and is one of them always taken? *)
Fixpoint all_ways (a : arms) (l : list form) : bool :=
  match a, l with
  | Else _, [_] => true
  | Arm _ _ rest, _ :: l => all_ways rest l
  | _, _ => false
  end.

(** Does the state, variable v, follow from the next state? *)
Definition returns (v : nat) (f : form) : bool := Z.abs (nth v (coefficients f) 0) =? 1.

Definition state_ways (v : nat) (s : state_loop) : bool :=
  all_ways (passing s) (next_states s) && forallb (returns v) (next_states s).

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
  | PassBegins k s b => exists outer x, v = outer ++ [x] /\ length outer = k /\
      ((x = eval outer (initial s) /\ prev = Some (b, outer)) \/
       exists y, let w := outer ++ [y] in
         state_ways k s = true /\ cases_hold w (bounds k s) /\
         x = eval w (next_form w (passing s) (next_states s)) /\
         prev = Some (match taken w (passing s) with Some last => last | None => b end, w))
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

Lemma pass_ways_complete v a : forall failed l, all_ways a l = true -> cases_hold v failed ->
  exists way, In way (combine (arm_ways failed a) l) /\ cases_hold v (fst (fst way)) /\
    snd (fst way) = taken v a /\ snd way = next_form v a l.
Proof.
  induction a as [| body | t body rest IH]; intros failed [| f l] H Hf; try discriminate;
    cbn [arm_ways taken next_form combine].
  - eexists. split; [now left | easy].
  - destruct (test_holds v t) eqn:Ht.
    + eexists. split; [now left |]. split; [| easy].
      now apply taken_cases_hold; [apply cases_of_holds |].
    + destruct (IH (fail failed (cases_of (negated t))) l H) as (way & Hin & Hway).
      * now apply fail_holds; [| apply cases_of_holds, negated_holds].
      * exists way. split; [now right | assumption].
Qed.

Lemma eval_app_one v x f :
  eval (v ++ [x]) f = eval v f + nth (length v) (coefficients f) 0 * x.
Proof.
  unfold eval. rewrite <- Z.add_assoc. f_equal. generalize (coefficients f). clear f.
  induction v as [| y v IH]; intros [| c a]; cbn [app dot length nth]; rewrite ?dot_nil_r, ?IH; ring.
Qed.

Lemma earlier_state v x f : returns (length v) f = true ->
  eval (v ++ [eval (v ++ [x]) f]) (earlier (length v) f) = x.
Proof.
  assert (Hlast : forall z, nth (length v) (v ++ [z]) 0 = z).
  { intros z. now rewrite app_nth2, Nat.sub_diag by lia. }
  unfold returns, earlier. rewrite Z.eqb_eq. intros Hsign.
  pose proof (eval_app_one v x f) as H. pose proof (eval_app_one v (eval (v ++ [x]) f) f) as H'.
  set (y := eval (v ++ [x]) f) in *. set (s := nth (length v) (coefficients f) 0) in *.
  rewrite eval_times, !eval_sub, eval_times, eval_variable, Hlast, H'.
  assert (s = 1 \/ s = -1) as [-> | ->] by lia; lia.
Qed.

Lemma next_form_in v a : forall l, all_ways a l = true -> In (next_form v a l) l.
Proof.
  induction a as [| body | t body rest IH]; intros [| f l] H; try discriminate; cbn [next_form].
  - now left.
  - destruct (test_holds v t); [now left | right; now apply IH].
Qed.

Lemma ways_complete p r values prev : stands r (map (eval p) values) prev ->
  exists way, In way (ways r values) /\ cases_hold p (fst way) /\
    option_map (at_point p) (snd way) = prev.
Proof.
  assert (Hone : forall c, holds p c -> cases_hold p [[c]]).
  { intros c Hc. now repeat constructor. }
  destruct r as [| b | last b | v from last b | from upto last b | a b | v s b]; cbn [stands ways].
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
  - intros (outer & x & Hv & <- & H).
    assert (Houter : map (eval p) (firstn (length outer) values) = outer).
    { now rewrite <- firstn_map, Hv, firstn_app, firstn_all, Nat.sub_diag, app_nil_r. }
    destruct H as [[Hx ->] | (y & Hways & Hb & Hx & ->)].
    + eexists. split; [now left |]. split.
      * apply Hone, holds_equal. rewrite eval_substitute, Houter, <- Hx.
        pose proof (map_nth (eval p) values zero (length outer)) as Hnth. rewrite eval_zero in Hnth.
        rewrite <- Hnth, Hv, app_nth2, Nat.sub_diag by lia. reflexivity.
      * unfold at_point. cbn [option_map fst snd]. now rewrite Houter.
    + unfold state_ways in Hways. apply andb_true_iff in Hways as [Hall Hreturns].
      set (w := outer ++ [y]) in *.
      destruct (pass_ways_complete w (passing s) [] (next_states s) Hall (Forall_nil _))
        as (way & Hin & Hc & Hlast & Hnext).
      assert (Hpass : map (eval p) (firstn (length outer) values ++
          [substitute values (earlier (length outer) (snd way))]) = w).
      { rewrite map_app, Houter. cbn [map]. unfold w. do 2 f_equal.
        rewrite eval_substitute, Hv, Hx, Hnext. unfold w at 1. apply earlier_state.
        rewrite forallb_forall in Hreturns. now apply Hreturns, next_form_in. }
      eexists. split; [right; apply in_map; exact Hin |]. cbv beta zeta. cbn [fst snd option_map].
      split.
      * apply holds_substitute_cases. apply (eq_ind_r (fun v => cases_hold v _)) with (2 := Hpass).
        now apply Forall_app.
      * exact (f_equal2 (fun last v => Some (match last with Some k => k | None => b end, v)) Hlast Hpass).
Qed.

End Places.

(** What stands before the first block: nothing that is followed, or the start. *)
Definition first_reached (D : description) : before :=
  match start_again D with Some b => After b | None => Start end.

(** The places of all blocks of the sequence, in text order. *)
Definition units_table (D : description) : list place :=
  let places := units_places (blocks D) (parameters D) in
  places (first_reached D) O [] (preperiod D) ++
  match ending_of D with
  | Piece => []
  | Endless body => places (EndlessBegins (last_block body) (last_block (preperiod D))) O [] body
  | Carrying s =>
      let n := parameters D in
      arms_places (blocks D) n (PassBegins n s (last_block (preperiod D))) 1 (bounds n s) [] (passing s)
  end.

(** The start precedes itself. *)
Definition start_table (D : description) : list place :=
  match start D with Some b => [Place b (After b) O []] | None => [] end.

(** The places of all blocks of a description. *)
Definition table (D : description) : list place := units_table D ++ start_table D.
