/**
 * Whole sessions on the vendors' own packages: every narrator, every archetype on its assigned model, and the session's
 * claims compared with the books of the server that played.
 */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { sessionResult } from "../../../src/contract/index.ts";
import {
  branchSession,
  loadCheckpoint,
  loadPrompt,
  shippedNames,
  turnPath,
  type SessionRequest,
} from "../../../src/playtest/index.ts";
import type { Entry } from "../../support/model-servers/playtest-server.ts";
import { bytesBelow } from "../../support/cli/folder-bytes.ts";
import { openTable, type Table } from "../../support/model-servers/playtest-table.ts";

/** Which model plays an archetype: the table of the specification, with the ids that the catalog stands for it. */
const grok = "xai/grok-4.3";
const qwen = "alibaba/qwen-plus";
const deepseek = "deepseek/deepseek-v4-flash";
const kimi = "moonshot/kimi-k2.5";
const assigned: Record<string, string> = {
  joker: grok,
  engaged: qwen,
  questioner: deepseek,
  wildcard: grok,
  follower: kimi,
  curious: deepseek,
  optimizer: deepseek,
  invested: qwen,
  drifter: kimi,
  experienced: qwen,
};

type Session = {
  name: string;
  wish: Partial<SessionRequest>;
  narrator: string;
  endsAt: number;
  replay: string;
};

const stories = shippedNames("story");
const sessions: Session[] = [
  {
    name: "opus",
    narrator: "anthropic/claude-opus-4-5",
    endsAt: 9,
    replay: "pulse-aware",
    wish: {
      story: stories[0],
      prompt: "baseline",
      narrator: "opus-4.5",
      seed: 11,
      archetypes: ["joker", "engaged", "questioner", "wildcard"],
    },
  },
  {
    name: "grok",
    narrator: "xai/grok-4.3",
    endsAt: 10,
    replay: "structured",
    wish: {
      story: stories[1],
      prompt: "pulse-aware",
      narrator: "grok-4",
      seed: 22,
      archetypes: ["follower", "curious", "optimizer"],
    },
  },
  {
    name: "deepseek",
    narrator: "deepseek/deepseek-v4-pro",
    endsAt: 8,
    replay: "baseline",
    wish: {
      story: stories[2],
      prompt: "tangent-focused",
      narrator: "deepseek-r2",
      seed: 33,
      archetypes: ["invested", "drifter", "experienced", "joker", "joker"],
    },
  },
  {
    name: "structured",
    narrator: "anthropic/claude-opus-4-5",
    endsAt: 8,
    replay: "tangent-focused",
    wish: { story: stories[3], prompt: "structured", narrator: "opus-4.5", seed: 44, players: 2 },
  },
  // Never told to an end.
  {
    name: "drawn",
    narrator: "xai/grok-4.3",
    endsAt: 99,
    replay: "pulse-aware",
    wish: { story: stories[4], prompt: "baseline", narrator: "grok-4", seed: "fifty-five", maxTurns: 8 },
  },
];

let table: Table;
beforeAll(
  async () =>
    void (table = await openTable({
      endsAt: ({ client }) => sessions.find(({ name }) => client.startsWith(name))!.endsAt,
    })),
);
afterAll(() => table[Symbol.asyncDispose]());

const id = ({ vendor, model }: Entry) => `${vendor}/${model}`;
const tokens = (entries: Entry[]) =>
  entries.reduce((sum, { counted }) => sum + (counted?.input ?? 0) + (counted?.output ?? 0), 0);
const unique = (values: string[]) => [...new Set(values)].sort();

test("together they cover every archetype of the specification", () => {
  expect(unique(sessions.flatMap(({ wish }) => wish.archetypes ?? []))).toEqual(Object.keys(assigned).sort());
});

