import { expect, test } from "vitest";
import {
  filledIn,
  inPageWords,
  inputFrom,
  isAskable,
  kindOf,
  labelOf,
  missingIn,
  problemLines,
  usualOf,
} from "./operation-schema.ts";

const text = { type: "string" };
const schema = {
  properties: {
    checkpoint: { type: "array", items: text, value: "FILE" },
    b: {
      anyOf: [
        { type: "array", items: text },
        { type: "object", properties: { prompt: text, narrator: text } },
      ],
    },
    stories: { type: "array", items: { anyOf: [text, {}] } },
    seed: { anyOf: [text, { type: "integer" }] },
    maxTurns: { type: "integer", minimum: 3, description: "Maximum number of turns. Default: 100." },
    redline: { type: "boolean" },
  },
  required: ["checkpoint"],
};

test("an option is asked for by what it takes; other forms of it are for the library", () => {
  const kinds = Object.values(schema.properties).map(kindOf);
  expect(kinds).toEqual(["list", "group", "list", "text", "number", "flag"]);
  expect(kindOf({ type: "array", items: { type: "string", enum: ["a"] } })).toBe("choices");
});

test("a page asks for no file, unless it lists those that there are", () => {
  expect(isAskable("rubric", { value: "FILE" })).toBe(false);
  expect(isAskable("baseline", { value: "FILE" }, { baseline: [] })).toBe(true);
  expect(isAskable("record", { section: "common" })).toBe(false);
  expect(isAskable("budget", { section: "common" })).toBe(true);
});

test("an address fills in a form by the names of the library, and empty fields are left out", () => {
  const params = new URLSearchParams(
    "kind=ab&checkpoint=a@b/turn-4.json&b.narrator=house&stories=a&stories=b&seed=7&maxTurns=12&redline=true",
  );
  expect(inputFrom(schema, params)).toEqual({
    checkpoint: ["a@b/turn-4.json"],
    b: { narrator: "house" },
    stories: ["a", "b"],
    seed: "7",
    maxTurns: 12,
    redline: true,
  });
  expect(inputFrom(schema, new URLSearchParams("maxTurns=many"))).toEqual({});
  expect(filledIn({ seed: "", stories: [], b: {}, maxTurns: 0, redline: false })).toEqual({
    maxTurns: 0,
    redline: false,
  });
  expect(missingIn(schema, { checkpoint: [] })).toEqual(["checkpoint"]);
  expect(missingIn(schema, { checkpoint: ["a/turn-1.json"] })).toEqual([]);
});

test("labels are words of the page, also in what the server says", () => {
  expect(labelOf("failUnder")).toBe("Fail under");
  expect(labelOf("narrator", { type: "array", value: "MODEL" })).toBe("Narrators");
  expect(inPageWords("With --times 2 or more, or `--max-turns`.")).toBe(
    "With Replays 2 or more, or Maximum turns.",
  );
  expect(inPageWords("GET /api/choices lists them.")).toBe("rehearse models lists them.");
  expect(usualOf(schema.properties.maxTurns)).toBe("100");
  expect(usualOf({ default: 40 })).toBe("40");
});

test("a problem names the fields of the page, each line on its own", () => {
  const message = "maxTurns: two things:\n  no --budget;";
  const error = Object.assign(new Error(message), { option: "maxTurns", remedy: "Do it." });
  expect(problemLines(error)).toEqual(["Maximum turns: two things:", "no Budget, USD;", "Do it."]);
});
