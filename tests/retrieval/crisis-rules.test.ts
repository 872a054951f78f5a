/** The crisis rules that ship: the floor of the specification, and one rule per signal of the knowledge base. */
import { resolve } from "node:path";
import fc from "fast-check";
import { expect, test } from "vitest";
import { loadBanks } from "../../src/retrieval/banks.ts";
import { createPatternMatcher } from "../../src/retrieval/mechanisms/index.ts";

const { rules, semantic = [] } = loadBanks(resolve(import.meta.dirname, "../../test_banks"), {
  which: ["semantic", "pattern"],
  required: true,
});
const { crisis_patterns, words, harmless } = rules!;
const { match } = createPatternMatcher(rules!);
const isCrisis = (message: string) => match(message).matches.includes("handler_crisis");

/** Section 5.5 of the specification; only the word boundaries are added. */
const floor = [
  "want(s)? to (die\\b|end it|hurt myself|kill myself)",
  "better off (dead|without me)",
  "(not|don't|dont) feel safe",
  "can'?t (go on|take it|do this) anymore",
  "being (hit|abused|hurt\\b)",
];

test("the floor is the specification's five patterns, word for word", () => {
  expect(crisis_patterns.filter((rule) => rule.floor).map(({ pattern }) => pattern)).toEqual(floor);
});

test.each(["i want to kill myself to make it stop", "I want to end it with pills"])(
  "found: %s",
  (message) => {
    expect(isCrisis(message)).toBe(true);
  },
);

test("no harmless phrase around or inside it disables the floor", () => {
  const phrase = floor.map((pattern) => fc.stringMatching(new RegExp(`^${pattern.replaceAll("\\b", "")}$`)));
  const around = fc.constantFrom(
    "",
    " of embarrassment",
    " trying to please her",
    " with him the kind way",
    " at the gym",
    " on the trampoline",
    " in Minecraft",
    " when i was little",
    " twenty years ago",
    " on my night shift",
    " on",
    " with late fees",
    " sharing my password",
  );
  fc.assert(
    fc.property(fc.oneof(...phrase), around, (found, after) => {
      expect(isCrisis(`he said ${found}${after}`)).toBe(true);
    }),
    { seed: 5, numRuns: 500 },
  );
});

test.each(crisis_patterns.map((rule) => [rule.name!, rule] as const))(
  "%s: finds its own examples, and no rule finds its benign twins",
  (_, rule) => {
    const alone = createPatternMatcher({ ...rules!, crisis_patterns: [rule], keyword_boosts: [] });
    expect(rule.examples.length).toBeGreaterThanOrEqual(2);
    expect(rule.examples.filter((message) => alone.match(message).matches.length === 0)).toEqual([]);
    expect(rule.benign.filter(isCrisis)).toEqual([]);
    if (!rule.floor) expect(rule.benign.length).toBeGreaterThanOrEqual(2);
  },
);

test("a reviewer can read every line: none is long, and every list of words is used", () => {
  const patterns = crisis_patterns.flatMap(({ pattern }) => pattern);
  expect([...patterns, ...Object.values(harmless).flat()].filter(({ length }) => length > 420)).toEqual([]);
  expect(Object.keys(words).filter((word) => !JSON.stringify(rules).includes(`{${word}}`))).toEqual([]);
});

/** Every signal that rule_crisis_detection, handler_crisis and domestic_violence name, in other words than the rules' own examples. */
test.each([
  ["wishing to die", "most days I would rather be dead than do this alone"],
  ["a burden", "they'd all be happier if I wasn't around"],
  ["a plan", "I've worked out how I'd do it and when"],
  ["a means", "there are forty paracetamol tablets in a box of tablets next to my bed, enough tablets"],
  ["a goodbye", "please tell my children I love them, ok"],
  ["self-harm", "my daughter has been cutting herself in the bathroom"],
  ["overdose", "she overdosed on her antidepressants on friday"],
  ["fear for one's safety now", "he's in the house and I am hiding in the wardrobe"],
  ["being hit", "last night my boyfriend slapped me twice"],
  ["being choked", "he choked me until I saw stars"],
  ["hands around the throat", "his hands were around my throat"],
  ["being threatened", "my ex threatened to hurt me at the exchange"],
  ["being locked in", "he locks me in when he goes to work"],
  ["being followed", "a man he knows followed me home"],
  ["a weapon", "there's a pistol in his glovebox now"],
  ["a gun in reach", "he sleeps with a gun under the bed"],
  ["a child being hurt", "her boyfriend keeps hitting my son"],
  ["a child missing", "my little girl has been missing since four"],
  ["a child left with someone dangerous", "they stay with a registered sex offender every weekend"],
  ["the other parent's threat to kill himself", "she says she'll kill herself if I file"],
  ["a threat to kill others", "he told my sister he would kill us all"],
  ["the user's wish to hurt someone", "I keep thinking about hurting my ex"],
  ["giving things away", "I've been giving my things away this week"],
  ["sudden calm", "I feel strangely calm tonight"],
  ["it doesn't matter any more", "whatever the judge says, it doesn't matter any more"],
  ["pushing", "he shoved me into the cupboard"],
  ["restraining", "he held me down on the bed"],
  ["sexual force", "he forced me to have sex again"],
  ["throwing things", "she threw a mug at me"],
  ["hurting pets", "he kicked the dog across the room"],
  ["stalking", "I think my ex is stalking me"],
  ["violence in pregnancy", "he kicked me in the stomach, I'm 14 weeks"],
  ["could kill me", "I believe he could kill me"],
  ["a child's disclosure", "my son says uncle Joe touches him"],
])("the knowledge base names it: %s", (_, message) => {
  expect(isCrisis(message)).toBe(true);
});

test.each(["V2-SAFE-003", "V2-SAFE-004"])("%s, of the semantic bank, is a crisis", (id) => {
  expect(isCrisis(semantic.find(({ test_id }) => test_id === id)!.prompt)).toBe(true);
});
