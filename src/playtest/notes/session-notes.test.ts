import { expect, test } from "vitest";
import {
  exampleFinding,
  exampleReading,
  readBy,
  unread,
} from "../../../tests/support/playtest/example-reading.ts";
import { exampleSession } from "../../../tests/support/playtest/example-session.ts";
import { isSameModel, sessionNotes } from "./session-notes.ts";

const session = exampleSession(Array.from({ length: 6 }, () => ({})));
const found = (readings: Parameters<typeof sessionNotes>[0]["readings"]) =>
  sessionNotes(readBy(session, readings), () => undefined).map(({ code, turns, text }) => [
    code,
    turns,
    text,
  ]);

test("unread turns are one note per reason, ignoring call ids and numbers", () => {
  expect(
    found([
      unread(1, "one/turn/1/reader: the recording has no such call."),
      unread(2, "one/turn/2/reader: the recording has no such call."),
      unread(3, "xAI answered 500: try later.", { attempts: 3 }),
      unread(4, "xAI answered 500: try later.", { attempts: 2 }),
      unread(5, "xAI answered 503: try later.", { attempts: 2 }),
      exampleReading(6),
    ]),
  ).toEqual([
    ["unread-turn", [1, 2], "test/reader failed: one/turn/N/reader: the recording has no such call"],
    [
      "unread-turn",
      [3, 4],
      "test/reader failed after 3 attempts: xAI answered 500: try later (turn 3; similar in the others)",
    ],
    ["unread-turn", [5], "test/reader failed after 2 attempts: xAI answered 503: try later"],
  ]);
});

test("void quotes and unconfirmed findings are one note each over their turns", () => {
  const quote = { of: "finding", quote: "Nobody said this." };
  const open = (turn: number) => exampleFinding(turn, { state: "unconfirmed" });
  const why = (turn: number) => `turn/${turn}/second-look: no answer`;
  expect(
    found([
      exampleReading(1, { voidQuotes: [quote] }),
      exampleReading(2, { findings: [open(2)], unconfirmedWhy: why(2) }),
      exampleReading(3, { voidQuotes: [quote, quote], findings: [open(3)], unconfirmedWhy: why(3) }),
      ...[4, 5, 6].map((turn) => exampleReading(turn)),
    ]),
  ).toEqual([
    ["void-quote", [1, 3], expect.stringContaining("quoted other words")],
    ["unconfirmed-finding", [2, 3], "shown as hints: the second look failed: turn/N/second-look: no answer"],
  ]);
});

test.each([
  ["openai/gpt-4o-mini", "openai/gpt-4o-mini"],
  ["openai/gpt-4o-mini", "openai/gpt-4o-mini-2024-07-18"],
  ["anthropic/claude-opus-4-5", "anthropic/claude-opus-4-5-20251101"],
  ["xai/grok-4", "xai/grok-4-0709"],
  ["local/llama3.2", "local/llama3.2:latest"],
  ["openrouter/qwen/qwen-plus:free", "openrouter/qwen/qwen-plus"],
])("%s: %s is the same model", (asked, answered) => expect(isSameModel(asked, answered)).toBe(true));

test.each([
  ["openai/gpt-4o", "openai/gpt-4o-mini"],
  ["openrouter/anthropic/claude-opus-4.5", "openrouter/openai/gpt-4o-mini"],
  ["xai/grok-4", "xai/grok-4.3"],
  ["local/llama3.2", "local/llama3"],
])("%s: %s is another", (asked, answered) => expect(isSameModel(asked, answered)).toBe(false));
