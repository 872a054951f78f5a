import { expect, test } from "vitest";
import { classification, type Classification } from "../../contract/index.ts";
import { manualClock } from "../../../tests/support/manual-clock.ts";
import {
  ContextExceededError,
  InterruptedError,
  InvalidReplyError,
  ProviderFailure,
} from "../../kernel/models/index.ts";
import { classifyByRules } from "./classify-by-rules.ts";
import { classify } from "./classify.ts";
import { exampleInput, heardBy } from "../../../tests/support/playtest/example-input.ts";
import {
  model,
  run,
  says,
  secret,
  text,
  tireless,
} from "../../../tests/support/playtest/scripted-classifier.ts";

test("the model gives the type, and may find secrets that the rules missed", async () => {
  const { verdict } = run(says({ private: [secret([4], "Alex")] }));
  const said = await verdict;
  expect(classification.safeParse(said).success).toBe(true);
  expect(said).toMatchObject({
    type: "pulse",
    title: "The Gate",
    confidence: 0.9,
    source: "openai/gpt-4o-mini-2024-07-18",
  });
  expect(heardBy(1, text, said)).toBe("The hinges sing your name. ");
  expect(heardBy(0, text, said)).toBe("Sam, you alone see the key. It is brass.\n\n");
  expect(heardBy("all", text, said)).toBe("The gate opens. A dog barks.");
});

test("a model cannot widen an audience", async () => {
  const said = await run(says({ private: [secret([2, 3], "Sam", "Alex", "Jo")] })).verdict;
  expect(heardBy(0, text, said)).toContain("brass");
  expect(heardBy(1, text, said) + heardBy(2, text, said)).toBe("");
});

const room =
  "You file into the long room. Sam, you alone notice a number under the armrest. At the far end a door stands ajar, and cold air comes through it. The hinges are rusty. What do you do?";

const secretOf = (sentences: number[]) =>
  says({ private: [{ ...secret(sentences, "Sam"), evidence: "you alone" }] });

const open = (said: Classification) => heardBy("all", room, said);

test.each([
  ["found no secret", says()],
  ["found another", secretOf([1])],
  ["took it for another player's", says({ private: [secret([2], "Alex")] })],
])("a model that %s opens nothing", async (_, reply) => {
  const said = await run(reply, { text: room }).verdict;
  expect(open(said)).not.toMatch(/armrest|ajar|hinges/);
});

const timeout = new ProviderFailure({
  code: "timeout",
  message: "OpenAI did not answer within 30 s.",
  remedy: "Wait.",
  transient: true,
  billing: "possible",
});

test.each([
  ["a timeout", timeout],
  [
    "moderation",
    new ProviderFailure({
      code: "moderated",
      message: "OpenAI answered 403: flagged.",
      remedy: "Change the content.",
      transient: false,
      billing: "none",
    }),
  ],
  [
    "a reply that cannot be used",
    new InvalidReplyError({ model: "gpt-4o-mini", text: "no", problem: "it was not JSON.", usage: {} }),
  ],
  [
    "a text that does not fit",
    new ContextExceededError({ model: "gpt-4o-mini", input: 9, maxOutput: 9, context: 9 }),
  ],
])("after %s the rules' verdict is used, and says why", async (_, failure) => {
  const { verdict, input, asked } = run(failure);
  const twice = !(failure instanceof ContextExceededError);
  expect(await verdict).toEqual({
    ...classifyByRules(input),
    asked: twice ? 2 : 1,
    note: expect.stringMatching(
      new RegExp(
        `^by rules${twice ? ", asked twice" : ""}: ${failure === timeout ? "openai/gpt-4o-mini did not classify within 20 s" : failure.message.slice(0, 20)}`,
      ),
    ),
  });
  expect(asked.map(({ call }) => call)).toEqual(
    ["turn/5/classifier", "turn/5/classifier/again"].slice(0, twice ? 2 : 1),
  );
});

test("a failed model gets a second try, in its own call, and the record says so", async () => {
  const { verdict, asked } = run([timeout, says({ private: [secret([4], "Alex")] })]);
  const said = await verdict;
  expect(asked.map(({ call }) => call)).toEqual(["turn/5/classifier", "turn/5/classifier/again"]);
  expect(said).toMatchObject({
    type: "pulse",
    source: "openai/gpt-4o-mini-2024-07-18",
    asked: 2,
    note: "by the model, asked twice: openai/gpt-4o-mini did not classify within 20 s",
  });
  expect(heardBy(1, text, said)).toBe("The hinges sing your name. ");
  expect((await run(says()).verdict).asked).toBeUndefined();
});

test.each(["unauthorised", "no-credit", "forbidden", "not-found"])(
  "a provider that refuses the caller (%s) stops the run instead",
  async (code) => {
    const refusal = new ProviderFailure({
      code,
      message: "OpenAI refused.",
      remedy: "Check the key.",
      transient: false,
      billing: "none",
      exit: 2,
    });
    await expect(run(refusal).verdict).rejects.toBe(refusal);
  },
);

test("after the timeout the rules decide, even if retries remain", async () => {
  const clock = manualClock();
  const input = exampleInput({ text });
  let said: Classification | undefined;
  void classify({ gateway: tireless, model, call: "c", turn: 5, clock, withinMs: 20_000, input }).then(
    (verdict) => (said = verdict),
  );
  await clock.advance(19_999);
  expect(said).toBeUndefined();
  await clock.advance(1);
  expect(said).toEqual({
    ...classifyByRules(input),
    asked: 2,
    note: "by rules, asked twice: openai/gpt-4o-mini did not classify within 20 s",
  });
  expect(heardBy(1, text, said!) + heardBy(2, text, said!)).toBe("");
});

test("Ctrl-C during classification is an interruption, and leaves no timer running", async () => {
  const clock = manualClock();
  const stop = new AbortController();
  const verdict = classify({
    gateway: tireless,
    model,
    call: "c",
    turn: 5,
    clock,
    withinMs: 20_000,
    signal: stop.signal,
    input: exampleInput({ text }),
  });
  stop.abort();
  await expect(verdict).rejects.toBeInstanceOf(InterruptedError);
  expect(clock.sleepers()).toBe(0);
});
