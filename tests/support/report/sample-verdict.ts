/** Verdicts for the tests of what renders them. */
import type { Verdict } from "../../../src/contract/index.ts";

/** Every part, with and without what is optional in it. */
export const fullVerdict: Verdict = {
  outcome: "failed",
  headline: "blunt is worse than house by 30 points, because of forced segues.",
  cautions: ["The offline cast played."],
  because: [
    {
      label: "Forced segues",
      points: -12.5,
      touched: { count: 9, of: 18, unit: "sessions" },
      detail: "135 against 0",
      quote: { at: "session 3, turn 23", text: "Enough of the well." },
    },
    { label: "Stalls", points: 1 },
  ],
  facts: [
    { label: "Overall", value: 64.04, unit: "of 100", note: "craft alone" },
    { label: "Beats", value: "18/20" },
    { label: "Judge", value: null, unit: "of 100", note: "no judge was named" },
  ],
  findings: [
    {
      id: "t23-forced-segue",
      session: "lost",
      turn: 23,
      title: "Forced segue",
      says: "The narrator drags the players back.",
      points: 4,
      quotes: [{ at: "turn 23", text: "Enough of the well." }],
    },
    { title: "Loop", says: "The gate opens twice.", quotes: [] },
  ],
  tables: [
    {
      title: "Variants",
      columns: [{ label: "Prompt" }, { label: "Overall", align: "right" }, { label: "p", align: "right" }],
      rows: [
        ["house", 99.25, null],
        ["blunt", -64, 0.0342],
      ],
      note: "Paired by group.",
    },
  ],
  next: [{ says: "Replay the turn:", command: "rehearse replay --times 9" }, { says: "Read turn 23." }],
};

export const bareVerdict: Verdict = {
  outcome: "done",
  headline: "Nothing to say.",
  cautions: [],
  because: [],
  facts: [],
  findings: [],
  tables: [],
  next: [],
};

/** The same text wherever a verdict has one. */
export const verdictSaying = (text: string): Verdict => ({
  outcome: "done",
  headline: text,
  cautions: [text],
  because: [
    {
      label: text,
      points: 1,
      touched: { count: 1, of: 2, unit: text },
      detail: text,
      quote: { at: text, text },
    },
  ],
  facts: [{ label: text, value: text, unit: text, note: text }],
  findings: [{ id: text, title: text, says: text, points: 1, quotes: [{ at: text, text }] }],
  tables: [{ title: text, columns: [{ label: text }], rows: [[text]], note: text }],
  next: [{ says: text, command: text }],
});
