/** Damaged sessions and matrices are listed, opened as far as they can be read, and name what is missing. */
import {
  appendFileSync,
  copyFileSync,
  cpSync,
  mkdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import {
  comparisonView,
  matrixPage,
  sessionPage,
  sessionView,
  turnPage,
  type SessionResult,
} from "../../../src/contract/index.ts";
import { makeBranches, type BranchedWorkspace } from "../../support/server/branched-workspace.ts";
import { houseSession } from "../../playtest/house-session.ts";
import { serveWorkspace, type Served } from "../../support/server/served-workspace.ts";

let workspace: BranchedWorkspace;
let served: Served;
beforeAll(async () => {
  workspace = await makeBranches();
  served = await serveWorkspace(workspace);
}, 60_000);
afterAll(async () => {
  await served[Symbol.asyncDispose]();
  workspace[Symbol.dispose]();
  expect(served.bugs).toEqual([]);
});

const soon = (look: () => Promise<unknown>) => expect.poll(look, { timeout: 5_000, interval: 20 });
const listed = async (id: string) =>
  sessionPage.parse((await served.ask(`/api/sessions?q=${id}`)).json).sessions[0];
const view = async (id: string) => sessionView.parse((await served.ask(`/api/sessions/${id}`)).json);
const turns = async (id: string) =>
  turnPage
    .parse((await served.ask(`/api/sessions/${id}/turns?limit=200`)).json)
    .turns.map(({ turn }) => turn);

/** A copy of the parent with some of its files spoiled. */
async function spoiled(id: string, spoil: (dir: string) => void) {
  const dir = join(workspace.sessions, id);
  cpSync(join(workspace.sessions, "parent"), dir, { recursive: true });
  spoil(dir);
  await soon(() => listed(id)).toBeDefined();
  // Even a damaged session has a report.
  expect(await served.ask(`/api/sessions/${id}/report`)).toMatchObject({
    status: 200,
    text: expect.stringContaining("# Session Report") as string,
  });
  return { card: (await listed(id))!, view: await view(id), turns: await turns(id), dir };
}
const cut = (path: string) => writeFileSync(path, readFileSync(path, "utf8").slice(0, 200));
const upTo = (last: number) => Array.from({ length: last }, (_, at) => at + 1);
const whole = () => view("parent");

test("an intact session says so", async () => {
  const { damage, card } = await whole();
  expect(damage).toEqual([]);
  expect(card).not.toHaveProperty("damage");
});

test.each([
  ["cut off", cut],
  ["emptied", (path: string) => writeFileSync(path, "")],
  ["of another shape", (path: string) => writeFileSync(path, '{"version":1,"turns":12}')],
])("session.json %s: list and page give the same score, from the turns", async (how, spoil) => {
  const { card, view, turns } = await spoiled(`result-${how.replaceAll(" ", "-")}`, (dir) =>
    spoil(join(dir, "session.json")),
  );
  const { result } = await whole();
  expect(card).toMatchObject({
    turns: 12,
    outcome: "timeout",
    overall: result.overall,
    story: "innsmouth",
    narrator: "house/looping",
    damage: [{ file: "session.json", remedy: expect.stringContaining("rehearse resume") as string }],
  });
  expect(card).not.toHaveProperty("unreadable");
  expect(view).toMatchObject({
    damage: [{ file: "session.json" }],
    result: { overall: result.overall, outcome: "timeout" },
  });
  expect(view.card.overall).toBe(view.result.overall);
  expect(turns).toEqual(upTo(12));
});

test("session.json of a later version is not called damaged, and the advice is not to rewrite it", async () => {
  const { card, view } = await spoiled("later", (dir) => {
    const path = join(dir, "session.json");
    writeFileSync(path, readFileSync(path, "utf8").replace('"version": 1', '"version": 2'));
  });
  const { result } = await whole();
  expect(card).toMatchObject({ overall: result.overall, turns: 12 });
  for (const damage of [card.damage, view.damage])
    expect(damage).toMatchObject([
      {
        file: "session.json",
        what: expect.stringContaining("newer version of rehearse") as string,
        remedy: "Upgrade rehearse.",
      },
    ]);
});

test("session.json with two different scores is not trusted", async () => {
  const { overall } = (await whole()).result;
  const { card, view } = await spoiled("two-scores", (dir) => {
    const stored = JSON.parse(readFileSync(join(dir, "session.json"), "utf8")) as SessionResult;
    writeFileSync(join(dir, "session.json"), JSON.stringify({ ...stored, overall: 99.9 }));
  });
  expect([card.overall, view.card.overall, view.result.overall, view.result.metrics!.overall]).toEqual([
    overall,
    overall,
    overall,
    overall,
  ]);
  expect(card.damage).toMatchObject([
    { file: "session.json", what: expect.stringContaining("two scores") as string },
  ]);
});

test("a damaged turn in the middle: the others are shown, the result as written, and the missing turn", async () => {
  const { card, view, turns } = await spoiled("one-turn", (dir) => cut(join(dir, "turn-7.json")));
  const { result } = await whole();
  expect(card).toMatchObject({ overall: result.overall, turns: 12 });
  expect(turns).toEqual(upTo(12).filter((turn) => turn !== 7));
  expect(view.damage).toEqual([
    {
      file: "turn-7.json",
      what: expect.stringMatching(/^The file cannot be used: .*Turn 7 is not shown\.$/) as string,
      remedy: expect.stringContaining("copy") as string,
    },
  ]);
  expect(view.result.issues).toEqual(result.issues);
  // From now on the list knows it too.
  await soon(() => listed("one-turn")).toMatchObject({
    damage: [{ file: "turn-7.json" }],
    overall: result.overall,
  });
  expect(view.players.map(({ name }) => name)).toEqual((await whole()).players.map(({ name }) => name));
});

test("a missing turn and no result: shows what is left", async () => {
  const { card, view, turns } = await spoiled("gone-turn", (dir) => {
    rmSync(join(dir, "turn-5.json"));
    rmSync(join(dir, "session.json"));
  });
  expect(turns).toEqual(upTo(12).filter((turn) => turn !== 5));
  expect(card).toMatchObject({ turns: 12, outcome: "timeout", damage: [{ file: "turn-5.json" }] });
  expect(view.damage).toMatchObject([
    { file: "turn-5.json", what: expect.stringContaining("the file is missing") as string },
  ]);
  expect(card.overall).toBe(view.result.overall);
});

test("the list shows damage before the session is opened: a missing turn immediately, a truncated one soon after", async () => {
  const put = (id: string, spoil: (dir: string) => void) => {
    cpSync(join(workspace.sessions, "parent"), join(workspace.sessions, id), { recursive: true });
    spoil(join(workspace.sessions, id));
  };
  for (const turn of [1, 6, 11]) put(`unopened-${turn}`, (dir) => rmSync(join(dir, `turn-${turn}.json`)));
  put("unopened-cut", (dir) => cut(join(dir, "turn-7.json")));
  put("unopened-whole", () => {});
  for (const turn of [1, 6, 11]) {
    await soon(() => listed(`unopened-${turn}`)).toBeDefined();
    expect(await listed(`unopened-${turn}`)).toMatchObject({
      damage: [{ file: `turn-${turn}.json`, what: expect.stringContaining("the file is missing") as string }],
    });
  }
  await soon(() => listed("unopened-cut")).toMatchObject({
    damage: [{ file: "turn-7.json", what: expect.stringContaining("truncated") as string }],
  });
  expect(await listed("unopened-whole")).not.toHaveProperty("damage");
});

test("a session without a turn is as old as its first file, and sorted by that", async () => {
  const dir = join(workspace.sessions, "just-begun");
  mkdirSync(dir);
  copyFileSync(join(workspace.sessions, "parent", "turn-0.json"), join(dir, "turn-0.json"));
  utimesSync(join(dir, "turn-0.json"), new Date("2099-01-01"), new Date("2099-01-01"));
  await soon(() => listed("just-begun")).toMatchObject({ at: "2099-01-01T00:00:00.000Z", turns: 0 });
  expect(sessionPage.parse((await served.ask("/api/sessions?limit=1")).json).sessions).toMatchObject([
    { id: "just-begun" },
  ]);
});

test("a damaged first file, which holds the config: names from the result, every turn, and an explanation on each page", async () => {
  const { card, view, turns } = await spoiled("no-start", (dir) =>
    writeFileSync(join(dir, "turn-0.json"), "{"),
  );
  const { result, players } = await whole();
  expect(card).toMatchObject({
    story: "innsmouth",
    narrator: "house/looping",
    players: 3,
    overall: result.overall,
  });
  expect(turns).toEqual(upTo(12));
  expect(view.players.map(({ name, archetype }) => ({ name, archetype }))).toEqual(
    players.map(({ name, archetype }) => ({ name, archetype })),
  );
  expect(view.damage).toMatchObject([
    { file: "turn-0.json", what: expect.stringContaining("session's start") as string },
  ]);
  expect((await served.ask("/api/sessions/no-start/turns?as=1")).status).toBe(200);
});

test("the first file of a longer session: everything is shown from the next snapshot, and the page says so", async () => {
  const { result, state } = await houseSession({
    out: workspace.sessions,
    sessionId: "long",
    maxTurns: 22,
    narrator: "house/derailed",
  });
  const dir = join(workspace.sessions, "long");
  writeFileSync(join(dir, "turn-0.json"), "{");
  await soon(() => listed("long")).toMatchObject({ story: "innsmouth", overall: result.overall, turns: 22 });
  expect(await turns("long")).toEqual(upTo(22));
  const shown = await view("long");
  expect(shown.players.map(({ name }) => name)).toEqual(state.config.group.players.map(({ name }) => name));
  await soon(async () => (await listed("long"))?.damage).toMatchObject([
    {
      file: "turn-0.json",
      what: expect.stringMatching(
        /cannot be used: .* The session's start is read from turn-20\.json\.$/,
      ) as string,
      remedy: "If you have a copy of the file, put it back.",
    },
  ]);
  expect((await view("long")).damage).toMatchObject([{ file: "turn-0.json" }]);
  expect((await served.ask("/api/sessions/long/report")).text).toContain("# Session Report");
});

test("the first file and the result: turns without names or scores", async () => {
  const { card, view, turns } = await spoiled("only-turns", (dir) => {
    writeFileSync(join(dir, "turn-0.json"), "{");
    rmSync(join(dir, "session.json"));
    rmSync(join(dir, "report.md"));
  });
  expect(turns).toEqual(upTo(12));
  expect(card).toMatchObject({ story: "?", overall: null, turns: 12 });
  expect(view).toMatchObject({
    result: { overall: null, metrics: null },
    players: [{ name: "Player 1", archetype: "" }, { name: "Player 2" }, { name: "Player 3" }],
  });
});

test("a missing or truncated journal: the cost is unknown, not 0", async () => {
  const gone = await spoiled("no-journal", (dir) => {
    rmSync(join(dir, "calls.jsonl"));
    rmSync(join(dir, "session.json"));
  });
  expect(gone.card.cost).toBeNull();
  expect(gone.view.damage).toMatchObject([
    { file: "calls.jsonl", what: expect.stringContaining("unknown") as string },
  ]);
  const other = await spoiled("bad-journal", (dir) => {
    writeFileSync(join(dir, "calls.jsonl"), "no journal\n");
    rmSync(join(dir, "session.json"));
  });
  expect(other.view.damage).toMatchObject([{ file: "calls.jsonl" }]);
  expect(other.card.cost).toBeNull();
});

test("a damaged verdict: the session is shown without it", async () => {
  const { view } = await spoiled("bad-verdict", (dir) => {
    mkdirSync(join(dir, "verdicts"));
    writeFileSync(join(dir, "verdicts", "judge.json"), "{");
    rmSync(join(dir, "session.json"));
    rmSync(join(dir, "report.md"));
  });
  expect(view.damage).toMatchObject([
    { file: "verdicts", remedy: expect.stringContaining("rehearse judge") as string },
  ]);
  expect(view.result.overall).toBe((await whole()).result.overall);
});

test("nothing readable: listed as such, and refused with advice for readers of a page", async () => {
  mkdirSync(join(workspace.sessions, "nothing"));
  writeFileSync(join(workspace.sessions, "nothing", "turn-0.json"), "{");
  await soon(() => listed("nothing")).toMatchObject({
    unreadable: expect.stringContaining("turn-0.json") as string,
    damage: [{ file: "turn-0.json" }],
  });
  const { status, json } = await served.ask("/api/sessions/nothing");
  expect({ status, code: json.error.code, remedy: json.error.remedy }).toEqual({
    status: 400,
    code: "unreadable-session",
    remedy: expect.stringContaining("put it back") as string,
  });
  expect(json.error.message).not.toContain(workspace.dir);
});

test("a damaged session can be compared with an intact one, by the numbers of its page", async () => {
  await spoiled("to-compare", (dir) => cut(join(dir, "session.json")));
  const { sessions } = comparisonView.parse(
    (await served.ask("/api/compare?sessions=parent,to-compare")).json,
  );
  expect(sessions.map(({ whole }) => whole.overall)).toEqual([
    (await whole()).result.overall,
    (await view("to-compare")).result.overall,
  ]);
});

test("a result edited in place is noticed", async () => {
  const { dir } = await spoiled("edited", () => {});
  expect((await listed("edited"))!.damage).toBeUndefined();
  appendFileSync(join(dir, "session.json"), "}");
  await soon(() => listed("edited")).toMatchObject({ damage: [{ file: "session.json" }] });
  expect((await view("edited")).damage).toMatchObject([{ file: "session.json" }]);
});

test("a file of another session among the turns is ignored", async () => {
  const { turns, view } = await spoiled("mixed", (dir) =>
    copyFileSync(join(workspace.sessions, "child", "turn-9.json"), join(dir, "turn-9.json")),
  );
  expect(turns).not.toContain(9);
  expect(view.damage).toMatchObject([
    { file: "turn-9.json", what: expect.stringContaining("another session") as string },
  ]);
});

test("a matrix with a damaged plan is listed as such, with the others", async () => {
  const dir = join(workspace.dir, "matrices", "broken");
  mkdirSync(join(dir, "sessions"), { recursive: true });
  writeFileSync(join(dir, "plan.json"), "{");
  const { matrices } = matrixPage.parse((await served.ask("/api/matrices")).json);
  expect(matrices).toMatchObject([{ id: "broken", planned: 0, damage: [{ file: "plan.json" }] }]);
  expect((await served.ask("/api/matrices/broken")).status).toBe(400);
});
