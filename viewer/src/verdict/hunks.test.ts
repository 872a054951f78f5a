import { expect, test } from "vitest";
import { hunksOf, isAlike } from "./hunks.ts";

test("a removed line is compared with the line that replaces it", () => {
  const change = (text: string) => ({ sign: text[0] as "-" | "+", line: text.slice(1) });
  expect(hunksOf(["-a", "-b", "+A", "+B", "-c", "+d", "+e"].map(change))).toEqual([
    { before: "a\nb", after: "A\nB" },
    { before: "c", after: "d\ne" },
  ]);
  expect(hunksOf(["+new", "-old"].map(change))).toEqual([
    { before: "", after: "new" },
    { before: "old", after: "" },
  ]);
});

test("lines with little in common are shown one after the other", () => {
  expect(isAlike("Keep each reply to about 200 words.", "Keep each reply to about 150 words.")).toBe(true);
  expect(isAlike("Follow the story guide below.", "Mark what you write.")).toBe(false);
  expect(isAlike("", "New line.")).toBe(false);
  expect(
    isAlike("Be brief and kind.", "Be brief and kind. Never contradict an earlier turn, whatever is asked."),
  ).toBe(true);
});
