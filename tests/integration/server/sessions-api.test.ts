/** Sessions over a real port: lists, turns, reports, checkpoints, issues and comparisons. */
import { cpSync, rmSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { checkpoint, comparisonView, issuePage } from "../../../src/contract/index.ts";
import { loadCheckpoint, loadLatest, wholeCheckpoint } from "../../../src/playtest/index.ts";
import { allSessions, servePlaytests, soon } from "../../support/server/served-playtests.ts";
const { ask, ids, list, turns, view, workspace } = servePlaytests();

describe("sessions", () => {
  test("sessions of every folder are listed, newest first; other folders are not, unreadable sessions are, and say so", async () => {
    const { sessions, total, next } = await list();
    expect(sessions.map(({ id }) => id).sort()).toEqual([...allSessions].sort());
    expect({ total, next }).toEqual({ total: 8, next: null });
    const times = sessions.flatMap(({ lastAt }) => lastAt ?? []);
    expect(times).toEqual(times.toSorted().toReversed());
    expect(sessions.at(-1)).toMatchObject({
      id: "spoiled",
      story: "?",
      unreadable: expect.stringContaining("it is not a checkpoint") as string,
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
    });
    expect(sessions.find(({ id }) => id === "plain-rushed")).toMatchObject({
      narrator: "house/rushed",
      turns: 8,
      outcome: "stopped",
      branchedFrom: { sessionId: "plain", turn: 6 },
    });
  });

  test("filters, searches, orders and pages", async () => {
    expect(await ids("?narrator=house/looping")).toEqual(["looping.v2"]);
    expect(await ids("?q=PLAIN%20rushed")).toEqual(["plain-rushed"]);
    expect(await ids("?outcome=stopped&prompt=nobody")).toEqual([]);
    expect((await ids("?own=true")).filter((id) => id.includes("~"))).toEqual([]);
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
      option: "cursor",
    });
    expect((await ask("/api/sessions?limit=201")).status).toBe(422);
  });

  test("one session: result, marks of its turns, and its family", async () => {
    const { card, result, players, turns, branches, timeline } = await view("plain");
    expect([card.turns, result.turns, turns.length, players.length]).toEqual([14, 14, 14, 3]);
    expect(players[0]).not.toHaveProperty("systemPrompt");
    expect(turns.slice(0, 3).map(({ kind }) => kind)).toEqual(["creation", "creation", "pulse"]);
    expect(turns.filter(({ pulse }) => pulse !== undefined)).toHaveLength(card.pulses.detected!);
    expect(timeline[0]).toMatchObject({ type: "character-creation" });
    expect(branches.map(({ id, parent, branchedFrom }) => [id, parent, branchedFrom?.turn])).toEqual([
      ["plain", undefined, undefined],
      ["plain-rushed", "plain", 6],
      ["ab~ab-1~a-0", "plain", 6],
    ]);
    expect((await view("ab~ab-1~a-0")).branches).toEqual(branches);
    expect((await ask("/api/sessions/spoiled")).json.error).toMatchObject({
      code: expect.any(String) as string,
    });
    expect((await ask("/api/sessions/spoiled")).status).toBe(400);
  });

  test("turns in pages, with whole narrations and wishes", async () => {
    const { state } = loadLatest(join(workspace.sessions, "plain"));
    const first = await turns("plain", "?from=4&limit=2");
    expect({ total: first.total, next: first.next, turns: first.turns.map(({ turn }) => turn) }).toEqual({
      total: 14,
      next: "6",
      turns: [4, 5],
    });
    const { narrator, classification } = state.records[3]!;
    expect(first.turns[0]!.narration).toMatchObject(
      classification.segments.map(({ start, end }) => ({ text: narrator.text.slice(start, end) })),
    );
    const { turns: every, next } = await turns("plain", "?limit=200");
    expect(next).toBeNull();
    expect(every.map(({ players }) => players.map(({ wants }) => wants))).toEqual(
      state.records.map(({ players }) => players.map(({ wants }) => wants)),
    );
  });

  test("additions, changes and deletions are noticed; a result with fewer turns than the files is not trusted", async () => {
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

test("a checkpoint is everything known after its turn, as the command line prints it", async () => {
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
    code: "not-found",
    remedy: expect.stringContaining("to 14") as string,
  });
  expect((await at("x")).status).toBe(422);
  const { status, json } = await at(0, "spoiled");
  expect([status, json.error.code]).toEqual([400, "damaged-file"]);
  expect(json.error.message).not.toContain(workspace.dir);
});

test("issues of all sessions, with facets counted over the other filters", async () => {
  const page = async (query = "") => issuePage.parse((await ask(`/api/issues${query}`)).json);
  const { issues, total, facets } = await page("?limit=200");
  expect(total).toBe((await list()).sessions.reduce((sum, card) => sum + (card.issues ?? 0), 0));
  expect(issues.length).toBe(total);
  expect(issues.find(({ session }) => session === "looping.v2")).toMatchObject({
    narrator: "house/looping",
    evidence: expect.any(Array) as unknown[],
  });
  expect(facets.kind!.reduce((sum, { count }) => sum + count, 0)).toBe(total);
  const looping = await page("?narrator=house/looping");
  expect(looping.total).toBe(issues.filter(({ narrator }) => narrator === "house/looping").length);
  expect(looping.facets.narrator).toEqual(facets.narrator);
  // A value without remaining issues can still be chosen.
  expect(looping.facets.kind!.map(({ value }) => value).toSorted()).toEqual(
    facets.kind!.map(({ value }) => value).toSorted(),
  );
  expect((await page("?narrator=nobody")).facets.severity).toEqual(
    facets
      .severity!.map(({ value }) => ({ value, count: 0 }))
      .toSorted((a, b) => a.value.localeCompare(b.value)),
  );
  expect(looping.facets.kind!.reduce((sum, { count }) => sum + count, 0)).toBe(looping.total);
  const first = await page("?limit=1");
  expect((await page(`?limit=200&cursor=${encodeURIComponent(first.next!)}`)).issues).toEqual(
    issues.slice(1),
  );
  expect((await ask("/api/issues?kind=No+kind")).status).toBe(422);
  const points = (await page("?limit=200")).issues.map(({ pointsLost }) => pointsLost);
  expect(points).toEqual(points.toSorted((a, b) => b - a));
  expect((await page("?limit=200&own=true")).issues).toEqual(
    issues.filter(({ session }) => !session.includes("~")),
  );
  const word = issues[0]!.evidence[0]!.text.split(" ").slice(0, 3).join(" ");
  const quoted = await page(`?limit=200&q=${encodeURIComponent(word)}`);
  expect(quoted.issues).toContainEqual(issues[0]);
  expect((await page("?q=no-such-words")).total).toBe(0);
});

test("two branches side by side: what differs, and from where", async () => {
  const compared = comparisonView.parse((await ask("/api/compare?sessions=plain,plain-rushed")).json);
  expect(compared).toMatchObject({
    sessions: [
      { id: "plain", players: expect.arrayContaining([expect.any(String)]), turns: { from: 7, to: 8 } },
      { id: "plain-rushed", turns: { from: 7, to: 8 }, branchedFrom: { turn: 6 } },
    ],
    branchPoint: 6,
    differs: { values: { narrator: ["house", "house/rushed"] } },
    firstDifference: expect.any(Number) as number,
    verdict: {
      next: [{ command: "rehearse ab --checkpoint sessions/plain/turn-6.json --b narrator=house/rushed" }],
    },
  });
  for (const wrong of [
    "",
    "?sessions=plain",
    "?sessions=plain,plain",
    "?sessions=plain,plain-rushed&metric=overall",
  ])
    expect((await ask(`/api/compare${wrong}`)).status).toBe(422);
  expect((await ask("/api/compare?sessions=plain,nobody")).json.error.code).toBe("not-found");
});
