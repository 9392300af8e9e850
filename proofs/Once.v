(** That a pattern occurs once in each pass through an endless loop of items
    (packages/kernel/src/minimality/pattern.rs): the checker, of which Single.v says why it is right. *)

From Coq Require Import List ZArith Bool Lia.
From Grundy Require Import Lookup Game Affine Refutation Language Arms Ranges Places Follows Steps Walk
  Phases Split Chain Runs Checker Meaning Soundness NotEmpty Blocks Tree Cycles Endless Items Known
  Powers Instances Marks.
Import ListNotations.
Local Open Scope Z_scope.

(** * The endless repetition of items, as a description *)

Fixpoint item_tree (it : item) (rest : tree) : tree :=
  match it with
  | One w => Run w rest
  | Many from upto body => Again from upto (fold_right item_tree Done body) rest
  end.

Definition tree_of (l : list item) : tree := fold_right item_tree Done l.

(** The first block is empty. *)
Definition endless_of (n : nat) (l : list item) : description :=
  let (us, blocks) := build (tree_of l) [] most_words 1 in
  Description Mex n [] [] None ([] :: blocks) (Block 0) (Endless us).

Lemma item_tree_values it : forall v rest,
  values (tree_runs v (item_tree it rest)) = item_values v it ++ values (tree_runs v rest) /\
  (proper v it -> fine (tree_runs v rest) -> fine (tree_runs v (item_tree it rest))).
Proof.
  induction it as [w | from upto body IH] using item_induction; intros v rest.
  - split; [reflexivity |]. intros H Hrest. cbn [item_tree tree_runs]. now constructor.
  - assert (Hbody : forall u, values (tree_runs u (fold_right item_tree Done body)) =
      flat_map (item_values u) body /\
      (all_proper u body -> fine (tree_runs u (fold_right item_tree Done body)))).
    { intros u. induction IH as [| it body Hit _ IHl]; [split; [reflexivity | constructor] |].
      cbn [fold_right flat_map]. destruct IHl as [E F].
      destruct (Hit u (fold_right item_tree Done body)) as [E' F']. split; [now rewrite E', E |].
      intros Hp. apply Forall_cons_iff in Hp as [H1 H2]. now apply F'; [| apply F]. }
    cbn [item_tree tree_runs]. rewrite values_app. split.
    + f_equal. cbn [item_values]. unfold values. rewrite flat_map_flat_map. apply flat_map_ext.
      intros i. apply Hbody.
    + intros Hp Hrest. apply proper_loop in Hp as [_ Hp]. apply fine_app. split; [| exact Hrest].
      unfold fine. rewrite Forall_flat_map. apply Forall_forall. intros i Hi.
      apply in_range in Hi. now apply Hbody, Hp.
Qed.

Lemma tree_of_values v l : values (tree_runs v (tree_of l)) = items_values v l /\
  (all_proper v l -> fine (tree_runs v (tree_of l))).
Proof.
  induction l as [| it l [E F]]; [split; [reflexivity | constructor] |].
  destruct (item_tree_values it v (tree_of l)) as [E' F']. change (tree_of (it :: l)) with
    (item_tree it (tree_of l)). split; [now rewrite E', E |]. intros Hp.
  apply Forall_cons_iff in Hp as [H1 H2]. now apply F'; [| apply F].
Qed.

Lemma endless_of_runs n l : let E := endless_of n l in
  rule_of E = Mex /\ parameters E = n /\ conditions E = [] /\ preperiod E = Block 0 /\
  words (blocks E) 0 = [] /\ start E = None /\
  exists us, endless E = Some us /\ forall v, units_runs (blocks E) v us = tree_runs v (tree_of l).
Proof.
  unfold endless_of. destruct (build (tree_of l) [] most_words 1) as [us bl] eqn:Hbuild.
  cbn [rule_of parameters conditions preperiod blocks start].
  repeat (split; [reflexivity |]). exists us. split; [reflexivity |]. intros v.
  destruct (build_runs ([] :: bl)) as [H _].
  assert (Hstand : stand ([] :: bl) 1 bl) by (intros k _; reflexivity).
  now rewrite (H _ _ _ _ _ _ Hbuild Hstand).
Qed.

(** * The checker *)

Section Once.

Variables (n : nat) (rows : list constraint) (pt : pattern) (E : description).

Local Notation B := (blocks E).

(** The places of its blocks, at hand. *)
Variable places : table_of place.

(** That the pattern occurs at its place. *)
Definition place_shown (st : state) : option state :=
  match look places (in_block pt), nth_error (words B (in_block pt)) (in_word pt) with
  | Some pl, Some w =>
      let count := length (at_loops pt) in
      let dimension := (n + count)%nat in
      let new := map (fun k => equal (variable (n + k)) (nth k (at_loops pt) zero)) (seq 0 count) in
      let rows := rows ++ new in
      let i := (in_block pt, map variable (seq 0 dimension)) in
      let place ch := border ch (length (words B (in_block pt)) - in_word pt) in
      if (loops pl =? count)%nat
         && forallb (fun one_of => match one_of with [] => false | _ => true end) (reached_when pl)
      then
        then_ (enter dimension rows new st) (fun it =>
          if fst it then
            then_ (try_each (fun c st =>
                     then_ (need dimension rows (form_of c) st) (fun st =>
                       if is_equation c then need dimension rows (times (-1) (form_of c)) st else Some st))
                     (concat (reached_when pl)) (snd it)) (fun st' =>
            then_ (need dimension rows (plus (size w) (-1)) st') (fun st' =>
            then_
              (each_case dimension rows [] (reached_when pl)
                 (fun rows st =>
                    chain_check E (fun rows ch => here dimension (marks pt) place rows (view_of ch))
                      places (answers st) dimension rows (alone E i) i st)
                 st')
              (fun st' => Some (State (facts st) (answers st')))))
          else None)
      else None
  | _, _ => None
  end.

(** That it occurs nowhere else in the block at this place. *)
Definition block_shown (pl : place) (st : state) : option state :=
  match words B (number pl) with
  | [] => Some st
  | ws =>
      let offset := (n + loops pl)%nat in
      let i := (number pl, map variable (seq 0 offset)) in
      if forallb (forallb (fun c => within offset (form_of c))) (reached_when pl) then
        then_
          (each_case (S offset) rows [] (reached_when pl)
             (fun rows st =>
                chain_check E
                  (fun rows ch => anywhere n pt (number pl) (length ws) offset rows (view_of ch))
                  places (answers st) (S offset) rows (alone E i) i st)
             st)
          (fun st' => Some (State (facts st) (answers st')))
      else None
  end.

End Once.

(** That the pattern occurs at its place and nowhere else in what the description E repeats without end. *)
Definition pattern_shown (n : nat) (rows : list constraint) (E : description) (pt : pattern)
    (st : state) : option state :=
  if well_formed E && forallb (within n) (at_loops pt)
     && forallb (fun mark => within n (fst mark)) (marks pt)
     && match marks pt with (back, _) :: _ => same back zero | [] => false end
  then
    let places := index (table E) in
    then_ (place_shown n rows pt E places st) (try_each (block_shown n rows pt E places) (units_table E))
  else None.

Definition pattern_once (n : nat) (rows : list constraint) (body : list item) : pattern -> state -> option state :=
  pattern_shown n rows (endless_of n body).
