/** Playtests over a real port: sessions, turns through a player's eyes, issues, matrices, comparisons; what no id can reach; the viewer's files. */
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  checkpoint,
  comparisonView,
  heatMap,
  issuePage,
  matrixPage,
  matrixRowPage,
  matrixView,
  problem,
  sessionPage,
  sessionView,
  turnPage,
  type SessionPage,
} from "../../../src/contract/index.ts";
import { loadCheckpoint, loadLatest, wholeCheckpoint } from "../../../src/playtest/index.ts";
import { walkDocument, type Document } from "../../support/openapi-faults.ts";
import { makePlaytests, SECRET, type PlaytestWorkspace } from "../../support/playtest-workspace.ts";
import { serveWorkspace, type Ask, type Served } from "../../support/served-workspace.ts";

let workspace: PlaytestWorkspace;
let served: Served;
let ask: Ask;
beforeAll(async () => {
  workspace = await makePlaytests();
  served = await serveWorkspace(workspace);
  ask = served.ask;
}, 90_000);
afterAll(async () => {
  await served[Symbol.asyncDispose]();
  workspace[Symbol.dispose]();
  expect(served.bugs).toEqual([]);
});

const list = async (query = ""): Promise<SessionPage> =>
  sessionPage.parse((await ask(`/api/sessions${query}`)).json);
const ids = async (query: string) => (await list(query)).sessions.map(({ id }) => id);
const view = async (id: string) => sessionView.parse((await ask(`/api/sessions/${id}`)).json);
const turns = async (id: string, query = "") =>
  turnPage.parse((await ask(`/api/sessions/${id}/turns${query}`)).json);
const all = [
  "plain",
  "begun",
  "looping.v2",
  "plain-rushed",
  "small~0001-innsmouth-a-house",
  "small~0002-innsmouth-b-house",
  "ab~ab-1~a-0",
  "spoiled",
];
/** The index looks again after a moment, the longer the more there is. */
const soon = (look: () => Promise<unknown>) => expect.poll(look, { timeout: 5_000, interval: 20 });

