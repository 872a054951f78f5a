import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { breakdown } from "./breakdown.ts";
import type { Observation } from "./finding-kind.ts";

const base = JSON.parse(
  readFileSync(join(import.meta.dirname, "../../../tests/fixtures/detect/observation.json"), "utf8"),
) as Observation;
const found = (text: string) => breakdown.detect({ ...base, text });

test.each([
  ["empty", "", /is empty/],
  ["blank", " \n\t ", /is empty/],
  ["dots", "…", /no words/],
  ["symbols", "%%% ### @@@ ||| ~~~", /no words/],
])("an output without a word is an error: %s", (_, text, description) => {
  expect(found(text)).toEqual([
    {
      turn: base.turn,
      kind: "breakdown",
      severity: "error",
      description: expect.stringMatching(description),
      evidence: [{ turn: base.turn, text: text.trim() }],
      confidence: 1,
      source: "mechanical",
    },
  ]);
});

test.each([
  ["one word", "No."],
  ["a refusal, which is the reader's to judge", "I'm sorry, but I can't help with that."],
  ["Chinese", "潮水退得比任何人记忆中都远，港口的海底裸露在天空之下。"],
  ["Russian", "Туман расступается, и лодка без вёсел подходит к причалу."],
])("any word is enough: %s", (_, text) => {
  expect(found(text)).toEqual([]);
});
