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
  const browser = storage();
  rememberChoice("play", { story: "mine", seed: 7 }, browser);
  rememberChoice("matrix", { prompts: ["b", "gone", "a"] }, browser);
  expect(lastChoice("play", "story", ["mine", "innsmouth"], browser)).toEqual(["mine"]);
  expect(lastChoice("matrix", "prompts", ["a", "b"], browser)).toEqual(["b", "a"]);
  expect(lastChoice("matrix", "narrator", ["house"], browser)).toEqual([]);
  expect(browser.getItem("rehearse-last-choice")).not.toContain("seed");
});

test("an unreadable value counts as no choice", () => {
  const browser = storage();
  browser.setItem("rehearse-last-choice", "{");
  expect(lastChoice("play", "story", ["mine"], browser)).toEqual([]);
});
