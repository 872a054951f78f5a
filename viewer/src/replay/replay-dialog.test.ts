import { expect, test } from "vitest";
import { replayOf } from "./replay-dialog.tsx";

const filled = (fields: Record<string, string>) => {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  return replayOf({ session: "s", turn: 4, form, own: "own" });
};

test("unchanged fields are left out", () => {
  expect(filled({ prompt: "", narrator: "", times: "2", turns: "", budget: "" })).toEqual({
    session: "s",
    turn: 4,
    times: 2,
  });
});

test("a custom prompt is sent as text, a shipped one by name", () => {
  expect(filled({ prompt: "own", promptText: "Be brief.", times: "1" })).toEqual({
    session: "s",
    turn: 4,
    times: 1,
    promptText: "Be brief.",
  });
  expect(
    filled({
      prompt: "structured",
      promptText: "left over",
      times: "1",
      turns: "6",
      budget: "0.5",
      narrator: "house",
    }),
  ).toEqual({
    session: "s",
    turn: 4,
    times: 1,
    prompt: "structured",
    turns: 6,
    budget: 0.5,
    narrator: "house",
  });
});
