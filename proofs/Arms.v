(** When an arm of a branch is taken, as conjunctions of alternatives.

    What follows from another condition is left out.  The theorem: where the test of an arm holds
    and those of the earlier ones do not, all that is kept holds. *)

From Coq Require Import List ZArith Bool Lia.
From Grundy Require Import Affine Language.
Import ListNotations.
Local Open Scope Z_scope.

(** * Tests *)

Definition cases_of (t : test) : list constraint :=
  let d := difference t in
  match compared t with
  | AtLeast => [AtLeastZero d]
  | AtMost => [AtLeastZero (times (-1) d)]
  | Equal => [Zero d]
  | NotEqual => [AtLeastZero (plus d (-1)); AtLeastZero (plus (times (-1) d) (-1))]
  end.

Definition negated (t : test) : test :=
  let d := difference t in
  match compared t with
  | AtLeast => Test (plus d 1) AtMost
  | AtMost => Test (plus d (-1)) AtLeast
  | Equal => Test d NotEqual
  | NotEqual => Test d Equal
  end.

(** * What follows from another condition *)

Definition same_linear (f g : form) : bool := is_constant (sub f g).
Definition opposite_linear (f g : form) : bool := is_constant (add f g).

(** Does [asked] hold wherever [given] does, or nowhere there, as far as that is read off? *)
Definition decided (given asked : constraint) : option bool :=
  let f := form_of given in
  let a := form_of asked in
  let same := same_linear a f in
  if same || opposite_linear a f then
    let d := if same then constant a - constant f else constant a + constant f in
    match given with
    | Zero _ => Some (if is_equation asked then d =? 0 else 0 <=? d)
    | AtLeastZero _ =>
        if same then
          if is_equation asked then if 0 <? d then Some false else None
          else if 0 <=? d then Some true else None
        else if d <? 0 then Some false else None
    end
  else None.

Definition is_true (o : option bool) : bool := match o with Some b => b | None => false end.
Definition is_open (o : option bool) : bool := match o with Some _ => false | None => true end.

(** The own condition, and what it leaves open of the others. *)
Definition taken_cases (own : list constraint) (failed : cases) : cases :=
  own ::
  match own with
  | [given] =>
      flat_map
        (fun one_of =>
           if existsb (fun c => is_true (decided given c)) one_of then []
           else
             [match filter (fun c => is_open (decided given c)) one_of with
              | [] => firstn 1 one_of
              | open => open
              end])
        failed
  | _ => failed
  end.

(** What two conditions say together, if one list of alternatives says it. *)
Definition merged (known new : list constraint) : option (list constraint) :=
  match known, new with
  | [AtLeastZero f], [AtLeastZero g] =>
      if same_linear f g
      then Some [AtLeastZero (if constant g <? constant f then g else f)] else None
  | [above; below], [beyond; before] =>
      if same_linear (form_of above) (form_of beyond)
         && same_linear (form_of below) (form_of before)
      then
        let up := constant (form_of beyond) - constant (form_of above) in
        let down := constant (form_of before) - constant (form_of below) in
        if up =? -1 then Some [beyond; below]
        else if down =? -1 then Some [above; before]
        else if (up <? 0) || (down <? 0) then None
        else Some known
      else None
  | _, _ => None
  end.

(** Adds what holds where one more condition fails. *)
Fixpoint fail (failed : cases) (new : list constraint) : cases :=
  match failed with
  | [] => [new]
  | known :: failed =>
      match merged known new with
      | Some both => both :: failed
      | None => known :: fail failed new
      end
  end.

(** * Why it is right *)

Lemma cases_of_holds v t : test_holds v t = true -> Exists (holds v) (cases_of t).
Proof.
  destruct t as [d c]; unfold test_holds, cases_of; simpl.
  destruct c; rewrite ?negb_true_iff, ?Z.leb_le, ?Z.eqb_eq, ?Z.eqb_neq; intros H.
  - now constructor.
  - constructor. simpl. autorewrite with eval. lia.
  - now constructor.
  - destruct (Z_lt_ge_dec 0 (eval v d)).
    + constructor. simpl. autorewrite with eval. lia.
    + apply Exists_cons_tl. constructor. simpl. autorewrite with eval. lia.
