// The description language, as grammar/description.pest has it: there is no implicit white space, so
// `AB` and `n>=1` are errors here as well.  Loops and branches are nested here, for folding and
// indentation.

/// <reference types="tree-sitter-cli/dsl" />
// @ts-check

/** In brackets, with commas between. */
const list = ($, part) =>
  seq(
    "(",
    optional($._white),
    optional(
      seq(
        part,
        optional($._white),
        repeat(seq(",", optional($._white), part, optional($._white))),
      ),
    ),
    ")",
  );

/** What a sequence consists of. */
const parts = ($) => [
  $.let,
  $.word,
  $.loop,
  $.endless_loop,
  $.branch,
  $.definition,
  $.instance,
];

module.exports = grammar({
  name: "grundy",

  extras: () => [],

  supertypes: ($) => [$.unit],

  rules: {
    // Where one part ends, white characters or the end of the text must follow.
    description: ($) =>
      seq(
        optional($._white),
        repeat(seq(choice($.comment, $.claim, $.condition), $._white)),
        optional(
          seq(
            $.rule,
            $._white,
            repeat(seq(choice($.comment, $.claim, $.condition), $._white)),
          ),
        ),
        $.moves,
        repeat(seq($._white, choice($.comment, $.claim))),
        optional(
          seq(
            $._white,
            choice($.start, ...parts($)),
            repeat(seq($._white, $.unit)),
          ),
        ),
        optional($._white),
      ),

    unit: ($) => choice($.comment, $.claim, ...parts($)),

    // "# later passes: the same block"
    comment: () => /#[^\n]*/,

    // "CLAIM outcome period 14n^3 + 11n + 1 for n >= 2", to the end of the line; whether the formula
    // can be read is not looked at here.
    claim: ($) =>
      seq(
        "CLAIM",
        $._blank,
        optional(seq(field("values", "outcome"), $._blank)),
        field("quantity", choice("period", "preperiod")),
        field("formula", $.formula),
        optional($.comment),
      ),
    formula: () => /[ \t][^\n#]*[^ \n\t\r\f#][^\n#]*/,

    // "RULE misere", "RULE lost >= 2"
    rule: ($) =>
      seq(
        "RULE",
        $._white,
        choice(
          field("name", choice("mex", "normal", "misere")),
          seq(
            field("counted", choice("lost", "won")),
            $._white,
            choice(
              field("count", choice("odd", "even")),
              seq(
                field("relation", alias(choice(">=", "<=", "==", "!=", ">", "<"), $.relation)),
                $._white,
                field("bound", $.number),
              ),
            ),
          ),
        ),
      ),

    // "n >= 2"
    condition: ($) =>
      seq(
        field("parameter", $.variable),
        $._white,
        field("relation", alias(choice(">=", "<=", "=="), $.relation)),
        $._white,
        field("bound", $.expression),
      ),

    // "{ 2n 5n 6n+1 8n+1 }", "{ 1..n 3n }"
    moves: ($) =>
      seq(
        "{",
        optional($._white),
        optional(
          seq(
            $._entry_of_moves,
            repeat(seq($._white, $._entry_of_moves)),
            optional($._white),
          ),
        ),
        "}",
      ),
    _entry_of_moves: ($) => choice($.expression, $.range),
    range: ($) => seq(field("from", $.expression), "..", field("upto", $.expression)),

    // "FROM_INFINITY_DOWN REPEAT - ENDREP": the values before position 0, words alone
    start: ($) =>
      seq(
        "FROM_INFINITY_DOWN",
        $._white,
        choice("REP", "REPEAT"),
        $._white,
        repeat(seq(choice($.comment, $.claim, $.let, $.word), $._white)),
        choice("PER", "ENDREP", "ENDREPEAT"),
      ),

    // "FOR i FROM 1 UPTO n-1 REP ... PER"
    loop: ($) =>
      seq(
        "FOR",
        $._white,
        field("variable", $.variable),
        $._white,
        "FROM",
        $._white,
        field("from", $.expression),
        $._white,
        "UPTO",
        $._white,
        field("upto", $.expression),
        $._white,
        choice("REP", "REPEAT"),
        $._body,
        choice("PER", "ENDREP", "ENDREPEAT"),
      ),

    // "REPEAT ... ENDREP"
    endless_loop: ($) =>
      seq(
        choice("REP", "REPEAT"),
        $._body,
        choice("PER", "ENDREP", "ENDREPEAT"),
      ),

    // "IF i == 1 THEN ... ELIF i == n THEN ... ELSE ... FI"
    branch: ($) =>
      seq(
        alias($.if_arm, $.arm),
        repeat(alias($.elif_arm, $.arm)),
        optional(alias($.else_arm, $.arm)),
        choice("FI", "ENDIF"),
      ),
    if_arm: ($) => seq("IF", $._test, "THEN", $._body),
    elif_arm: ($) => seq("ELIF", $._test, "THEN", $._body),
    else_arm: ($) => seq("ELSE", $._body),
    _test: ($) => seq($._white, field("condition", $.test), $._white),
    test: ($) =>
      seq(
        $.expression,
        $._white,
        alias(choice(">=", "<=", "==", "!="), $.relation),
        $._white,
        $.expression,
      ),

    _body: ($) => seq($._white, repeat(seq($.unit, $._white))),

    // "LET k=2n-1"
    let: ($) => seq("LET", $._white, field("name", $.variable), "=", field("value", $.expression)),

    // "DEF comb(i, j) ... END"
    definition: ($) =>
      seq("DEF", $._white, field("name", $.piece), list($, field("argument", $.variable)), $._body, "END"),

    // "comb(n-1, 2)"
    instance: ($) => seq(field("name", $.piece), list($, field("argument", $.expression))),
    piece: () => /[a-z][a-z0-9_]+/,

    // "_", "An", "A12", "A(2n)", "<__AA>(4n)", "(AB)(n)", "-(2n)", "<-+>(n)"
    word: ($) =>
      seq(
        choice($.value, $.cut_cycle, $.whole_cycle),
        optional(field("length", choice($.variable, $.number, seq("(", $.expression, ")")))),
      ),
    cut_cycle: ($) => seq("<", repeat1($._entry), ">"),
    whole_cycle: ($) => seq("(", repeat1($._entry), ")"),
    _entry: ($) => seq(optional($.number), $.value),
    value: () => /[_A-Z+-]/,

    // "2n+4i-4"
    expression: ($) =>
      seq(optional($._sign), $._term, repeat(seq($._sign, $._term))),
    _term: ($) => choice(seq($.number, optional($.variable)), $.variable),
    _sign: () => choice("+", "-"),
    number: () => /[0-9]+/,
    variable: () => /[a-z]/,

    // With a name, so that it can be said to be missing.
    _white: () => alias(/[ \n\r\t\f]+/, " "),
    _blank: () => /[ \t]+/,
  },
});
