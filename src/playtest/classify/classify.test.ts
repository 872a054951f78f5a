/** Over the real gateway and journal, with a model that follows a script. */
import { expect, test } from "vitest";
import { failure, setUp } from "../../../tests/support/scripted-gateway.ts";
import { exampleInput, heardBy } from "../../../tests/support/playtest/example-input.ts";
import { classifierSays } from "../../../tests/support/playtest/scripted-classifier.ts";
import { createCatalog } from "../../kernel/models/index.ts";
import type { ClassifierReply, ClassifyInput } from "./classifier-prompt.ts";
import { classify } from "./classify.ts";

const model = createCatalog().resolve("haiku");
const text =
  "The gate opens. Sam, you alone see the key. It is brass.\n\nThe hinges sing your name. A dog barks.";

type Answers = ReadonlyArray<Partial<ClassifierReply> | Error | string>;

/** Asks as in turn 5; in a folder that was used before, after a restart. */
function ask(answers: Answers, given: Partial<ClassifyInput> = {}, dir?: string) {
  const script = answers.map((answer) =>
    typeof answer === "string" || answer instanceof Error ? answer : JSON.stringify(classifierSays(answer)),
  );
  const table = setUp(script, { dir, retry: { attempts: 1, reasks: 0 } });
  const input = exampleInput({ text, ...given });
  return {
    ...table,
    input,
    verdict: classify({ gateway: table.gateway, model, call: "turn/5/classifier", input }),
  };
}

const hears = async ({ input, verdict }: ReturnType<typeof ask>) => {
  const classification = await verdict;
  return {
    all: heardBy("all", input.text, classification),
    ...Object.fromEntries(
      input.names.map((name, seat) => [name, heardBy(seat, input.text, classification)] as const),
    ),
  };
};

test("the model's word is final: nothing is private but what it named, in whole sentences", async () => {
  expect(await hears(ask([{}]))).toEqual({ all: text, Sam: "", Alex: "", Jo: "" });
  expect(await hears(ask([{ private: [{ sentences: [4], players: ["Jo", "Alex"] }] }]))).toEqual({
    all: "The gate opens. Sam, you alone see the key. It is brass.A dog barks.",
    Sam: "",
    Alex: "The hinges sing your name.",
    Jo: "The hinges sing your name.",
  });
  expect(await hears(ask([{ private: [{ sentences: [3, 2], players: ["Sam"] }] }]))).toMatchObject({
    Sam: "Sam, you alone see the key. It is brass.",
    Alex: "",
  });
});

test("private to everybody is public", async () => {
  const toAll = ask([{ private: [{ sentences: [2], players: ["Jo", "Sam", "Alex"] }] }]);
  expect(await hears(toAll)).toMatchObject({ all: text, Sam: "" });
});

test("types, beats, end and confidence are the model's where the narrator marked nothing", async () => {
  // However few words are quoted.
  const beats = [{ title: "Beneath the Chapel", quote: "The gate" }];
  const { verdict } = ask([
    { types: ["clarification", "pulse", "clarification"], beats, concluded: true, confidence: 7 },
  ]);
  expect(await verdict).toMatchObject({
    source: "model",
    model: "anthropic/scripted",
    types: ["clarification", "pulse"],
    beats,
    concluded: true,
    confidence: 1,
  });
});

test.each<[string, Partial<ClassifierReply>]>([
  ["a player who is not at the table", { private: [{ sentences: [2], players: ["Ozymandias"] }] }],
  ["a sentence that is not there", { private: [{ sentences: [6], players: ["Sam"] }] }],
  ["a passage for no player", { private: [{ sentences: [2], players: [] }] }],
  ["a quote that is not in the output", { beats: [{ title: "Rain", quote: "It rains on the harbour" }] }],
  ["a private item that is not there", { known: [1] }],
  ["no type", { types: [] }],
])("an answer with %s is invalid and asked once more", async (_, wrong) => {
  const { verdict, requests } = ask([wrong, { types: ["recap"] }]);
  expect(await verdict).toMatchObject({ source: "model", types: ["recap"], segments: [{ audience: "all" }] });
  expect(requests).toHaveLength(2);
});