describe("sessions", () => {
  test("those of every folder, newest first; what is no session is not there, what is spoiled is, and says so", async () => {
    const { sessions, total, next } = await list();
    expect(sessions.map(({ id }) => id).sort()).toEqual([...all].sort());
    expect({ total, next }).toEqual({ total: 8, next: null });
    const times = sessions.flatMap(({ at }) => at ?? []);
    expect(times).toEqual(times.toSorted().toReversed());
    expect(sessions.at(-1)).toMatchObject({
      id: "spoiled",
      story: "?",
      unreadable: expect.stringContaining("cannot be unpacked") as string,
    });
    expect(sessions.find(({ id }) => id === "plain")).toMatchObject({
      story: "innsmouth",
      prompt: "baseline",
      narrator: "house",
      players: 3,
      turns: 14,
      outcome: "timeout",
      house: true,
      live: false,
      cost: 0,
      interval: [expect.any(Number), expect.any(Number)],
    });
    expect(sessions.find(({ id }) => id === "plain-rushed")).toMatchObject({
      narrator: "house/rushed",
      turns: 8,
      outcome: "stopped",
      branchedFrom: { sessionId: "plain", turn: 6 },
    });
  });

  test("facets name what the sessions there are were played with, and count what the other filters leave", async () => {
    const { facets, total } = await list();
    expect(facets.narrator).toEqual(
      expect.arrayContaining([
        { value: "house/looping", count: 1 },
        { value: "house/rushed", count: 2 },
      ]),
    );
    // Names of a matrix's own, which no catalog knows; and nothing that nobody played with.
    expect(facets.prompt!.map(({ value }) => value).toSorted()).toEqual(["a", "b", "baseline"]);
    expect(facets.matrix).toEqual([{ value: "small", count: 2 }]);
    expect(facets.outcome!.reduce((sum, { count }) => sum + count, 0)).toBe(total);
    for (const { value, count } of facets.narrator!)
      expect((await list(`?narrator=${value}`)).total).toBe(count);
    const small = await list("?matrix=small&prompt=a");
    expect(small.facets.prompt).toEqual([
      { value: "a", count: 1 },
      { value: "b", count: 1 },
      { value: "baseline", count: 0 },
    ]);
    const none = await list("?q=no-such-words");
    expect(none.facets.story!.map(({ count }) => count)).toEqual(facets.story!.map(() => 0));
  });

  test("filters, searches, orders and pages", async () => {
    expect(await ids("?narrator=house/looping")).toEqual(["looping.v2"]);
    expect((await ids("?matrix=small")).sort()).toEqual([
      "small~0001-innsmouth-a-house",
      "small~0002-innsmouth-b-house",
    ]);
    expect(await ids("?q=PLAIN%20rushed")).toEqual(["plain-rushed"]);
    expect(await ids("?outcome=stopped&prompt=nobody")).toEqual([]);
    const dearest = (await list("?sort=dearest")).sessions.map(({ cost }) => cost);
    expect(dearest.filter((cost) => cost !== null)).toEqual(
      dearest.filter((cost) => cost !== null).sort((a, b) => b - a),
    );
    // Scores may be made of different parts.
    expect((await ask("/api/sessions?sort=best")).status).toBe(422);
    const paged: string[] = [];
    for (let query = "?limit=3"; ;) {
      const { sessions, next, total } = await list(query);
      paged.push(...sessions.map(({ id }) => id));
      expect(total).toBe(8);
      if (next === null) break;
      query = `?limit=3&cursor=${encodeURIComponent(next)}`;
    }
    expect(paged).toEqual(await ids(""));
    expect((await ask("/api/sessions?cursor=nobody")).json.error).toMatchObject({
      code: "invalid-request",
      field: "cursor",
    });
    expect((await ask("/api/sessions?limit=201")).status).toBe(422);
  });

  test("one session: result, marks of its turns, and its family", async () => {
    const { card, result, players, turns, branches, timeline } = await view("plain");
    expect([card.turns, result.turns, turns.length, players.length]).toEqual([14, 14, 14, 3]);
    expect(players[0]).not.toHaveProperty("systemPrompt");
    expect(turns.slice(0, 3).map(({ kind }) => kind)).toEqual(["creation", "creation", "pulse"]);
    expect(turns.filter(({ pulse }) => pulse !== undefined)).toHaveLength(card.pulses.detected);
    expect(timeline[0]).toMatchObject({ type: "character-creation" });
    expect(branches.map(({ id, parent, fromTurn }) => ({ id, parent, fromTurn }))).toEqual([
      { id: "plain", parent: null, fromTurn: 0 },
      { id: "plain-rushed", parent: "plain", fromTurn: 6 },
      { id: "ab~ab-1~a-0", parent: "plain", fromTurn: 6 },
    ]);
    expect((await view("ab~ab-1~a-0")).branches).toEqual(branches);
    // Turns that it took over were paid for by its parent.
    expect((await view("plain-rushed")).turns.map(({ cost }) => cost)).toEqual([
      null,
      null,
      null,
      null,
      null,
      null,
      0,
      0,
    ]);
    expect((await ask("/api/sessions/spoiled")).json.error).toMatchObject({
      code: expect.any(String) as string,
    });
    expect((await ask("/api/sessions/spoiled")).status).toBe(400);
  });

  test("turns in pages, with whole narrations, wishes and what became of them", async () => {
    const { state } = loadLatest(join(workspace.sessions, "plain"));
    const first = await turns("plain", "?from=4&limit=2");
    expect({ total: first.total, next: first.next, turns: first.turns.map(({ turn }) => turn) }).toEqual({
      total: 14,
      next: "6",
      turns: [4, 5],
    });
    expect(first.turns[0]!.narration.map(({ text }) => text).join("")).toBe(state.records[3]!.narrator.text);
    const { turns: every, next } = await turns("plain", "?limit=200");
    expect(next).toBeNull();
    const dropped = every.flatMap(({ turn, players }) =>
      players.filter(({ relayed }) => relayed === false).map(({ seat }) => `${turn}/${seat}`),
    );
    expect(dropped).toEqual(
      (await view("plain")).result.metrics!.relay.turns.flatMap(({ turn, dropped }) =>
        dropped.map((seat) => `${turn}/${seat}`),
      ),
    );
    expect(every.flatMap(({ players }) => players).some(({ relayed }) => relayed === true)).toBe(true);
  });

  test("through a player's eyes: what that seat was told, and nothing of the others' but what they said aloud", async () => {
    const { turns: every } = await turns("plain", "?limit=200");
    const secrets = every.flatMap(({ narration }) => narration.filter(({ to }) => to !== null));
    expect(secrets.length).toBeGreaterThan(0);
    for (const seat of [0, 1, 2]) {
      const { turns: seen } = await turns("plain", `?limit=200&as=${seat}`);
      const text = JSON.stringify(seen);
      for (const { text: secret, to } of secrets)
        expect([seat, to, text.includes(JSON.stringify(secret).slice(1, -1))]).toEqual([
          seat,
          to,
          to!.includes(seat),
        ]);
      for (const { issues, hints, type, players } of seen) {
        expect({ issues, hints, type }).toEqual({ issues: [], hints: [], type: "" });
        for (const player of players)
          expect(
            Object.keys(player).filter(
              (key) => !["seat", "says", "tells"].includes(key) && player.seat !== seat,
            ),
          ).toEqual([]);
      }
      const own = every.flatMap(({ players }) => players.filter((player) => player.seat === seat));
      expect(
        seen
          .flatMap(({ players }) => players.filter((player) => player.seat === seat))
          .map(({ wants, private: answer }) => ({ wants, answer })),
      ).toEqual(own.map(({ wants, private: answer }) => ({ wants, answer })));
    }
    expect((await ask("/api/sessions/plain/turns?as=3")).json.error).toMatchObject({ field: "as" });
  });

  test("the report is text, as it was written", async () => {
    const { text, headers } = await ask("/api/sessions/plain/report");
    expect(headers["content-type"]).toMatch(/^text\/plain/);
    expect(text).toContain("# Session Report");
  });

  test("what is added, changed or taken away is seen; a result of fewer turns than there are is not believed", async () => {
    const dir = join(workspace.sessions, "late");
    cpSync(join(workspace.sessions, "plain"), dir, {
      recursive: true,
      filter: (path) => !/turn-(7|8|9|1\d)\.json$/.test(path),
    });
    await soon(async () => (await list("?q=late")).sessions[0]).toMatchObject({
      id: "late",
      turns: 6,
      outcome: "unfinished",
      overall: null,
    });
    expect((await view("late")).result).toMatchObject({ turns: 6, outcome: "unfinished" });
    expect((await ask("/api/sessions/late/report")).text).toContain("# Session Report");
    for (let turn = 7; turn <= 14; turn++)
      cpSync(join(workspace.sessions, "plain", `turn-${turn}.json`), join(dir, `turn-${turn}.json`));
    await soon(async () => (await list("?q=late")).sessions[0]).toMatchObject({
      turns: 14,
      outcome: "timeout",
      overall: expect.any(Number) as number,
    });
    rmSync(dir, { recursive: true });
    await soon(async () => (await list("?q=late")).total).toBe(0);
  });
});

