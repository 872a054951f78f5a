import { expect, test } from "vitest";
import { z } from "zod";
import { classification, type Classification } from "../../contract/index.ts";
import { manualClock } from "../../../tests/support/manual-clock.ts";
import { HarnessError } from "../../kernel/errors/index.ts";
import {
  ContextExceededError,
  InterruptedError,
  InvalidReplyError,
  ProviderFailure,
  type Gateway,
  type ObjectAsk,
} from "../../kernel/models/index.ts";
import { type ClassifierReply } from "./classifier-prompt.ts";
import { classifyByRules } from "./classify-by-rules.ts";
import type { ClassifyInput } from "./classify-input.ts";
import { classify } from "./classify.ts";
import { exampleInput, heardBy } from "../../../tests/support/playtest/example-input.ts";
import {
  catalog,
  model,
  run,
  says,
  scripted,
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

test("after a secret a question to the group is for all; so is the rest of the paragraph, if a model that found the secret says so", async () => {
  const rules = classifyByRules(exampleInput({ text: room }));
  expect(open(rules)).toBe("You file into the long room. What do you do?");
  expect(open(await run(secretOf([2]), { text: room }).verdict)).toBe(
    room.replace("Sam, you alone notice a number under the armrest. ", ""),
  );
  expect(open(await run(secretOf([2, 4]), { text: room }).verdict)).not.toContain("hinges");
});

test.each([
  ["found no secret", says()],
  ["found another", secretOf([1])],
  ["took it for another player's", says({ private: [secret([2], "Alex")] })],
])("a model that %s opens nothing", async (_, reply) => {
  const said = await run(reply, { text: room }).verdict;
  expect(open(said)).not.toMatch(/armrest|ajar|hinges/);
});

test.each([
  ["it tells on", "Sam, you alone notice the armrest. The number 4417 is cut in it."],
  ["it says of whom", "Sam, you alone notice the armrest. At the far end Orla turns pale."],
  ["it speaks of the same", "Sam, you alone notice the armrest. Near the armrest lies a knife."],
  ["it was announced", "Sam, only you hear the voice. Beyond the altar lies the key."],
  ["it is somebody's words", 'Sam, you alone notice the vicar. "Beyond the altar," he says.'],
  ["it speaks to the player", "Sam, you alone notice the armrest. Behind the chair you find a knife."],
])("nor does a model open part of a secret by leaving it out: %s", async (_, text) => {
  const said = await run(says({ private: [secret([1], "Sam")] }), { text }).verdict;
  expect(heardBy("all", text, said)).toBe("");
});

test("the end needs a confident model", async () => {
  expect((await run(says({ concluded: true, confidence: 0.7 })).verdict).concluded).toBe(true);
  expect((await run(says({ concluded: true, confidence: 0.6 })).verdict).concluded).toBe(false);
});

test("before the story an output is character creation, cannot end the story, and still keeps secrets", async () => {
  const greeting = "Welcome. What are you called? Alex, you alone see the door move.";
  expect(classifyByRules(exampleInput({ text: greeting, phase: "creation" }))).toMatchObject({
    type: "creation",
    evidence: "character creation",
  });
  const said = await run(
    says({
      types: ["creation"],
      evidence: "What are you called?",
      title: "",
      concluded: true,
      private: [secret([3], "Alex")],
    }),
    { phase: "creation", text: greeting },
  ).verdict;
  expect(said).toMatchObject({
    type: "creation",
    concluded: false,
    source: "openai/gpt-4o-mini-2024-07-18",
  });
  expect(heardBy(1, greeting, said)).toContain("the door move");
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

test("a model that uses half of the time gets a second try, and its second answer counts", async () => {
  const clock = manualClock();
  const { gateway, asked } = scripted(says());
  const slowAtFirst = {
    object: (ask: ObjectAsk<z.ZodType>) =>
      (ask.call.endsWith("/again") ? gateway : tireless).object(ask as never),
  } as unknown as Pick<Gateway, "object">;
  const verdict = classify({
    gateway: slowAtFirst,
    model,
    call: "c",
    turn: 5,
    clock,
    withinMs: 20_000,
    input: exampleInput({ text }),
  });
  await clock.advance(9_999);
  expect(asked).toEqual([]);
  await clock.advance(1);
  expect(await verdict).toMatchObject({ source: "openai/gpt-4o-mini-2024-07-18", asked: 2 });
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

test.each([
  ["a spent budget", new HarnessError({ code: "budget-spent", message: "spent", remedy: "more", exit: 4 })],
  ["an interruption", new InterruptedError()],
  ["a changed request", new HarnessError({ code: "request-changed", message: "changed", remedy: "branch" })],
  ["a fault of our own", new TypeError("x is not a function")],
  [
    "a provider that stands for an interruption",
    new ProviderFailure({
      code: "stopped",
      message: "stopped",
      remedy: "",
      transient: false,
      billing: "none",
      exit: 130,
    }),
  ],
])("%s is passed to the caller", async (_, failure) => {
  await expect(run(failure).verdict).rejects.toBe(failure);
});

test("the offline cast, silence and non-narration need no model call", async () => {
  for (const [name, given, note] of [
    ["house", text, undefined],
    ["gpt-4o-mini", " \n", undefined],
    ["gpt-4o-mini", "Rain. ".repeat(20_000), expect.stringContaining("120000 characters")],
  ] as const) {
    const { gateway, asked } = scripted(says());
    const said = await classify({
      gateway,
      model: catalog.resolve(name),
      call: "c",
      turn: 5,
      clock: manualClock(),
      withinMs: 20_000,
      input: exampleInput({ text: given }),
    });
    expect(asked).toEqual([]);
    expect(said).toMatchObject({ source: "rules" });
    expect(said.note).toEqual(note);
  }
});

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

test("a part that is private to everybody is public, not a private moment for each", async () => {
  const said = await run(says({ types: ["private-moment"], private: [secret([4, 5], "Sam", "Alex", "Jo")] }))
    .verdict;
  expect(heardBy("all", text, said)).toBe("The gate opens. The hinges sing your name. A dog barks.");
  const open = "A gate opens. A dog barks.";
  const nobody = await run(
    says({ types: ["private-moment"], private: [secret([1, 2], "Sam", "Alex", "Jo")] }),
    {
      text: open,
    },
  ).verdict;
  expect(nobody.segments.map(({ audience, type }) => [audience, type])).toEqual([["all", nobody.type]]);
  expect(nobody.type).not.toBe("private-moment");
  const tagged = await run(says(), { text: "[To Sam, Alex and Jo only] The gate opens for you." }).verdict;
  expect(tagged.segments.every(({ audience }) => audience === "all")).toBe(true);
});

test("a part that only sounds private is public if the model says so and found the tagged secret; otherwise it stays with its player", async () => {
  // As a language model told it.
  const told =
    "Nobody signs. Jo, under RETURNED BY MERCY your fingers find a line cut away and mortared over; two words can still be felt.\n\n[To Sam only] She goes on.";
  const isPublic = async (reply: ClassifierReply, given: Partial<ClassifyInput> = {}) => {
    const { segments } = await run(reply, { text: told, ...given }).verdict;
    return segments.some(
      ({ start, end, audience }) =>
        audience === "all" && told.slice(start, end).includes("your fingers find"),
    );
  };
  expect(await isPublic(says({ private: [secret([3], "Sam")] }))).toBe(true);
  expect(await isPublic(says({ private: [secret([3], "Alex")] }))).toBe(false);
  expect(await isPublic(says())).toBe(false);
  expect(await isPublic(says(), { phase: "creation" })).toBe(true);
});
