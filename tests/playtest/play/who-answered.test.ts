/** A session names the model that really answered; an older session, without this record, the one that was asked. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { turnRecord } from "../../../src/contract/index.ts";
import {
  sessionCosts,
  sessionReport,
  sessionResult,
  type SessionState,
} from "../../../src/playtest/index.ts";
import { openTable } from "../../support/model-servers/playtest-table.ts";

test(
  "the observer is also named by the id that answered; records without ids are still read, and use the requested name",
  { timeout: 60_000 },
  async () => {
    await using table = await openTable({
      endsAt: 6,
    });
    const { result, state, dir } = await table.play("one", { archetypes: ["joker", "follower"] });
    expect(table.server.log.some(({ part }) => part === "reader")).toBe(true);
    expect(result.models.observer).toBe("openai/gpt-4o-mini-dated");
    expect(readFileSync(join(dir, "report.md"), "utf8")).toContain(
      "| observer | openai/gpt-4o-mini-dated | ",
    );

    const old: SessionState = {
      ...state,
      readings: [],
      records: state.records.map(({ relay, players, ...rest }) =>
        turnRecord.parse({
          ...rest,
          players: players.map(({ model: _model, ...player }) => player),
          relay: relay && { seat: relay.seat, text: relay.text },
        }),
      ),
    };
    const then = sessionResult({
      state: old,
      dir,
      totals: result.totals,
      durationMs: 0,
      catalog: table.harness("two").catalog,
      notes: [],
    });
    expect(then.models.players.map(({ model }) => model)).toEqual(["xai/grok-4.3", "moonshot/kimi-k2.5"]);
    expect(then.models).toMatchObject({
      observer: "openai/gpt-4o-mini",
      narrator: "anthropic/claude-opus-4-5-dated",
    });
    expect(sessionReport({ state: old, result: then, costs: sessionCosts(dir) })).toContain(
      "| xai/grok-4.3 (asked for: grok) |",
    );
  },
);