test("a checkpoint is everything that is known after its turn, as the command line prints it", async () => {
  const at = async (turn: number | string, id = "plain") =>
    await ask(`/api/sessions/${id}/checkpoints/${turn}`);
  expect(checkpoint.parse((await at(5)).json)).toEqual(
    checkpoint.parse(
      JSON.parse(
        JSON.stringify(
          wholeCheckpoint(loadCheckpoint(join(workspace.dir, "sessions", "plain", "turn-5.json")).state),
        ),
      ),
    ),
  );
  expect((await at(0)).json).toMatchObject({ turn: 0, records: [] });
  expect((await at(99)).json.error).toMatchObject({
    code: "unknown-checkpoint",
    remedy: expect.stringContaining("up to 14") as string,
  });
  expect((await at("x")).status).toBe(422);
  const { status, json } = await at(0, "spoiled");
  expect([status, json.error.code]).toEqual([400, "unreadable-session"]);
  expect(json.error.message).not.toContain(workspace.dir);
});

test("issues of all sessions, with facets that count what the other filters leave", async () => {
  const page = async (query = "") => issuePage.parse((await ask(`/api/issues${query}`)).json);
  const { issues, total, facets } = await page("?limit=200");
  expect(total).toBe((await list()).sessions.reduce((sum, card) => sum + card.issues, 0));
  expect(issues.length).toBe(total);
  expect(issues.find(({ session }) => session === "looping.v2")).toMatchObject({
    narrator: "house/looping",
    evidence: expect.any(Array) as unknown[],
  });
  expect(facets.type!.reduce((sum, { count }) => sum + count, 0)).toBe(total);
  const looping = await page("?narrator=house/looping");
  expect(looping.total).toBe(issues.filter(({ narrator }) => narrator === "house/looping").length);
  expect(looping.facets.narrator).toEqual(facets.narrator);
  // One of which nothing is left is still there to be chosen.
  expect(looping.facets.type!.map(({ value }) => value).toSorted()).toEqual(
    facets.type!.map(({ value }) => value).toSorted(),
  );
  expect((await page("?narrator=nobody")).facets.severity).toEqual(
    facets
      .severity!.map(({ value }) => ({ value, count: 0 }))
      .toSorted((a, b) => a.value.localeCompare(b.value)),
  );
  expect(looping.facets.type!.reduce((sum, { count }) => sum + count, 0)).toBe(looping.total);
  const first = await page("?limit=1");
  expect((await page(`?limit=200&cursor=${encodeURIComponent(first.next!)}`)).issues).toEqual(
    issues.slice(1),
  );
  expect((await ask("/api/issues?type=nothing")).status).toBe(422);
});