Qed.

Lemma negated_holds v t : test_holds v t = false -> test_holds v (negated t) = true.
Proof.
  destruct t as [d c]; unfold test_holds, negated; simpl.
  destruct c; simpl; autorewrite with eval;
    rewrite ?negb_true_iff, ?negb_false_iff, ?Z.leb_le, ?Z.leb_gt, ?Z.eqb_eq, ?Z.eqb_neq; lia.
Qed.

Lemma same_linear_eval v f g : same_linear f g = true ->
  eval v f - constant f = eval v g - constant g.
Proof.
  unfold same_linear. intros H. apply (is_constant_eval v) in H. rewrite eval_sub in H.
  unfold sub, add, times in H. cbn [constant] in H. lia.
Qed.

Lemma opposite_linear_eval v f g : opposite_linear f g = true ->
  eval v f - constant f = - (eval v g - constant g).
Proof.
  unfold opposite_linear. intros H. apply (is_constant_eval v) in H. rewrite eval_add in H.
  unfold add in H. cbn [constant] in H. lia.
Qed.

Lemma decided_sound v given asked b : holds v given -> decided given asked = Some b ->
  (holds v asked <-> b = true).
Proof.
  intros Hgiven. unfold decided.
  destruct (same_linear _ _) eqn:Hsame; cbn [orb].
  - apply (same_linear_eval v) in Hsame.
    destruct given as [f | f], asked as [a | a]; cbn [form_of is_equation holds] in *; intros H.
    + destruct (Z.leb_spec 0 (constant a - constant f)); [| discriminate].
      injection H as <-. split; [reflexivity | lia].
    + destruct (Z.ltb_spec 0 (constant a - constant f)); [| discriminate].
      injection H as <-. split; [lia | discriminate].
    + injection H as <-. rewrite Z.leb_le. lia.
    + injection H as <-. rewrite Z.eqb_eq. lia.
  - destruct (opposite_linear _ _) eqn:Hopposite; [| discriminate].
    apply (opposite_linear_eval v) in Hopposite.
    destruct given as [f | f], asked as [a | a]; cbn [form_of is_equation holds] in *; intros H.
    + destruct (Z.ltb_spec (constant a + constant f) 0); [| discriminate].
      injection H as <-. split; [lia | discriminate].
    + destruct (Z.ltb_spec (constant a + constant f) 0); [| discriminate].
      injection H as <-. split; [lia | discriminate].
    + injection H as <-. rewrite Z.leb_le. lia.
    + injection H as <-. rewrite Z.eqb_eq. lia.
Qed.

Lemma taken_cases_hold v own failed : Exists (holds v) own -> cases_hold v failed ->
  cases_hold v (taken_cases own failed).
Proof.
  intros Hown Hfailed. constructor; [assumption |].
  destruct own as [| given [| other own]]; try assumption.
  assert (Hgiven : holds v given).
  { inversion Hown as [? ? H | ? ? H]; subst; [assumption | inversion H]. }
  induction Hfailed as [| one_of failed Hone _ IH]; cbn [flat_map]; [constructor |].
  destruct (existsb _ one_of) eqn:Htrue; [exact IH |]. constructor; [| exact IH].
  apply Exists_exists in Hone as (c & Hin & Hc).
  assert (Hopen : In c (filter (fun c => is_open (decided given c)) one_of)).
  { apply filter_In. split; [assumption |]. destruct (decided given c) as [b |] eqn:Hdecided;
      [| reflexivity].
    pose proof (proj1 (decided_sound v given c b Hgiven Hdecided) Hc) as ->.
    assert (Hex : existsb (fun c => is_true (decided given c)) one_of = true).
    { apply existsb_exists. exists c. split; [assumption |]. now rewrite Hdecided. }
    congruence. }
  apply Exists_exists. exists c. split; [| assumption].
  destruct (filter _ one_of); [contradiction | assumption].
