import { expect, test } from "vitest";
import { messageFacts } from "./message-facts.ts";

const message = (content: string) => ({ role: "user" as const, content });

test("what is sent again is read once; what only says the same is another message", () => {
  const [first, second] = [message("The lamp is lit."), message("The lamp is lit.")];
  const before = messageFacts([first, second, message("And now?")]);
  const again = messageFacts([first, message("The lamp is lit."), message("And now?")]);
  expect(again).toEqual(before);
  expect(again[0]!.said).toBe(before[0]!.said);
  expect(again[1]!.said).not.toBe(before[1]!.said);
});

test("the size of a message is that of its words and a little more", () => {
  expect(messageFacts([message("x".repeat(35))])[0]!.tokens).toBe(14);
});