test("two failures stop the session with 3, and after a restart no answered call is asked again", async () => {
  const down = ask([failure(500)]);
  await expect(down.verdict).rejects.toMatchObject({ code: "no-result", exit: 3 });
  expect(down.requests).toHaveLength(2);

  // The first call fails once more, the second is answered.
  const up = ask([failure(500), { types: ["recap"] }], {}, down.dir);
  expect((await up.verdict).types).toEqual(["recap"]);
  expect(up.requests).toHaveLength(2);

  const resumed = ask(["not asked"], {}, down.dir);
  expect(await resumed.verdict).toEqual(await up.verdict);
  expect(resumed.requests).toHaveLength(0);
});

test("a refused key is asked once: a second call would not help", async () => {
  const { verdict, requests } = ask([failure(401)]);
  await expect(verdict).rejects.not.toMatchObject({ code: "no-result" });
  expect(requests).toHaveLength(1);
});

const marked = (title: string) =>
  `[[PULSE: ${title}]]\nThe gate opens.\n\n[To Sam only] You see a key.\n\nA dog barks at Alex alone.`;

test("markers win for types and for what they make private; beats that either names are told", async () => {
  const given = ask(
    [
      {
        types: ["recap"],
        beats: [{ title: "Beneath the Chapel", quote: "The gate opens" }],
        private: [{ sentences: [1, 2], players: ["Alex"] }],
      },
    ],
    { text: marked("The Innkeeper’s Bargain") },
  );
  expect(await given.verdict).toMatchObject({
    source: "markers",
    types: ["pulse"],
    beats: [{ title: "The Innkeeper’s Bargain" }, { title: "Beneath the Chapel", quote: "The gate opens" }],
  });
  expect(await hears(given)).toMatchObject({ Sam: "You see a key.", Jo: "", all: "" });
  // The model sees the marked passage, but cannot number it.
  const prompt = JSON.stringify(given.requests[0]!.prompt);
  expect(prompt).toContain("Marked private, to Sam alone: ");
  expect(prompt).not.toMatch(/\d: \\+"You see a key/);
});

test("a marked title that is not the guide's leaves the beats to the model", async () => {
  const beats = [{ title: "Beneath the Chapel", quote: "The gate opens" }];
  expect(await ask([{ beats, types: ["recap"] }], { text: marked("The Gate") }).verdict).toMatchObject({
    source: "markers",
    types: ["pulse"],
    beats,
  });
});

test("the model says which private items all know by now", async () => {
  const secrets = [
    { turn: 3, seat: 0, content: "The key is brass." },
    { turn: 4, seat: 2, content: "The dog is old." },
  ];
  const { verdict, requests } = ask([{ known: [2, 2] }], { secrets });
  expect((await verdict).toldToAll).toEqual([{ turn: 4, seat: 2 }]);
  expect(JSON.stringify(requests[0]!.prompt)).toMatch(
    /2: told to \\+"Jo\\+" alone in turn 4: \\+"The dog is old/,
  );
});

test("creation, an empty output and an endless one make no call", async () => {
  const given: Array<[Partial<ClassifyInput>, object]> = [
    [{ phase: "creation" }, { source: "phase", types: ["creation"], beats: [] }],
    [{ text: " \n" }, { source: "mechanical", types: [], beats: [] }],
    [{ text: "Rain. ".repeat(20_000) }, { source: "mechanical", types: [], beats: [] }],
  ];
  for (const [input, expected] of given) {
    const { verdict, requests } = ask(["not asked"], input);
    expect(await verdict).toMatchObject(expected);
    expect(requests).toHaveLength(0);
  }
});

test("without a model, what no marker names is not measured, and a stranger's passage is noted", async () => {
  const alone = (given: string) =>
    classify({ gateway: setUp([]).gateway, call: "turn/5/classifier", input: exampleInput({ text: given }) });
  const unmarked = await alone(text);
  expect(unmarked).toMatchObject({ source: "none", types: [], segments: [{ audience: "all" }] });
  expect(unmarked.beats).toBeUndefined();
  const told = await alone(`${marked("The Gate")}\n\n[To Ada only] Hush.`);
  expect(told).toMatchObject({
    source: "markers",
    types: ["pulse"],
    beats: [{ title: "The Gate" }],
    note: "not delivered to Ada: no player has that name",
  });
});
