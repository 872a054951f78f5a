import { generateText } from "ai";
import type { LanguageModelV4CallOptions } from "@ai-sdk/provider";
import { expect, test } from "vitest";
import {
  houseLanguageModel,
  plainMember,
  type HouseMember,
  type HouseReply,
  type HouseRequest,
} from "./index.ts";

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
  expect(new Set(replies).size).toBeGreaterThan(1);
  expect(
    new Set(await Promise.all(set.map((turn) => say({ seed: 1, call: `turn/${turn}` })))).size,
  ).toBeGreaterThan(1);
});

test("an aborted call does not reach the member", async () => {
  const reason = new Error("enough");
  const { model, heard } = listener();
  await expect(model.doGenerate({ ...prompt("x"), abortSignal: AbortSignal.abort(reason) })).rejects.toBe(
    reason,
  );
  expect(heard).toEqual([]);
});
