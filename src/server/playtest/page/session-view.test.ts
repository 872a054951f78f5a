import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeAll, expect, test } from "vitest";
import { houseHarness } from "../../../../tests/support/house-cast/house-harness.ts";
import { sessionView as shape, type SessionView } from "../../../contract/index.ts";
import { planSession, playSession } from "../../../playtest/index.ts";
import { createSessionStates } from "../read-session.ts";
import { createSessionIndex } from "../session-index.ts";
import { createSessionReader } from "../session-reader.ts";
import { seenBy, sessionView } from "./session-view.ts";

const SEAT = 1;

/** A story told to its end. */
async function concluded() {
  const harness = houseHarness();
  const workspace = mkdtempSync(join(tmpdir(), "seen-"));
  await playSession(harness, {
    config: planSession(harness, {
      story: "innsmouth",
      prompt: "baseline",
      narrator: "house",
      seed: 1,
      players: 3,
      maxTurns: 60,
    }),
    out: join(workspace, "sessions"),
    sessionId: "told",
  });
  const tools = { states: createSessionStates(), catalog: harness.catalog };
  const [session] = await createSessionIndex({ workspace, clock: harness.clock, tools }).all();
  const open = createSessionReader({ ...tools, workspace }).open(session!);
  await harness.close();
  return { session: session!, open };
}

let told: Awaited<ReturnType<typeof concluded>>;
let whole: SessionView;
beforeAll(async () => {
  told = await concluded();
  whole = sessionView(told.session, told.open, { all: [told.session] });
}, 60_000);

test("a turn counts every pulse that it told, and players are named with the model that answered", () => {
  const { session, open } = told;
  const [first, ...others] = open.result.models.players;
  const records = open.state.records.map((record) =>
    record.pulse === 2 ? { ...record, alsoPulses: ["x", "y"] } : record,
  );
  const view = sessionView(
    session,
    {
      ...open,
      state: { ...open.state, records },
      result: {
        ...open.result,
        models: { ...open.result.models, players: [{ ...first!, model: "local/other" }, ...others] },
      },
    },
    { all: [session] },
  );
  expect(view.turns.filter(({ pulses }) => pulses !== undefined)).toMatchObject([{ pulse: 2, pulses: 3 }]);
  expect(view.players.map(({ model }) => model)).toEqual([
    "local/other (asked for: house)",
    "house",
    "house",
  ]);
});

/** Every text of a view by its path, to trace the origin of a leftover. */
function marked(value: unknown, path = ""): unknown {
  if (typeof value === "string") return `<${path}>`;
  if (Array.isArray(value)) return value.map((each, at) => marked(each, `${path}.${at}`));
  if (typeof value === "object" && value !== null)
    return Object.fromEntries(
      Object.entries(value).map(([key, each]) => [key, marked(each, `${path}.${key}`)]),
    );
  return value;
}

test("of all texts of a session, only those that the player knows remain", () => {
  expect(whole.result.outcome).toBe("completed");
  const kinds = whole.turns.map(({ kind }) => kind);
  // Kinds and types control the display: they are unchanged.
  const all = marked(whole) as SessionView;
  const view: SessionView = {
    ...all,
    turns: whole.turns,
    timeline: all.timeline.map((entry, at) => ({ ...entry, type: whole.timeline[at]!.type })),
  };
  const left = new Set(
    [...JSON.stringify(seenBy(SEAT, view)).matchAll(/<([^>]*)>/g)].map(([, path]) =>
      path!.replaceAll(/\.\d+/g, ""),
    ),
  );
  const moments = whole.result.privateMoments
    .filter(({ seat }) => seat === SEAT)
    .flatMap(({ telling }) => [
      "content",
      "response",
      "target",
      ...(telling === undefined ? [] : ["telling"]),
    ]);
  expect(left).toEqual(
    new Set([
      ...["at", "id", "outcome", "story"].map((name) => `.card.${name}`),
      ...["archetype", "characterForStory", "generatedBackstory", "model", "name"].map(
        (name) => `.players.${name}`,
      ),
      ...moments.map((name) => `.result.privateMoments.${name}`),
      ".result.sessionId",
      ".timeline.content",
      ".timeline.title",
    ]),
  );
  const seen = seenBy(SEAT, whole);
  expect(shape.parse(seen)).toEqual(seen);
  expect(seen.turns.map(({ kind }) => kind)).toEqual(
    kinds.map((kind) => (kind === "creation" || kind === "conclusion" ? kind : "other")),
  );
});

test("the end is shown, and others' private moments not at all", () => {
  const { timeline } = seenBy(SEAT, whole);
  expect(timeline.find(({ type }) => type === "conclusion")).toEqual(
    whole.timeline.find(({ type }) => type === "conclusion")!,
  );
  expect(
    timeline.every(({ type }) => ["character-creation", "private-moment", "conclusion"].includes(type)),
  ).toBe(true);
  const others = new Set(
    whole.players.filter(({ seat }) => seat !== SEAT).map(({ name }) => `Private moment → ${name}`),
  );
  expect(timeline.filter(({ title }) => others.has(title))).toEqual([]);
});