Qed.

Lemma merged_holds v known t both : Exists (holds v) known -> Exists (holds v) (cases_of t) ->
  merged known (cases_of t) = Some both -> Exists (holds v) both.
Proof.
  intros Hknown Hnew H. unfold merged in H.
  destruct known as [| above [| below [| c known]]]; try discriminate.
  - destruct above as [f | f]; [| discriminate].
    destruct (cases_of t) as [| [g | g] [| c l]]; try discriminate.
    destruct (same_linear f g); [| discriminate]. injection H as <-.
    rewrite Exists_cons, Exists_nil in *. destruct Hknown as [Hf | []], Hnew as [Hg | []].
    left. now destruct (constant g <? constant f).
  - unfold cases_of in *. destruct (compared t); try (destruct above; discriminate).
    assert (Hpair : (if same_linear (form_of above) (plus (difference t) (-1))
        && same_linear (form_of below) (plus (times (-1) (difference t)) (-1))
      then
        let up := constant (plus (difference t) (-1)) - constant (form_of above) in
        let down := constant (plus (times (-1) (difference t)) (-1)) - constant (form_of below) in
        if up =? -1
        then Some [AtLeastZero (plus (difference t) (-1)); below]
        else if down =? -1
        then Some [above; AtLeastZero (plus (times (-1) (difference t)) (-1))]
        else if (up <? 0) || (down <? 0) then None else Some [above; below]
      else None) = Some both) by (destruct above; exact H).
    clear H. destruct (_ && _) eqn:Hsame in Hpair; [| discriminate].
    apply andb_true_iff in Hsame as [H1 H2].
    apply (same_linear_eval v) in H1. apply (same_linear_eval v) in H2. cbv zeta in Hpair.
    rewrite !Exists_cons, Exists_nil in *. cbn [holds form_of] in Hnew.
    assert (Habove : holds v above -> 0 <= eval v (form_of above)) by (destruct above; simpl; lia).
    assert (Hbelow : holds v below -> 0 <= eval v (form_of below)) by (destruct below; simpl; lia).
    autorewrite with eval in *.
    destruct (Z.eqb_spec (constant (plus (difference t) (-1)) - constant (form_of above)) (-1)).
    + injection Hpair as <-. rewrite !Exists_cons, Exists_nil. cbn [holds].
      autorewrite with eval. destruct Hknown as [Hk | [Hk | []]]; [| tauto].
      left. specialize (Habove Hk). lia.
    + destruct (Z.eqb_spec (constant (plus (times (-1) (difference t)) (-1))
        - constant (form_of below)) (-1)).
      * injection Hpair as <-. rewrite !Exists_cons, Exists_nil. cbn [holds].
        autorewrite with eval. destruct Hknown as [Hk | [Hk | []]]; [tauto |].
        right; left. specialize (Hbelow Hk). lia.
      * destruct (_ || _); [discriminate |]. injection Hpair as <-.
        rewrite !Exists_cons, Exists_nil. tauto.
  - destruct above; discriminate.
Qed.

Lemma fail_holds v t failed : cases_hold v failed -> Exists (holds v) (cases_of t) ->
  cases_hold v (fail failed (cases_of t)).
Proof.
  intros Hfailed Hnew. induction Hfailed as [| known failed Hknown Hrest IH]; cbn [fail].
  - now repeat constructor.
  - destruct (merged known (cases_of t)) as [both |] eqn:Hboth.
    + constructor; [| assumption]. now apply (merged_holds v known t).
    + now constructor.
Qed.

(** * No other variables come in *)

Definition scoped (n : nat) (l : cases) : Prop :=
  Forall (Forall (fun c => within n (form_of c) = true)) l.

Definition test_scoped (n : nat) (t : test) : bool := within n (difference t).

