/**
 * A narrator with a smaller context than the catalog says: the provider refuses, the oldest turns become a summary, and
 * the turn is tried again.
 */
import { expect, test } from "vitest";
import { loadLatest, resumeSession } from "../../../src/playtest/index.ts";
import type { Entry, Special } from "../../support/model-servers/playtest-server.ts";
import { openTable } from "../../support/model-servers/playtest-table.ts";

const patience = { timeout: 60_000 };
const wish = { archetypes: ["joker" as const, "follower" as const], maxTurns: 8 };
const tooLong: Special = {
  does: "refuse",
  status: 400,
  message: "prompt is too long: 9001 tokens > 9000 maximum",
};
const narrators = (log: Entry[]) => log.filter(({ part }) => part === "narrator");
const isShort = ({ messages }: Entry) => messages[0]!.text.includes("What happened so far, in short:");

/**
 * A narrator with room for five turns. The server identifies turns by their messages, so its answers after a summary
 * are given here.
 */
const holdsFive =
  (summaries: "fit" | "do not fit") =>
  (entry: Entry): Special | undefined => {
    if (entry.part !== "narrator") return undefined;
    if (!isShort(entry)) return entry.messages.length > 9 ? tooLong : undefined;
    return summaries === "fit"
      ? {
          does: "say",
          text: `Past milestone ${entry.number} the road bends towards village ${entry.number}.`,
        }
      : tooLong;
  };

test(
  "a context overflow leads to a summary of the oldest turns and a retry, both booked",
  patience,
  async () => {
    await using table = await openTable({ endsAt: 99, special: holdsFive("fit") });
    const { result, stopped, dir } = await table.play("one", wish);
    expect(stopped).toBeUndefined();
    expect(result).toMatchObject({ outcome: "timeout", turns: 8 });

    const { records } = loadLatest(dir).state;
    expect(records.filter(({ context }) => context)).toMatchObject([
      {
        turn: 6,
        context: { kind: "summarised", upToTurn: 4, model: expect.stringMatching(/^openai\/.*-dated$/) },
      },
    ]);

    const asked = narrators(table.server.log);
    const refused = asked.findLast((entry) => !isShort(entry))!;
    const short = asked.filter(isShort);
    expect(asked).toHaveLength(9);
    expect(refused.messages).toHaveLength(11);
    expect(short.map(({ messages }) => messages.length)).toEqual([3, 5, 7]);
    expect(table.server.log.filter(({ part }) => part === "summariser")).toHaveLength(1);

    // Both attempts and the summary are in the books, the refused one at no cost.
    expect(result.totals.all.failed).toBe(1);
    expect(result.tokens.total).toBe(
      table.server.log.reduce((sum, { counted }) => sum + (counted ? counted.input + counted.output : 0), 0),
    );
  },
);

test(
  "a context that is still too small stops with a remedy, and the session can be resumed",
  patience,
  async () => {
    let summaries: "fit" | "do not fit" = "do not fit";
    await using table = await openTable({ endsAt: 99, special: (entry) => holdsFive(summaries)(entry) });
    const { result, stopped, dir } = await table.play("one", wish);
    expect(stopped).toMatchObject({
      code: "context-exceeded",
      exit: 3,
      message: expect.stringMatching(
        /too long for Anthropic .* prompt is too long.* Turns 1 to 4 were already replaced by a summary\.$/,
      ),
      remedy: expect.stringContaining("rehearse replay --checkpoint"),
    });
    expect(result).toMatchObject({ outcome: "interrupted", turns: 5 });
    expect(narrators(table.server.log)).toHaveLength(7);

    summaries = "fit";
    const asked = table.server.log.length;
    const again = await resumeSession(table.harness("one"), dir);
    expect(again.stopped).toBeUndefined();
    expect(again.result).toMatchObject({ outcome: "timeout", turns: 8 });
    // The summary was paid for, and is not asked for again.
    expect(table.server.log.slice(asked).filter(({ part }) => part === "summariser")).toEqual([]);
  },
);

test("a first turn that does not fit has nothing to summarise, and is not retried", patience, async () => {
  await using table = await openTable({
    special: ({ part }) => (part === "narrator" ? tooLong : undefined),
  });
  const { stopped } = await table.play("one", wish);
  expect(stopped).toMatchObject({ code: "context-exceeded", exit: 3 });
  expect(narrators(table.server.log)).toHaveLength(1);
});
