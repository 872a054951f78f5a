import { generateText, NoObjectGeneratedError, Output } from "ai";
import type { LanguageModelV4CallOptions } from "@ai-sdk/provider";
import { expect, test } from "vitest";
import { z } from "zod";
import {
  houseLanguageModel,
  plainMember,
  type HouseMember,
  type HouseReply,
  type HouseRequest,
} from "./index.ts";
import { countTokens } from "./house-language-model.ts";

const plain = houseLanguageModel(plainMember);
const asked = {
  instructions: "Be brief.",
  messages: [{ role: "user" as const, content: "Where does the ferryman keep his lantern?" }],
  maxRetries: 0,
};

/** A member that records its requests. */
function listener(reply: HouseReply = { text: "heard" }) {
  const heard: HouseRequest[] = [];
  const member: HouseMember = {
    name: "listener",
    does: "Listens.",
    reply: (request) => (heard.push(request), reply),
  };
  return { model: houseLanguageModel(member), heard };
}

const prompt = (text: string): LanguageModelV4CallOptions => ({
  prompt: [{ role: "user", content: [{ type: "text", text }] }],
});

test("text: the SDK gets a reply, a finish and a count", async () => {
  const result = await generateText({ model: plain, ...asked });
  expect(result.text).toMatch(/ferryman|keep|lantern/);
  expect(result.finishReason).toBe("stop");
  expect(result.rawFinishReason).toBe("stop");
  expect(result.warnings).toEqual([]);
  // 9 bytes of instructions and 41 of message.
  expect(result.usage).toMatchObject({
    inputTokens: 13,
    inputTokenDetails: { noCacheTokens: 13, cacheReadTokens: 0, cacheWriteTokens: 0 },
    outputTokens: Math.ceil(Buffer.byteLength(result.text) / 4),
    outputTokenDetails: { textTokens: Math.ceil(Buffer.byteLength(result.text) / 4) },
  });
  expect(plain).toMatchObject({ specificationVersion: "v4", provider: "house", modelId: "plain" });
});

test("the same seed and call give the same reply, regardless of the prompt", async () => {
  const say = async (house: Record<string, string | number>) =>
    (await generateText({ model: plain, ...asked, providerOptions: { house } })).text;
  const set = Array.from({ length: 30 }, (_, index) => index);
  const replies = await Promise.all(set.map((seed) => say({ seed, call: "turn/1" })));
  expect(await Promise.all(set.map((seed) => say({ seed, call: "turn/1" })))).toEqual(replies);
  expect(new Set(replies).size).toBeGreaterThan(25);
  expect(
    new Set(await Promise.all(set.map((turn) => say({ seed: 1, call: `turn/${turn}` })))).size,
  ).toBeGreaterThan(25);
});

test("a text is cut at maxOutputTokens, an object is left whole", async () => {
  const long = await generateText({
    model: listener({ text: "0123456789abc" }).model,
    ...asked,
    maxOutputTokens: 2,
  });
  expect(long).toMatchObject({
    text: "01234567",
    finishReason: "length",
    rawFinishReason: "length",
    usage: { outputTokens: 2 },
  });
  const exact = await generateText({
    model: listener({ text: "01234567" }).model,
    ...asked,
    maxOutputTokens: 2,
  });
  expect(exact).toMatchObject({ text: "01234567", finishReason: "stop" });
  const object = await generateText({
    model: listener({ object: { a: [1, 2, 3] } }).model,
    ...asked,
    maxOutputTokens: 2,
  });
  expect(object).toMatchObject({ text: '{"a":[1,2,3]}', finishReason: "stop", usage: { outputTokens: 4 } });
});

test("a member may answer a request for an object badly, as models do", async () => {
  const { model } = listener({ text: '{"a": "not a nu' });
  const failure = await generateText({
    model,
    ...asked,
    output: Output.object({ schema: z.object({ a: z.number() }) }),
  })
    .then((result) => result.output)
    .catch((error: unknown) => error);
  expect(NoObjectGeneratedError.isInstance(failure)).toBe(true);
});

test("an aborted call ends with the signal's reason, before or during the member's work", async () => {
  const reason = new Error("enough");
  const { model, heard } = listener();
  await expect(model.doGenerate({ ...prompt("x"), abortSignal: AbortSignal.abort(reason) })).rejects.toBe(
    reason,
  );
  expect(heard).toEqual([]);

  const controller = new AbortController();
  const slow = houseLanguageModel({
    name: "slow",
    does: "Never answers.",
    reply: () => new Promise(() => controller.abort(reason)),
  });
  await expect(slow.doGenerate({ ...prompt("x"), abortSignal: controller.signal })).rejects.toBe(reason);
});

test("a token is four bytes of UTF-8, rounded up", () => {
  expect(countTokens()).toBe(0);
  expect(countTokens("")).toBe(0);
  expect(countTokens("abcd")).toBe(1);
  expect(countTokens("abcde")).toBe(2);
  expect(countTokens("ab", "cd")).toBe(1);
  expect(countTokens("橋橋")).toBe(2);
});
