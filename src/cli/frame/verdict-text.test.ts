import { expect, test } from "vitest";
import { bareVerdict, fullVerdict, verdictSaying } from "../../../tests/support/report/sample-verdict.ts";
import { verdictText } from "./index.ts";

const plain = { style: (_: unknown, text: string) => text };

test("a verdict on the terminal: cautions and headline, then why, facts, findings, tables and what is next", () => {
  expect(verdictText(fullVerdict, plain)).toBe(
    `
Note: The offline cast played.
blunt is worse than house by 30 points, because of forced segues.

Because:
  Forced segues: −12.5 points, in 9 of 18 sessions (135 against 0)
    “Enough of the well.” (session 3, turn 23)
  Stalls: +1 point

Overall  64 of 100  (craft alone)
Beats    18/20
Judge    missing    (no judge was named)

Findings:
  Forced segue, 4 points lost (t23-forced-segue)
    The narrator drags the players back.
    “Enough of the well.” (turn 23)
  Loop
    The gate opens twice.

Variants
Prompt  Overall      p
──────  ───────  ─────
house      99.3      -
blunt       −64  0.034
Paired by group.

Next:
  Replay the turn:
    rehearse replay --times 9
  Read turn 23.`.trim(),
  );
});

test("a long value, or one without a note, does not move the notes of the others", () => {
  const facts = [
    { label: "Overall", value: 64, note: "craft alone" },
    { label: "Findings", value: "t7-forced-segue, t6-forced-segue" },
    { label: "Cost", value: "an amount of money that is not known to anybody here", note: "why" },
  ];
  expect(verdictText({ ...bareVerdict, facts }, plain)).toContain(`Overall   64  (craft alone)
Findings  t7-forced-segue, t6-forced-segue
Cost      an amount of money that is not known to anybody here  (why)`);
});

test("empty parts are absent, and the outcome colours the headline", () => {
  const style = (styles: unknown, text: string) => `${JSON.stringify(styles)} ${text}`;
  expect(verdictText(bareVerdict, { style })).toBe('"bold" Nothing to say.');
  expect(verdictText({ ...bareVerdict, outcome: "failed" }, { style })).toMatch(/^\["bold","red"\] /);
  expect(verdictText({ ...bareVerdict, outcome: "passed" }, { style })).toMatch(/^\["bold","green"\] /);
});

test("sentences are wrapped to the width, commands are not", () => {
  const lines = verdictText({ ...fullVerdict, facts: [] }, { ...plain, width: 30 }).split("\n");
  expect(lines).toContain("    “Enough of the well.”");
  expect(lines).toContain("    (session 3, turn 23)");
  expect(lines).toContain("    rehearse replay --times 9");
  expect(lines.filter((line) => line.length > 30)).toEqual([]);
  expect(verdictText({ ...bareVerdict, next: fullVerdict.next }, { ...plain, width: 9 })).toContain(
    "\n    rehearse replay --times 9\n",
  );
});

test("untrusted text can neither drive the terminal nor add a line", () => {
  const hostile = "a\u001b[2J\u001b]0;title\u0007\u009b1mb\r\nNext:\u0000\u202e\n\tc";
  expect(verdictText(verdictSaying(hostile), plain)).toBe(verdictText(verdictSaying("ab Next: c"), plain));
});
