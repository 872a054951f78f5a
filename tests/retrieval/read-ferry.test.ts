/** Forty answers with planted errors, as a language model read them for `check --answers`: what the reading finds. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { AnswerReading } from "../../src/contract/index.ts";
import { wilson } from "../../src/kernel/stats/index.ts";
import { sentences } from "../../src/kernel/text/index.ts";
import { answerReply, type AnswerReply } from "../../src/retrieval/answers/answer-prompt.ts";
import { checkedReading } from "../../src/retrieval/answers/read-answer.ts";

type Label = "correct" | "contradicts" | "unsupported" | "missing";
type Fixture = {
  documents: Record<string, string>;
  tests: Array<{
    id: string;
    question: string;
    gold: string;
    documents: string[];
    answer: string;
    /** What its author planted. */
    label: Label;
    what?: string;
    /** What a second reader called it, who did not know. */
    blind: Label;
    reply: AnswerReply;
  }>;
};
const ferry = JSON.parse(
  readFileSync(join(import.meta.dirname, "../fixtures/answers/ferry.json"), "utf8"),
) as Fixture;

/** As `check --answers` would read them, with the retrieved text or another one. */
function read(textOf = (id: string): string => ferry.documents[id]!) {
  return ferry.tests.map((each) => {
    const own = { sentences: sentences(each.answer), gold: sentences(each.gold) };
    const material = {
      ...own,
      question: each.question,
      documents: each.documents.map((entity_id) => ({ entity_id, text: textOf(entity_id) })),
    };
    const reading = checkedReading(answerReply(own).parse(each.reply), material, "a language model");
    return { ...each, reading, found: foundIn(reading) };
  });
}

function foundIn({ claims, gold }: AnswerReading): Label {
  const verdicts = new Set([...claims, ...gold!.facts].map(({ verdict }) => verdict));
  if (verdicts.has("contradicted")) return "contradicts";
  if (verdicts.has("unsupported") || verdicts.has("void")) return "unsupported";
  return verdicts.has("missing") ? "missing" : "correct";
}

/** Recall and precision of what the reading calls wrong, with the lower bounds of their 95 % intervals. */
function rates(wrong: (each: ReturnType<typeof read>[number]) => boolean) {
  const all = read();
  const flagged = all.filter(({ found }) => found !== "correct");
  const hits = flagged.filter(wrong).length;
  const bound = (of: number) => `${hits} of ${of}, at least ${(100 * wilson(hits, of)[0]).toFixed(1)} %`;
  return { recall: bound(all.filter(wrong).length), precision: bound(flagged.length) };
}

test("the reading finds every planted error as the kind that it is, and no right answer is called wrong", () => {
  expect(read().map(({ id, found }) => [id, found])).toEqual(ferry.tests.map(({ id, label }) => [id, label]));
  expect(rates(({ label }) => label !== "correct")).toEqual({
    recall: "20 of 20, at least 83.9 %",
    precision: "20 of 20, at least 83.9 %",
  });
});

test("a blind reader found one more error, which its author and the reading have missed", () => {
  const differ = ferry.tests.filter(({ label, blind }) => label !== blind);
  expect(differ.map(({ id, label, blind }) => [id, label, blind])).toEqual([
    ["q17", "correct", "contradicts"],
  ]);
  expect(rates(({ blind }) => blind !== "correct")).toEqual({
    recall: "20 of 21, at least 77.3 %",
    precision: "20 of 20, at least 83.9 %",
  });
});

test("no quote of the 199 claims is void, and nothing is supported if the quoted text was not retrieved", () => {
  const claims = read().flatMap(({ reading }) => reading.claims);
  expect(claims).toHaveLength(199);
  expect(claims.filter(({ verdict }) => verdict === "void")).toEqual([]);
  const other = read((id) => ferry.documents[id]!.toUpperCase().replaceAll(/[AEIOU]/g, "Y"));
  for (const { reading } of other) expect(reading.faithfulness).toBe(0);
});