test("two branches side by side: what differs, from where, and the statistics", async () => {
  const compared = comparisonView.parse((await ask("/api/compare?sessions=plain,plain-rushed")).json);
  expect(compared).toMatchObject({
    sessions: [{ id: "plain" }, { id: "plain-rushed", branchedFrom: { turn: 6 } }],
    shared: { branchPoint: 6, range: { from: 7, to: 8 } },
    differs: { values: { narrator: ["house", "house/rushed"] } },
    firstDifference: { turn: expect.any(Number) as number },
    comparisons: [{ paired: 1, primary: { metric: "overall", verdict: "insufficient evidence" } }],
  });
  expect(
    comparisonView.parse((await ask("/api/compare?sessions=plain&sessions=looping.v2&metric=issues")).json)
      .comparisons[0]?.primary.metric,
  ).toBe("issues");
  for (const wrong of [
    "",
    "?sessions=plain",
    "?sessions=plain,plain",
    "?sessions=plain,plain-rushed&metric=beauty",
  ])
    expect((await ask(`/api/compare${wrong}`)).status).toBe(422);
  expect((await ask("/api/compare?sessions=plain,nobody")).json.error.code).toBe("unknown-session");
});

describe("matrices", () => {
  test("listed, opened, its rows of a cell, and a heat map of any metric", async () => {
    const { matrices } = matrixPage.parse((await ask("/api/matrices")).json);
    expect(matrices).toMatchObject([
      {
        id: "small",
        planned: 2,
        done: 2,
        failed: 0,
        stories: ["innsmouth"],
        prompts: ["a", "b"],
        narrators: ["house"],
        live: false,
      },
    ]);
    expect(matrixView.parse((await ask("/api/matrices/small")).json)).toMatchObject({
      matrixId: "small",
      done: 2,
      planned: 2,
      standings: { prompts: [{}, {}] },
    });
    const rows = matrixRowPage.parse((await ask("/api/matrices/small/rows?prompt=b")).json);
    expect(rows).toMatchObject({ total: 1, next: null, rows: [{ sessionId: "0002-innsmouth-b-house" }] });
    const { cells } = heatMap.parse((await ask("/api/matrices/small/heat?metric=turns")).json);
    expect(cells).toMatchObject([
      {
        prompt: "a",
        n: 1,
        mean: 4,
        interval: null,
        values: [{ session: "small~0001-innsmouth-a-house", value: 4 }],
      },
      { prompt: "b" },
    ]);
    expect((await ask("/api/matrices/small/heat?metric=beauty")).status).toBe(422);
    expect((await view("small~0001-innsmouth-a-house")).card.turns).toBe(4);
  });

  test("one that is half played is told from its folders", async () => {
    const dir = join(workspace.dir, "matrices", "half");
    cpSync(join(workspace.dir, "matrices", "small"), dir, {
      recursive: true,
      filter: (path) => !/matrix\.json$|0002-/.test(path),
    });
    await soon(async () => matrixView.parse((await ask("/api/matrices/half")).json)).toMatchObject({
      done: 1,
      planned: 2,
      leftOut: { unplayed: 1 },
      summaries: { byPrompt: { a: { sessions: 1 } } },
    });
    expect(
      matrixRowPage
        .parse((await ask("/api/matrices/half/rows?outcome=unfinished")).json)
        .rows.map(({ sessionId }) => sessionId),
    ).toEqual(["0002-innsmouth-b-house"]);
    cpSync(join(workspace.dir, "matrices", "small", "sessions"), join(dir, "sessions"), { recursive: true });
    await soon(async () => matrixView.parse((await ask("/api/matrices/half")).json).done).toBe(2);
    rmSync(dir, { recursive: true });
    await soon(async () => (await ask("/api/matrices/half")).status).toBe(404);
  });
});

