/** Answers that language models wrote and read: what the stored replies score, and what they would without their quotes. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { expect, test } from "vitest";
import { holds, normaliseQuote, plainQuote, sentences } from "../../src/kernel/text/index.ts";
import { answerReply, type AnswerReply } from "../../src/retrieval/answers/answer-prompt.ts";
import { checkedReading } from "../../src/retrieval/answers/read-answer.ts";

type Fixture = {
  documents: Record<string, string>;
  tests: Array<{
    id: string;
    question: string;
    documents: string[];
    answer: string;
    planted: string[];
    answers: string;
    reply: AnswerReply;
  }>;
};
const library = JSON.parse(
  readFileSync(join(import.meta.dirname, "../fixtures/answers/library.json"), "utf8"),
) as Fixture;

/** As `check --answers` would read them, with the retrieved text or another one. */
function read(textOf = (id: string): string => library.documents[id]!) {
  return library.tests.map((each) => {
    const { question, documents, answer, reply } = each;
    const own = sentences(answer);
    const material = {
      question,
      sentences: own,
      documents: documents.map((entity_id) => ({ entity_id, text: textOf(entity_id) })),
    };
    const reading = checkedReading(answerReply(own).parse(reply), material, "a language model");
    return {
      ...each,
      own,
      reading,
      lacking: reading.claims.filter(({ verdict }) => verdict !== "supported"),
    };
  });
}

test("every answer with a planted claim loses faithfulness, and no faithful one does", () => {
  const all = read();
  const planted = all.filter((each) => each.planted.length > 0);
  expect(planted).toHaveLength(12);
  expect(all.filter(({ lacking }) => lacking.length > 0).map(({ id }) => id)).toEqual(
    planted.map(({ id }) => id),
  );
  // Sentence by sentence, too.
  const places = all.map(({ id, own, planted, lacking }) => ({
    id,
    found: [...new Set(lacking.map(({ sentence }) => sentence))].sort((a, b) => a - b),
    planted: [
      ...new Set(
        planted.map((words) => own.findIndex((each) => holds(normaliseQuote(each), plainQuote(words))) + 1),
      ),
    ].sort((a, b) => a - b),
  }));
  // "It depends on the timing." leads to a planted claim, and is as wrong.
  const leadIn = { id: "q14", found: [1, 2], planted: [2] };
  expect(places.filter(({ found, planted }) => !isDeepStrictEqual(found, planted))).toEqual([leadIn]);
});

test("all 83 claims are read, no quote is void, and the verdict on the question agrees with the writer's", () => {
  const all = read();
  const claims = all.flatMap(({ reading }) => reading.claims);
  expect(claims).toHaveLength(83);
  expect(claims.filter(({ verdict }) => verdict === "void")).toEqual([]);
  expect(all.map(({ reading }) => reading.answers.verdict)).toEqual(all.map(({ answers }) => answers));
  expect(all.filter(({ reading }) => reading.answered === null)).toEqual([]);
});

test("the same replies support nothing if the quoted text was not retrieved", () => {
  const other = read((id) => library.documents[id]!.toUpperCase().replaceAll(/[AEIOU]/g, "Y"));
  const claims = other.flatMap(({ reading }) => reading.claims);
  expect(claims.filter(({ verdict }) => verdict === "supported")).toEqual([]);
  expect(claims.filter(({ verdict }) => verdict === "void").length).toBeGreaterThan(50);
  for (const { reading } of other) expect([0, null]).toContain(reading.faithfulness);
});
