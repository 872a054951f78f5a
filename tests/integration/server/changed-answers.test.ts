/** A page that follows a session receives what has changed, not the whole answer again. */
import { afterAll, beforeAll, expect, test } from "vitest";
import type { JobView, JsonChange, LiveEvent } from "../../../src/contract/index.ts";
import { dice } from "../../../src/kernel/dice/index.ts";
import { jsonChanges } from "../../../src/server/changes/index.ts";
import { withChanges } from "../../../viewer/src/api/apply-changes.ts";
import { pacedNarrator } from "../../browser/paced-narrator.ts";
import {
  eventsOf,
  makeWorkspace,
  serveWorkspace,
  type Served,
  type Workspace,
} from "../../support/server/served-workspace.ts";

const TURNS = 60;
const PAGE = 50;
const narrator = pacedNarrator("stalled");
let workspace: Workspace;
let served: Served;
beforeAll(async () => {
  workspace = makeWorkspace();
  served = await serveWorkspace(workspace, { house: [narrator.actor] });
});
afterAll(async () => {
  await served[Symbol.asyncDispose]();
  workspace[Symbol.dispose]();
  expect(served.bugs).toEqual([]);
});

/** An answer that a page asks for again and again, and the bytes that it received. */
function following(path: string, at: () => Served = () => served) {
  let known: { tag: string; answer: unknown } | undefined;
  const follow = {
    bytes: 0,
    /** How many answers came whole. */ whole: 0,
    async again(): Promise<unknown> {
      const { status, headers, text } = await at().ask(path, {
        headers: { "A-IM": "json-patch", ...(known && { "If-None-Match": known.tag }) },
      });
      const body: unknown = JSON.parse(text);
      const answer = status === 226 ? withChanges(known!.answer, body as JsonChange[]) : body;
      follow.bytes += Buffer.byteLength(text);
      follow.whole += Number(status === 200);
      known = headers.etag === undefined ? undefined : { tag: headers.etag, answer };
      return answer;
    },
    /** Asks again and compares with the whole answer, field by field in order. */
    async check(): Promise<number> {
      const shown = JSON.stringify({ ...((await follow.again()) as object), lastEvent: 0 });
      const { text, headers } = await at().ask(path);
      expect(headers.etag).toBeUndefined();
      expect(shown).toBe(JSON.stringify({ ...(JSON.parse(text) as object), lastEvent: 0 }));
      return Buffer.byteLength(text);
    },
  };
  return follow;
}

async function* sessionEvents(): AsyncGenerator<Extract<LiveEvent, { type: "session" }>> {
  for await (const { data } of eventsOf(`${served.server.url}/api/events`))
    if ((data as LiveEvent | undefined)?.type === "session")
      yield data as Extract<LiveEvent, { type: "session" }>;
}

test("a live session of 60 turns costs bytes in proportion to its length, whoever watches", async () => {
  const events = sessionEvents();
  const first = events.next();
  const { json } = await served.ask("/api/plays", {
    json: { narrator: "house/paced", players: 3, maxTurns: TURNS + 10, seed: 7 },
  });
  const job = json as unknown as JobView;
  narrator.speak(1);
  const path = `/api/sessions/${(await first).value!.session}`;
  const views = [following(path), following(`${path}?as=1`)];
  const pages = [following(`${path}/turns?from=1&limit=${PAGE}`)];
  const received = () => [...views, ...pages].reduce((sum, { bytes }) => sum + bytes, 0);
  const half = { bytes: 0 };
  for (let turn = 1; turn <= TURNS; turn++) {
    if (turn === PAGE + 1) pages.push(following(`${path}/turns?from=${turn}&limit=${PAGE}`));
    await Promise.all([...views, pages.at(-1)!].map(({ again }) => again()));
    if (turn === TURNS / 2) half.bytes = received();
    if (turn === TURNS) break;
    narrator.speak(1);
    expect((await events.next()).value!.turn).toBe(turn + 1);
  }
  const bytes = received();
  const sizes = await Promise.all([...views, ...pages].map(({ check }) => check()));
  // The second half costs no more than the first, and all of it a few times the size of what is shown.
  expect(bytes / half.bytes).toBeLessThan(2.2);
  expect(bytes / sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(3);

  // After a stop, and with a branch.
  await served.ask(`/api/jobs/${job.id}`, { method: "DELETE" });
  for (const view of views) await view.check();
  await served.ask("/api/replays", {
    json: { session: path.split("/").at(-1), turn: 55, turns: 1, narrator: "house" },
  });
  for await (const { turn, live } of events) if (turn === 56 && !live) break;
  expect((await views[0]!.again()) as object).toMatchObject({ branches: [{}, { fromTurn: 55 }] });
  for (const follow of [...views, ...pages]) await follow.check();
}, 60_000);

test("a server that does not know the earlier answer sends the whole one", async () => {
  await using other = await serveWorkspace(workspace);
  let at = served;
  const list = following("/api/sessions", () => at);
  await list.check();
  await list.check();
  expect(list.whole).toBe(1);
  at = other;
  await list.check();
  await list.check();
  expect(list.whole).toBe(2);
});

test("changes turn any document into any other", () => {
  const { int, pick } = dice("changes");
  const names = ["a", "b", "c/d", "~", "__proto__", "7", "07", ""];
  const made = (depth: number): unknown =>
    [
      () => null,
      () => int(4),
      () => "x".repeat(int(30)),
      () => Array.from({ length: int(7) }, () => made(depth - 1)),
      () => Object.fromEntries(Array.from({ length: int(6) }, () => [pick(names), made(depth - 1)])),
    ][int(depth === 0 ? 3 : 5)]!();
  /** The same with some parts changed, added, removed or moved. */
  const altered = (value: unknown, depth: number): unknown => {
    if (int(8) === 0) return made(depth);
    if (Array.isArray(value))
      return value.flatMap((item) => [[], [item], [made(1), item]][int(9)] ?? [altered(item, depth - 1)]);
    if (typeof value !== "object" || value === null) return value;
    const fields = Object.entries(value).map(([name, part]) => [name, altered(part, depth - 1)]);
    return Object.fromEntries([
      ...(int(9) === 0 ? fields.toReversed() : fields.slice(int(5) === 0 ? 1 : 0)),
      ...(int(3) === 0 ? [[pick(names), made(1)]] : []),
    ]);
  };
  let shorter = 0;
  for (let round = 0; round < 2_000; round++) {
    const before = made(4);
    const after = altered(before, 4);
    const changes = JSON.parse(JSON.stringify(jsonChanges(before, after))) as JsonChange[];
    expect(JSON.stringify(withChanges(before, changes))).toBe(JSON.stringify(after));
    if (JSON.stringify(changes).length < JSON.stringify(after).length) shorter += 1;
  }
  expect(shorter).toBeGreaterThan(500);
});
