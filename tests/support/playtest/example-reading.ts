/** Readings with defaults: a test sets only what it is about. */
import {
  reading as schema,
  type Finding,
  type Reading,
  type ReadingContent,
} from "../../../src/contract/index.ts";
import { withReadings, type SessionState } from "../../../src/playtest/session/index.ts";

const empty: ReadingContent = {
  findings: [],
  digression: {},
  privately: [],
  payoffs: [],
  voidQuotes: [],
};

export const exampleReading = (
  turn: number,
  content: Partial<ReadingContent> = {},
  reader = "test/reader",
): Reading =>
  schema.parse({
    version: 2,
    turn,
    checksum: `sum-${turn}`,
    reader,
    status: "read",
    answeredBy: { reader },
    content: { ...empty, ...content },
  });

export const unread = (
  turn: number,
  why = "it took too long",
  { reader = "test/reader", attempts }: { reader?: string; attempts?: number } = {},
): Reading =>
  schema.parse({ version: 2, turn, checksum: `sum-${turn}`, reader, status: "unread", why, attempts });

/** What some turns say. */
export type ReadGiven = Readonly<Record<number, Partial<ReadingContent> | "unread">>;

/** Every turn from 1 on, with what some of them say. */
export const exampleReadings = (turns: number, contents: ReadGiven = {}): Reading[] =>
  Array.from({ length: turns }, (_, index) => {
    const content = contents[index + 1];
    return content === "unread" ? unread(index + 1) : exampleReading(index + 1, content);
  });

export const exampleFinding = (
  turn: number,
  given: Partial<Omit<Finding, "quote">> & { text?: string } = {},
): Finding => {
  const { text = `words of turn ${turn}`, ...finding } = given;
  return {
    kind: "contradiction",
    earlier: [],
    claim: "The two do not go together.",
    confidence: 0.9,
    state: "confirmed",
    ...finding,
    quote: { turn, text },
  };
};

/** A session with every turn read, except those that `contents` marks as unread. */
export const readSession = (state: SessionState, contents: ReadGiven = {}): SessionState =>
  readBy(state, exampleReadings(state.turn, contents));

/** A session whose reader made these readings. */
export const readBy = (state: SessionState, readings: readonly Reading[]): SessionState =>
  withReadings({ ...state, config: { ...state.config, observerModel: "test/reader" } }, readings);
