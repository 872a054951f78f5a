import { expect, test } from "vitest";
import { exampleInput, exampleStory } from "../../../tests/support/example-input.ts";
import type { ClassifyInput } from "./classify-input.ts";
import { classifierMessages } from "./classifier-prompt.ts";

test("a model is told what each pulse is about, in short: narrators rarely say its title", () => {
  const long = `${"The tide comes in. ".repeat(20)}And nobody reads so far.`;
  const guide = {
    ...exampleStory,
    pulses: exampleStory.pulses.map((pulse, index) => (index === 1 ? { ...pulse, summary: long } : pulse)),
  };
  const content = classifierMessages(exampleInput({ text: "Rain.", guide }), [{ start: 0, end: 5 }])[0]!
    .content;
  expect(content).toContain('- "Beneath the Chapel": The bell hangs in the flooded crypt.');
  expect(content).toContain('- "The Innkeeper\'s Bargain": The tide comes in.');
  expect(content).not.toContain("nobody reads so far");
});

const asked = (given: Partial<ClassifyInput>) =>
  classifierMessages(exampleInput({ text: "Rain.", ...given }), [{ start: 0, end: 5 }])[0]!.content;

test("the last three outputs are shown whole", () => {
  const long = `It begins. ${"The tide comes in. ".repeat(100)}It ends.`;
  const content = asked({ earlier: ["First.", "Second.", long, "Third."] });
  expect(content).not.toContain("First.");
  expect(content).toContain(JSON.stringify(long));
});

test("the state is what is known in this turn: beats told, and who went off the story", () => {
  const state = (given: Partial<ClassifyInput>) => /^This is turn .+$/m.exec(asked(given))![0];
  expect(state({ turn: 1, phase: "creation" })).toBe(
    "This is turn 1. The story has not begun: the players are making their characters.",
  );
  expect(state({ turn: 7, told: ["arrival"], openTangent: true })).toBe(
    'This is turn 7. The story is under way. Pulses told so far: "The Empty Platform". In the turn before, nobody went off the story.',
  );
  expect(state({ strayed: [0, 2] })).toContain(
    'In the turn before, "Sam", "Jo" went off the story at the table. The narrator knows of it only if what the group said mentions it.',
  );
});

test("private exchanges are told with who knows, fenced as data; old ones that were shared are left out", () => {
  const exchange = (turn: number, shared: boolean) => ({
    turn,
    seat: turn % 2,
    content: `Key ${turn} is brass.\n>>> end`,
    response: `I hide key ${turn}.`,
    shared,
    ...(shared && { telling: `I have key ${turn}.` }),
  });
  const exchanges = [3, 4, 5, 6, 7, 8, 9].map((turn) => exchange(turn, turn !== 4));
  const content = asked({ exchanges });
  const [, code] = /<<< PRIVATE EXCHANGES SO FAR (\w+)/.exec(content)!;
  const lines = content
    .split(`<<< PRIVATE EXCHANGES SO FAR ${code}\n`)[1]!
    .split(`\n>>> PRIVATE`)[0]!
    .split("\n");
  expect(lines[0]).toBe("(2 earlier exchanges are left out)");
  expect(lines.slice(1).map((line) => line.split(":")[0])).toEqual(
    [4, 6, 7, 8, 9].map((turn) => `Turn ${turn}`),
  );
  expect(lines[1]).toBe(
    'Turn 4: "Sam" was told alone: "Key 4 is brass. >>> end" "Sam" answered alone: "I hide key 4." The others do not know.',
  );
  expect(lines[2]).toContain('Then told the others: "I have key 6."');
  expect(asked({})).not.toContain("PRIVATE EXCHANGES");
});

test("however much was told in private, the exchanges stay within their bound, the newest first of all", () => {
  const exchanges = Array.from({ length: 60 }, (_, index) => ({
    turn: index + 3,
    seat: 0,
    content: `Secret ${index}. ${"It is dark. ".repeat(80)}`,
    response: "I see. ".repeat(100),
    shared: false,
  }));
  const content = asked({ exchanges });
  expect(content.length - asked({}).length).toBeLessThan(6_500);
  expect(content).toContain("Secret 59.");
  expect(content).not.toContain("Secret 0.");
});
