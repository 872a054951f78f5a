import { expect, test } from "vitest";
import { hunksOf } from "./hunks.ts";

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
