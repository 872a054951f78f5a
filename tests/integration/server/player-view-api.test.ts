/** One player's view of a session: no answer of the API contains anything that the player was not told. */
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { sessionView, turnPage } from "../../../src/contract/index.ts";
import { publicPart, tableTalk } from "../../../src/playtest/agents/index.ts";
import { loadLatest, type SessionState } from "../../../src/playtest/index.ts";
import { makeBranches, type BranchedWorkspace } from "../../support/server/branched-workspace.ts";
import { serveWorkspace, type Served } from "../../support/server/served-workspace.ts";

let workspace: BranchedWorkspace;
let served: Served;
let state: SessionState;
beforeAll(async () => {
  workspace = await makeBranches();
  served = await serveWorkspace(workspace);
  ({ state } = loadLatest(join(workspace.sessions, "child")));
}, 60_000);
afterAll(async () => {
  await served[Symbol.asyncDispose]();
  workspace[Symbol.dispose]();
});

const seen = async (seat: number) =>
  sessionView.parse((await served.ask(`/api/sessions/child?as=${seat}`)).json);
const turns = async (seat: number) =>
  turnPage.parse((await served.ask(`/api/sessions/child/turns?limit=200&as=${seat}`)).json).turns;
const seats = [0, 1, 2];

/** Texts that only the harness, the narrator or another player knows, as they would appear in an answer. */
function hidden(seat: number): string[] {
  const { records, config, issues, hints, privateMoments } = state;
  const others = config.group.players.filter((player) => player.seat !== seat);
  const aloud = JSON.stringify(
    records.map((record) => [
      publicPart(record.narrator.text, record.classification),
      tableTalk(record).map(({ says }) => says),
      record.players.map((player) => (player.seat === seat ? player.wants : "")),
      record.relay?.text,
    ]),
  );
  const secrets = [
    ...others.flatMap(({ generatedBackstory, characterForStory, systemPrompt }) => [
      generatedBackstory,
      characterForStory,
      systemPrompt,
    ]),
    ...records.flatMap(({ players }) =>
      players
        .filter((player) => player.seat !== seat)
        .flatMap(({ wants, private: answer, mood, remember = "" }) => [
          wants,
          answer?.answer ?? "",
          remember,
          `"mood":"${mood}"`,
        ]),
    ),
    ...records.flatMap(({ narrator, classification }) =>
      classification.segments
        .filter(({ audience }) => audience !== "all" && !audience.includes(seat))
        .map(({ start, end }) => narrator.text.slice(start, end)),
    ),
    ...privateMoments
      .filter((moment) => moment.seat !== seat)
      .flatMap(({ content, response }) => [content, response]),
    ...issues.map(({ description }) => description),
    ...hints.map(({ description }) => description),
    ...config.storyGuide.pulses.map(({ title }) => title),
    ...config.storyGuide.endings.map(({ title }) => title),
  ];
  return [...new Set(secrets.map((text) => text.trim()).filter((text) => text.length > 12))]
    .map((text) => JSON.stringify(text).slice(1, -1))
    .filter((text) => !aloud.includes(text));
}

test("the example has something to hide", () => {
  expect(state.issues.length).toBeGreaterThan(0);
  expect(state.privateMoments.length).toBeGreaterThan(0);
  for (const seat of seats) expect(hidden(seat).length).toBeGreaterThan(20);
});

test.each(seats)(
  "neither the session nor its turns reveal to seat %i what it does not know",
  async (seat) => {
    const answers = (
      await Promise.all(
        [`?as=${seat}`, `/turns?limit=200&as=${seat}`].map((path) =>
          served.ask(`/api/sessions/child${path}`),
        ),
      )
    )
      .map(({ text }) => text)
      .join("");
    expect(hidden(seat).filter((text) => answers.includes(text))).toEqual([]);
    const own = state.config.group.players[seat]!;
    expect(answers).toContain(JSON.stringify(own.generatedBackstory).slice(1, -1));
  },
);

test.each(seats)(
  "seat %i sees no score, finding, price, dice or branch, and of others their names",
  async (seat) => {
    const view = await seen(seat);
    const { card, result } = view;
    expect({ as: view.as, branches: view.branches }).toEqual({
      as: seat,
      branches: [],
    });
    expect(card).toMatchObject({
      issues: 0,
      errors: 0,
      overall: null,
      cost: null,
      prompt: "",
      narrator: "",
      pulses: { detected: 0, expected: 0 },
      turns: 10,
    });
    for (const key of ["inherited", "branchedFrom", "scoresCover", "unreadable"])
      expect(card).not.toHaveProperty(key);
    expect(result).toMatchObject({
      metrics: null,
      overall: null,
      issues: [],
      tangents: [],
      notes: [],
      seed: "",
      cost: { total: 0, byRole: {} },
      totals: { byTurn: {} },
      models: { narrator: "" },
    });
    for (const key of ["hints", "judged", "unconfirmed", "branchedFrom"])
      expect(result).not.toHaveProperty(key);
    expect(result.privateMoments.every((moment) => moment.seat === seat && !moment.payoffDetected)).toBe(
      true,
    );
    expect(view.players.filter((player) => player.seat !== seat)).toEqual(
      state.config.group.players
        .filter((player) => player.seat !== seat)
        .map(({ seat, name }) => ({
          seat,
          name,
          archetype: "",
          model: "",
          generatedBackstory: "",
          characterForStory: "",
        })),
    );
    expect(new Set(view.turns.map(({ kind }) => kind))).toEqual(new Set(["creation", "other"]));
    expect(
      view.turns.every(
        ({ issues, cost, pulse, privateTo }) =>
          issues === 0 && cost === null && pulse === undefined && privateTo.every((told) => told === seat),
      ),
    ).toBe(true);
    expect(view.timeline.every(({ type }) => ["character-creation", "private-moment"].includes(type))).toBe(
      true,
    );
  },
);

test.each(seats)(
  "a turn as seat %i has no title, type, model or finding, and none of the others' wishes",
  async (seat) => {
    for (const { title, type, model, issues, hints, narration, players, ...turn } of await turns(seat)) {
      expect({ title, type, model, issues, hints }).toEqual({
        title: "",
        type: "",
        model: "",
        issues: [],
        hints: [],
      });
      expect(turn).not.toHaveProperty("pulse");
      expect(narration.every(({ to }) => to === null || (to.length === 1 && to[0] === seat))).toBe(true);
      for (const player of players)
        expect(
          Object.keys(player).filter(
            (key) => !["seat", "says", "tells"].includes(key) && player.seat !== seat,
          ),
        ).toEqual([]);
    }
  },
);

describe("an invalid seat is refused, and never taken for the first", () => {
  test.each([
    "",
    "%20",
    "x",
    "-1",
    "1.5",
    "1e0",
    "0x1",
    "+1",
    "00000000000000001",
    "3",
    "99",
    "null",
    "0&as=1",
  ])("as=%s", async (as) => {
    for (const path of ["/api/sessions/child", "/api/sessions/child/turns"]) {
      const { status, json } = await served.ask(`${path}?as=${as}`);
      expect({ path, status, option: json.error.option }).toEqual({ path, status: 422, option: "as" });
    }
  });

  test("a resource without a player's view is refused, not shown in full", async () => {
    for (const path of ["/api/sessions/child/report", "/api/issues", "/api/sessions"])
      expect((await served.ask(`${path}?as=0`)).status).toBe(422);
  });
});
