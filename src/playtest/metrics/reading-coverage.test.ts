import { expect, test } from "vitest";
import {
  exampleReading,
  readBy,
  readSession,
  unread,
} from "../../../tests/support/playtest/example-reading.ts";
import { exampleConfig, exampleSession } from "../../../tests/support/playtest/example-session.ts";
import { readingCoverage, unreadText } from "./reading-coverage.ts";

const story = exampleSession(Array.from({ length: 10 }, () => ({})));
const read = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, index) => exampleReading(from + index));

test("nobody was asked", () => {
  const coverage = readingCoverage(story);
  expect(coverage).toMatchObject({
    unread: [],
    enough: false,
    why: "no model read the turns (name an observer)",
  });
  expect(unreadText(coverage)).toBe("No model read the turns (name an observer).");
});

test("a session that was killed before its first turn", () => {
  const asked = exampleSession([], exampleConfig({ observerModel: "test/reader" }));
  expect(readingCoverage(asked).why).toBe("no turn was played");
});

test("asked and failed: the reader, the turns, the attempts and the cause, the same cause once", () => {
  const overloaded = (turn: number) =>
    unread(turn, `Anthropic answered 529: overloaded (request ${turn})`, { attempts: 4 });
  const coverage = readingCoverage(readBy(story, [...read(1, 5), ...[6, 7, 8, 9, 10].map(overloaded)]));
  expect(coverage.why).toBe("test/reader failed; too few turns were read: 5 of 10, at least 90 % required");
  expect(unreadText(coverage)).toBe(
    "Not read: turns 6 to 10. test/reader failed after 4 attempts: Anthropic answered 529: overloaded (request 6).",
  );
});

test("not read yet: the session stopped before", () => {
  const coverage = readingCoverage(readBy(story, read(1, 5)));
  expect(coverage.why).toBe("too few turns were read: 5 of 10, at least 90 % required");
  expect(unreadText(coverage)).toBe("Not read yet: turns 6 to 10.");
  const none = exampleSession([{}], exampleConfig({ observerModel: "gpt-4o-mini" }));
  expect(unreadText(readingCoverage(none))).toBe("Not read yet: turn 1.");
});

test("everything read: nothing to explain", () => {
  const coverage = readingCoverage(readSession(story));
  expect([coverage.enough, unreadText(coverage)]).toEqual([true, ""]);
});