test.each(sessions)(
  "$name: a session on real models, and a replay of it",
  { timeout: 60_000 },
  async ({ name, wish, narrator, endsAt, replay }) => {
    const { result, state, stopped, dir } = await table.play(name, wish);
    const log = table.server.of(name);
    const { players, spokesperson } = state.config.group;

    expect(stopped).toBeUndefined();
    const maxTurns = wish.maxTurns ?? 10;
    const ended = endsAt <= maxTurns;
    expect(result).toMatchObject(
      ended ? { outcome: "completed", turns: endsAt } : { outcome: "timeout", turns: maxTurns },
    );
    // One in every turn but those before the story begins and the one that ends it.
    expect(result.pulses.detected).toBe(result.turns - (ended ? 3 : 2));

    // Everybody was asked on the right model, as often as there were turns.
    const asked = (part: Entry["part"], who = "") =>
      log.filter((entry) => entry.part === part && (who === "" || entry.name === who));
    expect(unique(asked("narrator").map(id))).toEqual([narrator]);
    expect(asked("narrator").map(({ turn }) => turn)).toEqual(
      Array.from({ length: result.turns }, (_, index) => index + 1),
    );
    expect(unique(asked("classifier").map(id))).toEqual(["openai/gpt-4o-mini"]);
    const reactions = ended ? result.turns - 1 : result.turns;
    for (const { name: who, archetype } of players) {
      expect({ who, models: unique([...asked("character", who), ...asked("player", who)].map(id)) }).toEqual({
        who,
        models: [assigned[archetype]],
      });
      expect(asked("player", who).map((entry) => entry.archetype)).toEqual(
        Array.from({ length: reactions }, () => archetype),
      );
      expect(asked("character", who)).toHaveLength(1);
    }
    const speaker = players[spokesperson]!;
    expect(
      unique(asked("spokesperson").map((entry) => `${entry.name} ${entry.archetype} ${id(entry)}`)),
    ).toEqual([`${speaker.name} ${speaker.archetype} ${assigned[speaker.archetype]}`]);
    // There is no spokesperson before the story, when all players answer for themselves.
    expect(asked("spokesperson").map(({ turn }) => turn)).toEqual(
      Array.from({ length: reactions - 2 }, (_, index) => index + 3),
    );
    expect(
      asked("cross-talk")
        .map(({ turn, name }) => `${turn} ${name}`)
        .sort(),
    ).toEqual(
      state.records
        .flatMap(({ turn, crossTalk = [] }) => crossTalk.map(({ seat }) => `${turn} ${players[seat]!.name}`))
        .sort(),
    );

    // The result is on disk as it was returned, and says who really answered.
    const stored = sessionResult.parse(JSON.parse(readFileSync(join(dir, "session.json"), "utf8")));
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
    const report = readFileSync(join(dir, "report.md"), "utf8");
    for (const model of [
      stored.models.narrator,
      stored.models.classifier,
      ...stored.models.players.map(({ model }) => model),
    ])
      expect(report).toContain(model);
    for (const { name: who, model, archetype } of players)
      expect(report).toContain(
        `| ${who}${who === speaker.name ? " (spokesperson)" : ""} | ${archetype[0]!.toUpperCase()}${archetype.slice(1)} | ${assigned[archetype]}-dated (asked for: ${model}) |`,
      );
    expect(report).toContain(`- Narrator: ${narrator}-dated (asked for: ${wish.narrator})`);
    expect(report).toContain(`| narrator | ${narrator}-dated | `);
    expect(report).toContain(
      `| player | ${[...new Set(players.map(({ archetype }) => `${assigned[archetype]}-dated`))].join(", ")} | `,
    );
    expect(report.split("\n")[0]).toBe("# Session Report");

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

    // Every turn is a checkpoint: the session as it stood then.
    for (let turn = 0; turn <= result.turns; turn++) {
      const { state: then } = loadCheckpoint(turnPath(dir, turn));
      expect(then.turn).toBe(turn);
      expect(then.records).toEqual(JSON.parse(JSON.stringify(state.records.slice(0, turn))));
    }
    expect(existsSync(turnPath(dir, result.turns + 1))).toBe(false);

    // The same scene with another prompt, in its own folder; the parent is unchanged.
    const before = bytesBelow(dir);
    const client = `${name}-replay`;
    const branch = await branchSession(table.harness(client), {
      checkpoint: turnPath(dir, 4),
      changes: { prompt: replay },
      replicate: 0,
      out: table.dir,
      sessionId: client,
    });
    expect(bytesBelow(dir)).toEqual(before);
    expect(branch.result).toMatchObject({
      outcome: result.outcome,
      turns: result.turns,
      prompt: replay,
      branchedFrom: { sessionId: name, turn: 4 },
    });
    expect(branch.state.records.slice(0, 4)).toEqual(JSON.parse(JSON.stringify(state.records.slice(0, 4))));
    expect(branch.state.config.group).toEqual(state.config.group);
    const first = table.server.of(client)[0]!;
    expect(first).toMatchObject({ part: "narrator", turn: 5 });
    expect(first.system).toContain(loadPrompt(replay).text);
    expect(first.messages.filter(({ role }) => role === "assistant").map(({ text }) => text)).toEqual(
      state.records.slice(0, 4).map((record) => record.narrator.text),
    );
    expect(branch.result.tokens.total).toBe(tokens(table.server.of(client)));
    expect(loadCheckpoint(turnPath(join(table.dir, client), 4)).state.branchedFrom).toMatchObject({
      sessionId: name,
      turn: 4,
    });
  },
);
