import { expect, test } from "vitest";
import { HarnessError } from "../errors/index.ts";
import { checkName } from "./index.ts";

test.each([
  "a",
  "my-story.v2",
  "opus-4.5",
  "Größe 3",
  "история",
  "日本語",
  "x".repeat(120),
  "a..b",
  "console",
  "com10",
  "nulls.txt",
  "-x",
  "😀",
])("%j is a safe name", (name) => expect(checkName(name, "story")).toBe(name));

test.each([
  ["", "empty"],
  ["x".repeat(121), "121 bytes"],
  ["x".repeat(300), "300 bytes"],
  ["ü".repeat(61), "122 bytes"],
  [".", "dot"],
  ["..", "dot"],
  [".hidden", "starts with a dot"],
  ["a/b", "separator"],
  ["..\\b", "dot"],
  ["a\\b", "separator"],
  ["a\0b", "control"],
  ["a\nb", "control"],
  ["a\u007f", "control"],
  ["a\u0085b", "control"],
  ["a.", "ends with"],
  ["a ", "ends with"],
  ["a\u00a0", "ends with"],
  ["CON", "Windows"],
  ["nul.txt", "Windows"],
  ["Com1.tar.gz", "Windows"],
  ["lpt9", "Windows"],
  ["COM¹", "Windows"],
  ["aux .md", "Windows"],
  ["a:b", "one of"],
  ["a*b", "one of"],
  ["what?", "one of"],
  ['a"b', "one of"],
  ["<a>", "one of"],
  ["a|b", "one of"],
  ["a\u202etxt.exe", "invisible"],
  ["a\u2066b", "invisible"],
  ["a\u200bb", "invisible"],
  ["a\u200db", "invisible"],
  ["\ufeffa", "invisible"],
  ["a\u00adb", "invisible"],
  ["a\u2028b", "invisible"],
  ["a\u3164b", "invisible"],
  ["a\ud800b", "invisible"],
])("%j is refused", (name, why) => {
  const error = refusal(name);
  expect(error).toMatchObject({ code: "unsafe-name", exit: 2 });
  expect(error.message).toContain("story");
  expect(error.message).toContain(why);
});

test("the message shows what cannot be seen, and not all of what is long", () => {
  expect(refusal("a\u202eb").message).toContain("a\\u{202e}b");
  expect(refusal("x".repeat(100_000)).message.length).toBeLessThan(250);
});

function refusal(name: string): HarnessError {
  try {
    checkName(name, "story");
  } catch (error) {
    if (error instanceof HarnessError) return error;
  }
  throw new Error(`${JSON.stringify(name)} was not refused`);
}