test("what there is to choose from: whether a key is there, and never the key", async () => {
  using own = { dir: mkdtempSync(join(tmpdir(), "choices-")), [Symbol.dispose]: () => {} };
  await using keyed = await serveWorkspace(
    { ...workspace, dir: own.dir },
    { env: { ANTHROPIC_API_KEY: SECRET } },
  );
  const { json, text } = await keyed.ask("/api/choices");
  const narrators = (json as unknown as { narrators: Array<{ name: string; ready: boolean }> }).narrators;
  expect(
    narrators
      .filter(({ name }) => ["opus-4.5", "grok-4", "house/looping"].includes(name))
      .map(({ name, ready }) => [name, ready]),
  ).toEqual([
    ["opus-4.5", true],
    ["grok-4", false],
    ["house/looping", true],
  ]);
  expect(json).toMatchObject({
    stories: expect.arrayContaining(["innsmouth"]) as string[],
    prompts: expect.arrayContaining(["baseline"]) as string[],
    metrics: expect.arrayContaining(["overall"]) as string[],
  });
  expect(text).not.toContain(SECRET);
});

describe("ids", () => {
  test("no two folders have the same, whatever they are called", async () => {
    const dir = mkdtempSync(join(tmpdir(), "alike-"));
    const folders = [
      "sessions/plain",
      "sessions/m~x",
      "sessions/ab~m~x",
      "sessions/m=7Ex",
      "matrices/m/sessions/x",
      "matrices/ab/sessions/x",
      "matrices/m~x/sessions/y",
      "matrices/m/sessions/x~y",
      "abs/m/sessions/x",
      "bisects/m/sessions/x",
    ];
    for (const folder of folders) {
      cpSync(join(workspace.sessions, "plain-rushed"), join(dir, folder), { recursive: true });
      writeFileSync(join(dir, folder, "report.md"), folder);
    }
    await using own = await serveWorkspace({ ...workspace, dir });
    const { sessions } = sessionPage.parse((await own.ask("/api/sessions")).json);
    expect(new Set(sessions.map(({ id }) => id)).size).toBe(folders.length);
    expect(
      await Promise.all(
        sessions.map(
          async ({ id }) => (await own.ask(`/api/sessions/${encodeURIComponent(id)}/report`)).text,
        ),
      ),
    ).toEqual(expect.arrayContaining(folders));
    const of = (folder: string) => sessions.find(({ id }) => id === folder)?.of;
    expect([of("plain"), of("m~x"), of("ab~m~x"), of("bisect~m~x")]).toEqual([
      undefined,
      { kind: "matrix", id: "m" },
      { kind: "ab", id: "m" },
      { kind: "bisect", id: "m" },
    ]);
    expect(
      sessionPage
        .parse((await own.ask("/api/sessions?matrix=m")).json)
        .sessions.map(({ id }) => id)
        .sort(),
    ).toEqual(["m~x", "m~x=7Ey"]);
    rmSync(dir, { recursive: true });
  });

  test("long ones and ones with commas can be compared, paged and opened", async () => {
    const names = [`long-${"x".repeat(200)}`, "one,two"];
    for (const name of names)
      cpSync(join(workspace.sessions, "plain-rushed"), join(workspace.sessions, name), { recursive: true });
    await soon(async () => (await ids("?q=one,two")).length).toBe(1);
    const asked = names.map((name) => `sessions=${encodeURIComponent(name)}`).join("&");
    expect(
      comparisonView.parse((await ask(`/api/compare?${asked}`)).json).sessions.map(({ id }) => id),
    ).toEqual(names);
    expect((await ask(`/api/sessions?cursor=${names[0]}`)).status).toBe(200);
    for (const name of names) rmSync(join(workspace.sessions, name), { recursive: true });
    await soon(async () => (await list()).total).toBe(all.length);
  });
});

