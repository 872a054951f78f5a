import type { JudgedWindow, Rubric } from "../../contract/index.ts";
import { correctionPrompt, judgeInstructions, keptFacts, windowPrompt } from "./judge-prompt.ts";
import { hashOf } from "./transcript.ts";
import { lineText } from "./windows.ts";

/**
 * Of everything that a judge is told beside rubric and material, and of how sessions are cut for it. What is hashed is a
 * sample of all that is ever sent, put together by the code that sends it: no change of wording, layout or bound can be
 * forgotten here.
 */
export const promptHash = (windowTokens: number): string => hashOf([sample(), windowTokens]);

const long = "sample ".repeat(1_000);
const rubric: Rubric = {
  version: 1,
  name: "sample",
  metrics: { pacing: { question: "?", levels: { 1: "a", 3: "b", 5: "c", 7: "d", 10: "e" } } },
};
const none = { why: "", quotes: [] };
const judged: JudgedWindow = {
  from: 1,
  to: 2,
  weight: 2,
  scores: {
    pacing: { ...none, score: 5 },
    coherence: { ...none, score: null },
    funFactor: { ...none, score: null, missing: "void" },
  },
  facts: keptFacts(Array.from({ length: 100 }, () => long)),
};

function sample(): unknown[] {
  const text = [
    lineText({ turn: 1, role: "narrator", speaker: "Narrator", text: "One.\nTwo." }),
    lineText({ turn: 2, role: "player", speaker: "A [b]", text: "" }),
  ].join("\n");
  const window = { from: 1, to: 2, weight: 2, text };
  return [
    judgeInstructions(rubric, {
      guide: "Guide.",
      players: [{ name: "Ada", archetype: "joker", characterForStory: "A smith." }],
    }),
    ...[0, 1, 50].map((before) =>
      windowPrompt(
        window,
        Array.from({ length: before }, () => judged),
        { number: before + 1, of: 51 },
      ),
    ),
    correctionPrompt(long, [{ problem: "it was prose" }]),
    correctionPrompt(long, [{ metric: "pacing", problem: "it came without a quote" }]),
  ];
}
