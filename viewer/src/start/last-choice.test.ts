import { expect, test } from "vitest";
import { lastChoice, rememberChoice } from "./last-choice.ts";

const storage = () => {
  const kept = new Map<string, string>();
  return {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
  };
};

test("the last choice is remembered in its order, without what no longer exists", () => {
  const [browser, session, matrix] = [storage(), new FormData(), new FormData()];
  session.append("story", "mine");
  for (const prompt of ["b", "gone", "a"]) matrix.append("prompts", prompt);
  rememberChoice(session, browser);
  rememberChoice(matrix, browser);
  expect(lastChoice("story", ["mine", "innsmouth"], browser)).toEqual(["mine"]);
  expect(lastChoice("prompts", ["a", "b"], browser)).toEqual(["b", "a"]);
  expect(lastChoice("narrator", ["house"], browser)).toEqual([]);
});

test("an unreadable value counts as no choice", () => {
  const browser = storage();
  browser.setItem("rehearse-last-choice", "{");
  expect(lastChoice("story", ["mine"], browser)).toEqual([]);
});