describe("sizes", () => {
  test.each([
    ["/api/sessions?story=", 301, "story"],
    ["/api/sessions?matrix=", 301, "matrix"],
    ["/api/sessions?cursor=", 1_001, "cursor"],
    ["/api/issues?detector=", 301, "detector"],
    ["/api/issues?cursor=", 1_001, "cursor"],
    ["/api/matrices?cursor=", 1_001, "cursor"],
    ["/api/matrices/small/rows?narrator=", 301, "narrator"],
    ["/api/compare?sessions=plain&sessions=", 1_001, "sessions"],
  ])("%s and %i letters are refused", async (path, length, field) => {
    const { status, json, text } = await ask(path + "x".repeat(length));
    expect({ status, field: json.error.field }).toEqual({ status: 422, field });
    expect(text.length).toBeLessThan(1_000);
  });

  test("a name that nobody knows is told in short, and so are many", async () => {
    const long = await ask("/api/replays", { json: { session: "plain", turn: 1, ["k".repeat(500_000)]: 1 } });
    expect({
      status: long.status,
      isShort: long.text.length < 2_000,
      starts: long.json.error.field!.startsWith("kkkk"),
    }).toEqual({ status: 422, isShort: true, starts: true });
    const many = await ask("/api/replays", {
      json: {
        session: "plain",
        turn: 1,
        ...Object.fromEntries(Array.from({ length: 20_000 }, (_, at) => [`key${at}`, 1])),
      },
    });
    expect({ status: many.status, isShort: many.text.length < 8_000 }).toEqual({
      status: 422,
      isShort: true,
    });
    const session = await ask("/api/replays", { json: { session: "s".repeat(100_000), turn: 1 } });
    expect({ status: session.status, isShort: session.text.length < 2_000 }).toEqual({
      status: 422,
      isShort: true,
    });
  });

  test.each(["", "%20", "1e1", "0x5", "-1", "1.0"])("limit=%s is no number of rows", async (limit) => {
    for (const path of [
      "/api/sessions",
      "/api/sessions/plain/turns",
      "/api/issues",
      "/api/matrices",
      "/api/matrices/small/rows",
      "/api/check-runs",
      "/api/results",
    ])
      expect([path, (await ask(`${path}?limit=${limit}`)).status]).toEqual([path, 422]);
  });
});

describe("what no id can reach", () => {
  const bad = [
    "..",
    "../secret.txt",
    "..%2f..%2fsecret.txt",
    "%2e%2e%2f%2e%2e%2fsecret.txt",
    "%2e%2e",
    "..%5csecret.txt",
    "%2fetc%2fpasswd",
    "plain%00",
    "%00",
    "plain%2fturn-1.json",
    "plain/../../secret.txt",
    "linked",
    "archive",
    "archive%2fold",
    "small~..%2f..%2fx",
    "small~linked",
    "linked~0001-innsmouth-a-house",
    "..~..",
    "..%252fsecret.txt",
    ".",
    "%E0%A4%A",
  ];
  const routes: Array<[string, (id: string) => string, string?]> = [
    ["GET", (id) => `/api/sessions/${id}`],
    ["GET", (id) => `/api/sessions/${id}/turns`],
    ["GET", (id) => `/api/sessions/${id}/report`],
    ["GET", (id) => `/api/sessions/${id}/checkpoints/1`],
    ["POST", (id) => `/api/sessions/${id}/stop`],
    ["GET", (id) => `/api/compare?sessions=plain,${id}`],
    ["GET", (id) => `/api/matrices/${id}`],
    ["GET", (id) => `/api/matrices/${id}/rows`],
    ["GET", (id) => `/api/matrices/${id}/heat`],
    ["GET", (id) => `/api/jobs/${id}`],
    ["DELETE", (id) => `/api/jobs/${id}`],
  ];
  test.each(bad)("%s", async (id) => {
    for (const [method, path] of routes) {
      const { status, text, headers } = await ask(path(id), { method });
      // The dots of an address are gone before anybody looks at it: what is left is a page of the viewer, or nothing.
      const isPage = headers["content-type"]?.startsWith("text/html") === true;
      if (!isPage && !/^\/api\/(sessions|matrices|jobs)\/(\.|%2e)/.test(path(id)))
        expect([path(id), status, problem.safeParse(JSON.parse(text)).success]).toEqual([
          path(id),
          expect.toSatisfy((code: number) => [404, 405, 422].includes(code)),
          true,
        ]);
      expect(text).not.toMatch(new RegExp(`${SECRET}|root:|\\bat .*\\.[cm]?[jt]s:\\d+`));
    }
    const replay = await ask("/api/replays", { json: { session: decodeSafely(id), turn: 1 } });
    expect([404, 422]).toContain(replay.status);
  });

  test.each(["report.md", "turn-7.json", "session.json", "calls.jsonl", "verdicts/x.json"])(
    "a link inside of a session's folder is not followed: %s",
    async (name) => {
      const dir = join(workspace.sessions, "holed");
      cpSync(join(workspace.sessions, "plain-rushed"), dir, {
        recursive: true,
        filter: (path) => !path.endsWith(name),
      });
      mkdirSync(join(dir, "verdicts"));
      symlinkSync(join(workspace.dir, "secret.txt"), join(dir, name));
      await soon(async () => (await list("?q=holed")).sessions[0]).toMatchObject({
        unreadable: expect.stringContaining(`${name} is a link`) as string,
        damage: [{ file: name }],
      });
      for (const path of ["", "/turns", "/report"]) {
        const { status, text, json } = await ask(`/api/sessions/holed${path}`);
        expect({ status, code: json.error.code, leaks: text.includes(SECRET) }).toEqual({
          status: 400,
          code: "unreadable-session",
          leaks: false,
        });
      }
      expect(
        (await ask("/api/replays", { json: { session: "holed", turn: 7, turns: 1 } })).json.error.code,
      ).toBe("unreadable-session");
      rmSync(dir, { recursive: true });
      await soon(async () => (await list("?q=holed")).total).toBe(0);
    },
  );

  test("foreign pages are refused on every path of playtests", async () => {
    for (const [method, path] of [
      ...routes,
      ["GET", () => "/api/events"],
      ["GET", () => "/api/issues"],
      ["POST", () => "/api/replays"],
      ["GET", () => "/"],
      ["GET", () => "/assets/x.js"],
    ] as typeof routes) {
      for (const headers of [
        { host: "evil.example" },
        { origin: "http://evil.example" },
        { "sec-fetch-site": "cross-site" },
      ] as Array<Record<string, string>>)
        expect((await ask(path("plain"), { method, headers })).status).toBe(403);
    }
  });
});

