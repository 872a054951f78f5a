import { expect, test } from "vitest";
import { dice } from "../../dice/index.ts";
import { type HouseRequest, plainMember } from "./house-member.ts";

const request = (text: string, seed = 1, instructions = ""): HouseRequest => ({
  seed,
  instructions,
  messages: [
    { role: "user", text: "An older remark on weather" },
    { role: "assistant", text: "Umbrella" },
    { role: "user", text },
  ],
  dice: dice(seed),
});
const say = async (asked: HouseRequest) => {
  const reply = await plainMember.reply(asked);
  if (!("text" in reply)) throw new Error("an object where text was wanted");
  return reply.text;
};

test("an answer is on words of the last user message", async () => {
  for (let seed = 0; seed < 100; seed++) {
    const text = await say(request("Does the ferryman accept copper coins?", seed));
    expect(text).toMatch(/ferryman|accept|copper|coins/);
    expect(text).not.toMatch(/weather|Umbrella|undefined/);
    expect(text).toMatch(/^[A-Z].*[.?]$/);
    expect(text).not.toMatch(/(ferryman|accept|copper|coins)\b.*\b\1\b.*\b\1/);
    expect(text.length).toBeLessThan(250);
  }
});

test("refuses a schema, with a remedy", () => {
  expect(() => plainMember.reply({ ...request("copper coins"), schema: { type: "object" } })).toThrow(
    expect.objectContaining({ code: "wrong-model", remedy: expect.stringContaining("rehearse models") }),
  );
});
