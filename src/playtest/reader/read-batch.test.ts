import { expect, test } from "vitest";
import { exampleStory } from "../../../tests/support/playtest/example-input.ts";
import { found, nothing, type Answer } from "../../../tests/support/playtest/scripted-reader.ts";
import { ask, failure, setUp } from "../../../tests/support/scripted-gateway.ts";
import { readBatch } from "./read-batch.ts";
import type { ReaderTurn } from "./reader-turn.ts";

const turns: ReaderTurn[] = Array.from({ length: 4 }, (_, index) => ({
  turn: index + 1,
  phase: "story",
  narration: `The tide turns for the ${index + 1}. time.`,
  talk: [],
}));
const table = { story: exampleStory, names: ["Sam", "Alex"] };
const { model } = ask();

const says = (...answers: Array<Partial<Answer> & { turn: number }>) =>
  JSON.stringify({ turns: answers.map((answer) => ({ ...nothing, ...answer })), verdicts: [] });
const rushed = (turn: number, kind = "rushed") => found(kind, `for the ${turn}. time`);
const verdicts = (...all: Array<[claim: number, upheld: boolean]>) =>
  JSON.stringify({
    turns: [],
    verdicts: all.map(([claim, upheld]) => ({ claim, upheld, defence: ` Defence ${claim}. ` })),
  });
const whole = says({ turn: 3, findings: [rushed(3)] }, { turn: 4 });

/** The turns 3 and 4 are read. */
async function read(script: Parameters<typeof setUp>[0], { reasks = 0 } = {}) {
  const { gateway, requests, lines } = setUp(script, { retry: { attempts: 1, reasks } });
  const options = { gateway, model, secondLook: model, table, turns, first: 3 };
  const { answeredBy, contents } = await readBatch(options);
  const calls = lines().flatMap(({ type, call }) => (type === "done" ? [call] : []));
  const states = [...contents].map(([turn, { findings }]) => [turn, findings.map(({ state }) => state)]);
  return { answeredBy, contents, requests, calls, states };
}

test("one call reads all turns of a batch; without a finding there is no second look", async () => {
  const { calls, answeredBy, states } = await read([says({ turn: 3 }, { turn: 4 })]);
  expect(calls).toEqual(["turn/4/reader/3-4"]);
  expect(answeredBy.secondLook).toBeUndefined();
  expect(states).toEqual([
    [3, []],
    [4, []],
  ]);
});

test("one second look decides all findings that the reader is sure of: upheld or refuted", async () => {
  const unsure = { ...rushed(4), confidence: 0.2 };
  const { calls, contents, states, answeredBy } = await read([
    says(
      { turn: 3, findings: [rushed(3), rushed(3, "takes-over")] },
      { turn: 4, findings: [unsure, rushed(4, "takes-over")] },
    ),
    verdicts([1, true], [3, true], [2, false], [9, true]),
  ]);
  expect(calls).toEqual(["turn/4/reader/3-4", "turn/4/second-look/3-4"]);
  expect(states).toEqual([
    [3, ["confirmed", "refuted"]],
    [4, ["unsure", "confirmed"]],
  ]);
  expect(contents.get(3)!.findings.map(({ defence }) => defence)).toEqual(["Defence 1.", "Defence 2."]);
  expect(answeredBy.secondLook).toBeDefined();
});

test("both calls have the same instructions, schema and transcript", async () => {
  const { requests } = await read([whole, verdicts([1, true])]);
  const [reading, secondLook] = requests.map(({ prompt, responseFormat }) => ({
    prompt: prompt.slice(0, -1),
    responseFormat,
  }));
  expect(secondLook).toEqual(reading);
});

test.each([
  ["fails", failure(500), "500"],
  ["leaves a claim out", verdicts([2, true]), "claim 1 is missing"],
  ["decides a claim twice", verdicts([1, true], [1, false]), "claim 1 is decided 2 times"],
])("a second look that %s leaves the findings unconfirmed, with the cause", async (_, said, why) => {
  const { contents, states } = await read([whole, said]);
  expect(states).toEqual([
    [3, ["unconfirmed"]],
    [4, []],
  ]);
  expect(contents.get(3)!.unconfirmedWhy).toContain(why);
  expect(contents.get(4)).not.toHaveProperty("unconfirmedWhy");
});

test("a refused key ends the run, also at the second look", async () => {
  await expect(read([whole, failure(401)])).rejects.toMatchObject({ exit: 2 });
});

test("an answer without a turn or a claim is asked for again, and only the whole one is stored", async () => {
  const short = says({ turn: 2 }, { turn: 3.5 }, { turn: 4 });
  const script = [short, whole, verdicts(), verdicts([1, true])];
  const { requests, calls, states } = await read(script, { reasks: 1 });
  expect(requests).toHaveLength(4);
  expect(calls).toEqual(["turn/4/reader/3-4", "turn/4/second-look/3-4"]);
  expect(states[0]).toEqual([3, ["confirmed"]]);
  await expect(read([short])).rejects.toMatchObject({
    code: "invalid-reply",
    message: expect.stringContaining("turn 3 is missing"),
  });
});

test("of two answers for a turn the first counts, and those for other turns are ignored", async () => {
  const twice = { turn: 4, exploration: "The tide turns" };
  const { contents } = await read([says({ turn: 2 }, twice, { turn: 4 }, { turn: 3 }, { turn: 9 })]);
  expect([...contents.keys()]).toEqual([3, 4]);
  expect(contents.get(4)!.digression).toEqual({ exploration: "The tide turns" });
});

test("a session larger than the model's context makes no call, and says so", async () => {
  const long = turns.map((turn) => ({ ...turn, narration: "word ".repeat(2_000) }));
  const { gateway, requests } = setUp([]);
  const small = { ...model, context: 10_000 };
  const options = { gateway, model: small, secondLook: small, table, first: 3 };
  await expect(readBatch({ ...options, turns: long })).rejects.toMatchObject({
    code: "context-exceeded",
    message: expect.stringMatching(
      /Up to turn 4 the session has about \d+ tokens, more than .* takes \(10000\)/,
    ),
  });
  expect(requests).toEqual([]);
});
