/**
 * Whole sessions on the vendors' own packages: archetypes on their assigned models, and the session's claims compared
 * with the books of the server that played.
 */
import { afterAll, beforeAll, expect, test } from "vitest";
import {
  branchSession,
  loadPrompt,
  shippedNames,
  turnPath,
  type SessionRequest,
} from "../../../src/playtest/index.ts";
import type { Entry } from "../../support/model-servers/playtest-server.ts";
import { openTable, type Table } from "../../support/model-servers/playtest-table.ts";
import { resultIn } from "../house-session.ts";

/** Which model plays an archetype: the table of the specification, with the ids that the catalog stands for it. */
const assigned: Record<string, string> = {
  joker: "xai/grok-4.3",
  engaged: "alibaba/qwen-plus",
  questioner: "deepseek/deepseek-v4-flash",
  follower: "moonshot/kimi-k2.5",
};

const name = "opus";
const ENDS_AT = 9;
const narrator = "anthropic/claude-opus-4-5";
const wish: Partial<SessionRequest> = {
  story: shippedNames("story")[0],
  prompt: "baseline",
  narrator: "opus-4.5",
  seed: 11,
  archetypes: ["joker", "engaged", "questioner", "follower"],
};

let table: Table;
beforeAll(async () => void (table = await openTable({ endsAt: ENDS_AT })));
afterAll(() => table[Symbol.asyncDispose]());

const id = ({ vendor, model }: Entry) => `${vendor}/${model}`;
const tokens = (entries: Entry[]) =>
  entries.reduce((sum, { counted }) => sum + (counted?.input ?? 0) + (counted?.output ?? 0), 0);
const unique = (values: string[]) => [...new Set(values)].sort();

test("a session on real models, and a replay of it", { timeout: 60_000 }, async () => {
  const { result, state, stopped, dir } = await table.play(name, wish);
  const log = table.server.of(name);
  const { players, spokesperson } = state.config.group;

  expect(stopped).toBeUndefined();
  expect(result).toMatchObject({ outcome: "completed", turns: ENDS_AT });
  // One in every turn but those before the story begins and the one that ends it.
  expect(result.pulses.detected).toBe(ENDS_AT - 3);

  // Everybody was asked on the right model, as often as there were turns.
  const asked = (part: Entry["part"], who = "") =>
    log.filter((entry) => entry.part === part && (who === "" || entry.name === who));
  expect(unique(asked("narrator").map(id))).toEqual([narrator]);
  expect(asked("narrator").map(({ turn }) => turn)).toEqual(
    Array.from({ length: result.turns }, (_, index) => index + 1),
  );
  expect(unique(asked("classifier").map(id))).toEqual(["openai/gpt-4o-mini"]);
  for (const { name: who, archetype } of players)
    expect({ who, models: unique([...asked("character", who), ...asked("player", who)].map(id)) }).toEqual({
      who,
      models: [assigned[archetype]],
    });
  const speaker = players[spokesperson]!;
  expect(unique(asked("spokesperson").map((entry) => `${entry.name} ${id(entry)}`))).toEqual([
    `${speaker.name} ${assigned[speaker.archetype]}`,
  ]);

  // The result is on disk as it was returned, and says who really answered.
  const stored = resultIn(dir);
  expect(stored).toEqual(JSON.parse(JSON.stringify(result)));
  expect(stored.house).toBe(false);
  expect(stored.models.narrator).toBe(`${narrator}-dated`);
  expect(stored.models.players.map(({ archetype, model }) => [archetype, model])).toEqual(
    players.map(({ archetype }) => [archetype, `${assigned[archetype]}-dated`]),
  );
  expect(stored.models.spokesperson).toBe(`${assigned[speaker.archetype]}-dated`);
  for (const record of state.records) {
    expect(record.players.map(({ model }) => model)).toEqual(
      record.players.map(({ seat }) => `${assigned[players[seat]!.archetype]}-dated`),
    );
    expect(record.relay?.model).toBe(record.relay && `${assigned[speaker.archetype]}-dated`);
    if (record.phase === "story") expect(record.classification.model).toBe("openai/gpt-4o-mini-dated");
  }
  // The books agree with the server's, by role and by model.
  const roles = unique(log.map(({ role }) => role));
  expect(stored.tokens.byRole).toEqual(
    Object.fromEntries(roles.map((role) => [role, tokens(log.filter((entry) => entry.role === role))])),
  );
  expect(stored.tokens.total).toBe(tokens(log));
  expect(Object.keys(stored.totals.byModel).sort()).toEqual(unique(log.map(id)));
  for (const [model, tally] of Object.entries(stored.totals.byModel))
    expect({ model, attempts: tally.attempts, tokens: tally.tokens.input + tally.tokens.output }).toEqual({
      model,
      attempts: log.filter((entry) => id(entry) === model).length,
      tokens: tokens(log.filter((entry) => id(entry) === model)),
    });
  expect(stored.totals.all.unpriced).toBe(0);
  expect(Object.values(stored.cost.byRole).every((usd) => usd > 0)).toBe(true);

  // The same scene with another prompt, in its own folder.
  const [client, replay] = [`${name}-replay`, "pulse-aware"];
  const branch = await branchSession(table.harness(client), {
    checkpoint: turnPath(dir, 4),
    changes: { prompt: replay },
    replicate: 0,
    out: table.dir,
    sessionId: client,
  });
  expect(branch.result).toMatchObject({
    outcome: result.outcome,
    turns: result.turns,
    prompt: replay,
    branchedFrom: { sessionId: name, turn: 4 },
  });
  const first = table.server.of(client)[0]!;
  expect(first).toMatchObject({ part: "narrator", turn: 5 });
  expect(first.system).toContain(loadPrompt(replay).text);
  expect(first.messages.filter(({ role }) => role === "assistant").map(({ text }) => text)).toEqual(
    state.records.slice(0, 4).map((record) => record.narrator.text),
  );
  expect(branch.result.tokens.total).toBe(tokens(table.server.of(client)));
});
