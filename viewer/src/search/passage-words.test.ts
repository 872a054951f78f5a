import { expect, test } from "vitest";
import { passageWords } from "./passage-words.ts";

test.each([
  [{ kind: "narration" }, "narrator"],
  [{ kind: "table", who: "Ada" }, "Ada, at the table"],
  [{ kind: "relay", who: "Ada" }, "Ada, relaying to the narrator"],
  [{ kind: "private", to: ["Ada", "Ben"] }, "narrator, only to Ada and Ben"],
  [{ kind: "private", who: "Ada", to: ["Ada"] }, "Ada, in private"],
  [{ kind: "finding" }, "finding"],
  [{ kind: "prompt" }, "narrator's prompt"],
] as const)("%j is %s", (passage, words) => {
  expect(passageWords(passage as Parameters<typeof passageWords>[0])).toBe(words);
});