describe("the viewer", () => {
  const dist = () => {
    const dir = mkdtempSync(join(tmpdir(), "viewer-"));
    mkdirSync(join(dir, "assets"));
    writeFileSync(join(dir, "index.html"), "<!doctype html><title>viewer</title>");
    writeFileSync(join(dir, "assets", "index-Ab3_-x9Z.js"), "console.log(1)");
    writeFileSync(join(dir, "assets", "index.css"), "a{}");
    symlinkSync(join(workspace.dir, "secret.txt"), join(dir, "assets", "leak.txt"));
    return dir;
  };

  test("its page at every address of its own, its files with their types, and a policy that runs nothing else", async () => {
    await using own = await serveWorkspace(workspace, { viewer: dist() });
    for (const path of ["/", "/sessions", "/sessions/plain?turn=3", "/matrices/small"]) {
      const { status, text, headers } = await own.ask(path);
      expect({ status, text, type: headers["content-type"], cache: headers["cache-control"] }).toEqual({
        status: 200,
        text: "<!doctype html><title>viewer</title>",
        type: "text/html; charset=utf-8",
        cache: "no-cache",
      });
      expect(headers["content-security-policy"]).toBe(
        "default-src 'none'; script-src 'self'; style-src 'self'; style-src-attr 'unsafe-inline'; img-src 'self' data:; font-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
      );
    }
    // A session's name may have a dot: a browser that opens its page says what it wants.
    expect((await own.ask("/sessions/looping.v2", { headers: { accept: "text/html,*/*" } })).status).toBe(
      200,
    );
    expect((await own.ask("/assets/index-Ab3_-x9Z.js")).headers).toMatchObject({
      "content-type": "text/javascript; charset=utf-8",
      "cache-control": "private, max-age=31536000, immutable",
      "x-content-type-options": "nosniff",
    });
    expect((await own.ask("/assets/index.css")).headers).toMatchObject({
      "content-type": "text/css; charset=utf-8",
      "cache-control": "no-cache",
    });
    for (const path of [
      "/assets/leak.txt",
      "/assets/gone.js",
      "/assets/..%2f..%2fsecret.txt",
      "/..%2fsecret.txt",
      "/secret.txt",
      "/api/nothing",
      "/cli",
      "/api",
      "/assets/%00.js",
    ]) {
      const { status, text } = await own.ask(path);
      expect([path, status, text.includes(SECRET)]).toEqual([path, 404, false]);
    }
  });

  test("where it is not built, the page says how to", async () => {
    await using own = await serveWorkspace(workspace, { viewer: join(workspace.dir, "nowhere") });
    const { status, text } = await own.ask("/");
    expect({ status, text }).toEqual({
      status: 503,
      text: expect.stringContaining("pnpm build:viewer") as string,
    });
  });

  test("with a token: nothing without it, the page and its files with the cookie", async () => {
    await using own = await serveWorkspace(workspace, {
      viewer: dist(),
      token: "a token of some more length",
    });
    for (const path of ["/", "/sessions", "/assets/index.css", "/api/sessions", "/api/events"])
      expect((await own.ask(path)).status).toBe(401);
    const [cookie = ""] =
      (await own.ask("/?token=a%20token%20of%20some%20more%20length")).headers["set-cookie"] ?? [];
    for (const path of ["/", "/assets/index.css", "/api/sessions"])
      expect((await own.ask(path, { headers: { cookie: cookie.split(";")[0]! } })).status).toBe(200);
  });
});

