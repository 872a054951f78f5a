import { expect, test } from "vitest";
import { classifyByRules } from "../classify-by-rules.ts";
import { exampleInput, heardBy } from "../../../../tests/support/playtest/example-input.ts";

/**
 * Sam is seat 0, Alex 1, Jo 2, the spokesperson. A secret is between « and », which are removed before classification.
 */
function read(marked: string, names?: string[]) {
  const text = marked.replaceAll(/[«»]/g, "");
  const classification = classifyByRules(exampleInput({ text, spokesperson: 2, ...(names && { names }) }));
  const secret = [...marked.matchAll(/«([^»]*)»/g)].map(([, words]) => words).join("");
  return { text, classification, secret, heard: (who: number | "all") => heardBy(who, text, classification) };
}

test.each([
  [
    "the next paragraph, where nothing ends it",
    "«[To Sam only] The key is brass.\n\n»The door opens.\n\nWhat do you do?",
  ],
  ["one that speaks to the group", "«[To Sam only] The key is brass.\n\n»You step into the hall."],
  ["a choice", "«[To Sam only] The key is brass.\n\n»It is up to you: go in, or wait."],
  ["a list of choices", "«[To Sam only] The key is brass.\n\n»- Go left\n- Go right"],
  ["what stands between rules", "---\n«[To Sam only]\nThe key is brass.\n\nThe lock is iron.\n»---\nRain."],
  [
    "what all were told before an end",
    "«[To Sam only] The key is brass.\n\n»[To all] Rain.\n\nThe door opens. [END]",
  ],
])("public after a tag: %s", (_, marked) => {
  const { secret, heard } = read(marked);
  expect(heard(0).replace(/^---/, "").trim()).toBe(secret.trim());
});

test("nested tags: the inner one counts, and the outer one continues after it", () => {
  const { heard } = read("[Private to Sam] One. [Private to Alex] Two. [/Private] Three. [/Private] Four.");
  expect([heard(0), heard(1), heard("all")]).toEqual([
    "[Private to Sam] One.  Three. [/Private]",
    "[Private to Alex] Two. [/Private]",
    " Four.",
  ]);
});

test("an open tag ends where the next begins, and takes no closing mark of a later one", () => {
  const { heard } = read("[To Sam only] One.\n\nTwo.\n\n[Private to Alex] Three. [/Private] Four.");
  expect([heard(0), heard("all"), heard(1)]).toEqual([
    "[To Sam only] One.\n\nTwo.\n\n",
    " Four.",
    "[Private to Alex] Three. [/Private]",
  ]);
});

test("two tags in one paragraph", () => {
  const { heard } = read("Rain. [To Sam only] One. [To Alex only] Two.\n\nThree.");
  expect([heard("all"), heard(0), heard(1)]).toEqual([
    "Rain. Three.",
    "[To Sam only] One. ",
    "[To Alex only] Two.\n\n",
  ]);
});