Lemma within_times n k f : within n f = true -> within n (times k f) = true.
Proof.
  unfold within, times. cbn [coefficients]. generalize (coefficients f). clear f.
  induction n as [| n IH]; intros [| x a] H; try reflexivity.
  - cbn [skipn map] in *. rewrite forallb_forall in *. intros y Hy.
    change (In y (map (Z.mul k) (x :: a))) in Hy. apply in_map_iff in Hy as (z & <- & Hz).
    specialize (H z Hz). apply Z.eqb_eq in H. subst z. now rewrite Z.mul_0_r.
  - apply (IH a H).
Qed.

Lemma scoped_cases_of n t : test_scoped n t = true ->
  Forall (fun c => within n (form_of c) = true) (cases_of t).
Proof.
  unfold test_scoped. intros H. pose proof (within_times n (-1) _ H) as H'. unfold cases_of.
  destruct (compared t); repeat (apply Forall_cons || apply Forall_nil); assumption.
Qed.

Lemma test_scoped_negated n t : test_scoped n t = true -> test_scoped n (negated t) = true.
Proof. unfold test_scoped, negated. now destruct (compared t). Qed.

Lemma scoped_taken n own failed : Forall (fun c => within n (form_of c) = true) own ->
  scoped n failed -> scoped n (taken_cases own failed).
Proof.
  intros Hown Hfailed. constructor; [assumption |].
  destruct own as [| given [| other own]]; try assumption.
  induction Hfailed as [| one_of failed Hone _ IH]; cbn [flat_map]; [constructor |].
  destruct (existsb _ one_of); [exact IH |]. constructor; [| exact IH].
  rewrite Forall_forall in *. intros c Hc. apply Hone.
  destruct (filter _ one_of) as [| d l] eqn:Hfilter.
  - destruct one_of; [contradiction |]. destruct Hc as [<- | []]. now left.
  - rewrite <- Hfilter in Hc. now apply filter_In in Hc.
Qed.

Lemma scoped_merged n known new both : Forall (fun c => within n (form_of c) = true) known ->
  Forall (fun c => within n (form_of c) = true) new -> merged known new = Some both ->
  Forall (fun c => within n (form_of c) = true) both.
Proof.
  intros Hknown Hnew H. unfold merged in H.
  destruct known as [| a [| b [| c known]]]; try discriminate.
  - destruct a as [f | f]; [| discriminate].
    destruct new as [| [g | g] [| d l]]; try discriminate.
    destruct (same_linear f g); [| discriminate]. injection H as <-.
    inversion Hknown; inversion Hnew; subst.
    constructor; [| constructor]. now destruct (constant g <? constant f).
  - assert (Hpair : exists beyond before, new = [beyond; before]).
    { destruct a; destruct new as [| x [| y [| z new]]]; try discriminate; now exists x, y. }
    destruct Hpair as (beyond & before & ->).
    inversion Hknown as [| ? ? Ha Hb']; subst. inversion Hb' as [| ? ? Hb _]; subst.
    inversion Hnew as [| ? ? Hx Hy']; subst. inversion Hy' as [| ? ? Hy _]; subst.
    assert (Hboth : both = [beyond; b] \/ both = [a; before] \/ both = [a; b]).
    { destruct a; cbv zeta in H;
        repeat match type of H with (if ?x then _ else _) = _ => destruct x end;
        try discriminate; injection H as <-; tauto. }
    destruct Hboth as [-> | [-> | ->]]; repeat (apply Forall_cons || apply Forall_nil); assumption.
  - destruct a; discriminate.
Qed.

Lemma scoped_fail n failed new : scoped n failed ->
  Forall (fun c => within n (form_of c) = true) new -> scoped n (fail failed new).
Proof.
  intros Hfailed Hnew. induction Hfailed as [| known failed Hknown Hrest IH]; cbn [fail].
  - constructor; [assumption | constructor].
  - destruct (merged known new) as [both |] eqn:Hboth.
    + constructor; [| assumption]. now apply (scoped_merged n known new).
    + now constructor.
Qed.