test("a folder that has not changed is not read again: a thousand of them are listed in milliseconds", async () => {
  const dir = mkdtempSync(join(tmpdir(), "many-"));
  const name = (n: number) => join(dir, "sessions", `s-${n}`);
  for (let n = 0; n < 3; n++) cpSync(join(workspace.sessions, "plain-rushed"), name(n), { recursive: true });
  const age = (n: number) => {
    for (const path of [join(name(n), "session.json"), name(n)])
      utimesSync(path, 1_700_000_000, 1_700_000_000);
  };
  for (let n = 0; n < 3; n++) age(n);
  await using many = await serveWorkspace({ ...workspace, dir });
  const turnsOf = async () =>
    sessionPage.parse((await many.ask("/api/sessions?sort=oldest")).json).sessions.map(({ turns }) => turns);
  expect(await turnsOf()).toEqual([8, 8, 8]);
  // Changed without a trace in the times: who looked into the file would find it spoiled, and fold the turns that are left.
  for (let n = 0; n < 3; n++) {
    writeFileSync(join(name(n), "session.json"), "spoiled");
    rmSync(join(name(n), "turn-8.json"));
    age(n);
  }
  await new Promise((resolve) => setTimeout(resolve, 1_100));
  expect(await turnsOf()).toEqual([8, 8, 8]);
  utimesSync(name(1), 1_700_000_001, 1_700_000_001);
  await soon(async () => (await turnsOf()).sort()).toEqual([7, 8, 8]);
  rmSync(dir, { recursive: true });
});

test("openapi.json describes every path of playtests as it answers", async () => {
  await using fresh = await serveWorkspace(workspace);
  const document = (await fresh.ask("/openapi.json")).json as unknown as Document;
  const { id } = (await fresh.ask("/api/replays", { json: { session: "plain", turn: 5, turns: 1 } }))
    .json as unknown as { id: string };
  const value = (path: string, parameter: string) =>
    parameter === "turn"
      ? "5"
      : path.startsWith("/api/jobs")
        ? id
        : path.startsWith("/api/matrices")
          ? "small"
          : "plain";
  const walked = await walkDocument(document, {
    ask: fresh.ask,
    // One never ends, one wants a session that is being played: they are told of elsewhere.
    wanted: (operation) =>
      ["sessions", "issues", "matrices", "jobs"].includes(operation.tags[0]!) &&
      !("409" in operation.responses),
    value,
    bodies: { "post /api/replays": { session: "plain", turn: 5, turns: 1 } },
    queries: { "get /api/compare": "?sessions=plain,plain-rushed", "get /api/issues": "?limit=3" },
  });
  expect(walked).toEqual([
    "delete /api/jobs/{id}",
    "get /api/choices",
    "get /api/compare",
    "get /api/issues",
    "get /api/jobs",
    "get /api/jobs/{id}",
    "get /api/matrices",
    "get /api/matrices/{id}",
    "get /api/matrices/{id}/heat",
    "get /api/matrices/{id}/rows",
    "get /api/sessions",
    "get /api/sessions/{id}",
    "get /api/sessions/{id}/checkpoints/{turn}",
    "get /api/sessions/{id}/report",
    "get /api/sessions/{id}/turns",
    "post /api/replays",
  ]);
  expect(fresh.bugs).toEqual([]);
});

function decodeSafely(id: string): string {
  try {
    return decodeURIComponent(id);
  } catch {
    return id;
  }
}
