/** Leaks of a public file: marked words in every private place of a session do not appear in it in any form. */
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import type {
  MatrixCard,
  MatrixRowPage,
  MatrixView,
  SessionView,
  TurnView,
} from "../../../src/contract/index.ts";
import type { HouseMember } from "../../../src/kernel/models/index.ts";
import { loadStory, planSession, playSession } from "../../../src/playtest/index.ts";
import { pageHtml } from "../../../src/server/export/export-page.ts";
import { publicMatrix, publicMatrixCard, publicRow } from "../../../src/server/export/public-matrix.ts";
import { publicSession } from "../../../src/server/export/public-session.ts";
import { bare } from "../../../src/kernel/text/index.ts";
import { publicTurns } from "../../../src/server/export/public-turns.ts";
import { playInto, playMatrix, type ViewerWorkspace } from "../../browser/viewer-workspace.ts";
import { dataIn, exportFrom } from "../../support/server/exported-page.ts";
import { makeWorkspace, serveWorkspace, type Served } from "../../support/server/served-workspace.ts";

/** The secret at each place. Each contains characters that are escaped in some format. */
const secret = (place: string) =>
  `Beneath the ${place} a "velvet & <brass>" heron\u2028counts </script> seventeen moths.`;
const places = {
  backstory: secret("backstory"),
  character: secret("character"),
  moment: secret("moment"),
  answer: secret("answer"),
  note: secret("note"),
  wish: secret("wish"),
  relay: secret("relay"),
};
const HEARD = "The harbour bell rings over the water";

const tellings = loadStory("innsmouth").pulses.flatMap(({ text }) => text);
let listener = "";
/** Tells one player something, and later everybody most of it; players have secret wishes and answers. */
const whisperer: HouseMember = {
  name: "whisperer",
  does: "Has secrets.",
  async reply({ role, call }) {
    if (role === "player")
      return {
        object: {
          says: `${HEARD}, I say.`,
          wants: places.wish,
          offTopic: "none",
          private: places.answer,
          tells: [],
          remember: places.note,
        },
      };
    if (role === "spokesperson") return { text: places.relay };
    const turn = Number(call?.split("/")[1] ?? 0);
    const leak =
      turn > 4 ? ` ${listener} knows it: ${places.moment.slice(0, 60)}. Is it so? ${places.backstory}` : "";
    return {
      text: `[[PULSE: ${secret("title")}]]\n${tellings[turn]!} ${HEARD}, stroke ${turn}.${leak}\n\n[[PRIVATE ${listener}]]\n${places.moment}\n[[/PRIVATE]]\n\nWhat do you all do?`,
    };
  },
};

let [workspace, served] = [] as unknown as [ViewerWorkspace, Served];
beforeAll(async () => {
  const made = makeWorkspace();
  workspace = await playInto(made, [whisperer], async (play, harness, sessions) => {
    const planned = planSession(harness, {
      story: "innsmouth",
      prompt: "baseline",
      narrator: "house/whisperer",
      seed: 2,
      maxTurns: 9,
      players: 3,
      playerModel: "house/whisperer",
    });
    const config = {
      ...planned,
      charactersPending: false,
      group: {
        ...planned.group,
        players: planned.group.players.map((player) => ({
          ...player,
          generatedBackstory: places.backstory,
          characterForStory: places.character,
        })),
      },
    };
    listener = config.group.players[1]!.name;
    await playSession(harness, { config, out: sessions, sessionId: "secrets" });
    await play({ sessionId: "leaky", narrator: "house/leaky", turns: 14, players: 2 });
    await playMatrix(harness, {
      dir: join(made.dir, "matrices", "small"),
      prompts: { baseline: "baseline", constructor: "structured" },
    });
    await playMatrix(harness, {
      dir: join(made.dir, "matrices", "leaking"),
      prompts: { baseline: "baseline" },
      narrators: ["house/leaky"],
      turns: 14,
      sessions: 4,
      players: 2,
    });
  });
  served = await serveWorkspace(workspace);
}, 60_000);
afterAll(async () => {
  await served?.[Symbol.asyncDispose]();
  workspace?.[Symbol.dispose]();
});

const write = (path: string, isPublic: boolean) => exportFrom(workspace, { path, isPublic });
const htmlOf = (text: string) =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");
/** Raw, in HTML, in JSON, and its letters alone. */
const formsOf = (text: string) => [
  text,
  htmlOf(text),
  JSON.stringify(text).slice(1, -1),
  JSON.stringify(text)
    .slice(1, -1)
    .replaceAll("<", String.raw`\u003c`),
  bare(text),
];
const letters = (html: string) => bare(stringsIn(dataIn(html)).join("\n"));
function stringsIn(value: unknown): string[] {
  if (typeof value === "string") return [value];
  return typeof value === "object" && value !== null
    ? Object.entries(value).flatMap(([key, inner]) => [key, ...stringsIn(inner)])
    : [];
}
const has = (html: string, text: string) =>
  formsOf(text).some((form) => html.includes(form)) || letters(html).includes(bare(text));

test("a public file has nothing private; a whole one has", async () => {
  const dir = join(workspace.sessions, "secrets");
  const [whole, open] = [(await write(dir, false)).html, (await write(dir, true)).html];
  const told = (html: string) =>
    Object.entries({ ...places, title: secret("title") }).flatMap(([place, text]) =>
      has(html, text) ? [place] : [],
    );
  expect(told(whole)).toEqual(
    expect.arrayContaining(["backstory", "character", "moment", "answer", "note", "wish", "relay"]),
  );
  expect(told(open)).toEqual([]);
  // Nor most of it, which the narrator told everybody afterwards; the sentence beside it stays.
  expect(letters(open)).not.toContain(bare(places.moment).slice(0, 30));
  for (const text of [`${HEARD}, stroke 7.`, "Is it so?", `${HEARD}, I say.`])
    expect(letters(open)).toContain(bare(text));
  expect(dataIn(open).isPublic).toBe(true);
  expect(JSON.stringify(dataIn(open))).not.toMatch(/privateMoments":\[\{|"share":(true|false)/);
});

test("an issue is listed by its kind, with public quotes only", async () => {
  const { html } = await write(join(workspace.sessions, "leaky"), true);
  const { result } = dataIn(html).answers["/api/sessions/leaky"]! as SessionView;
  const before = ((await served.ask("/api/sessions/leaky")).json as unknown as SessionView).result;
  expect(before.issues.map(({ kind }) => kind)).toContain("leak");
  expect(result.issues.map(({ kind }) => kind)).not.toContain("leak");
  for (const { description } of before.issues)
    expect(html).not.toContain(JSON.stringify(description).slice(1, -1));
  expect(result).toMatchObject({
    privateMoments: [],
    models: { players: [] },
    metrics: { privateMoments: { count: 0, moments: [] } },
    notes: [],
    seed: "",
  });
});

test("a public file has the score and the counts of the session, and says how many issues it does not show", async () => {
  const { html, notes } = await write(join(workspace.sessions, "leaky"), true);
  const { result, card } = dataIn(html).answers["/api/sessions/leaky"]! as SessionView;
  const whole = (await served.ask("/api/sessions/leaky")).json as unknown as SessionView;
  const leaks = whole.result.issues.filter(({ kind }) => kind === "leak").length;
  expect(leaks).toBeGreaterThan(1);
  expect(notes).toEqual([`${leaks} findings about private content are counted but not shown.`]);
  expect(dataIn(html)).toMatchObject({ notes });
  const { issues, errors, overall, pointsLost } = whole.card;
  expect(card).toMatchObject({ issues, errors, overall, pointsLost });
  expect(card).not.toHaveProperty("worst");
  const { failures, score } = result.metrics!;
  const { total, perTenTurns } = whole.result.metrics!.failures;
  expect(failures).toMatchObject({ total, perTenTurns, others: {} });
  expect([result.overall, score.overall, score.pointsLost]).toEqual([overall, overall, pointsLost]);
  expect(Object.keys(score.byKind)).not.toContain("leak");
  // Numbers and our own words, without kinds, turns or quotes.
  expect(result.verdict).toMatchObject({ findings: [], next: [], because: [] });
  expect(result.verdict!.headline).toMatch(/^[\d.]+ of 100: .*; [\d.]+ points lost\.$/);
});

test("archetypes and models are not in a public file", async () => {
  const { html } = await write(join(workspace.sessions, "leaky"), true);
  const { players } = dataIn(html).answers["/api/sessions/leaky"]! as SessionView;
  expect(players.map(({ archetype, model }) => [archetype, model])).toEqual([
    ["", ""],
    ["", ""],
  ]);
  expect(players.every(({ name }) => name !== "")).toBe(true);
});

test("the numbers of a public matrix are those of the whole one", async () => {
  const { html, notes } = await write(join(workspace.dir, "matrices", "leaking"), true);
  const { answers } = dataIn(html) as { answers: Record<string, unknown> };
  const rows = (answers["/api/matrices/leaking/rows"] as MatrixRowPage).rows;
  const whole = ((await served.ask("/api/matrices/leaking/rows")).json as unknown as MatrixRowPage).rows;
  for (const [at, { metrics, score }] of rows.entries()) {
    expect(score?.overall).toBe(whole[at]!.score?.overall);
    for (const metric of ["overall", "craft", "failures-per-10-turns"])
      expect(metrics[metric]).toBe(whole[at]!.metrics[metric]);
    expect(score?.byKind).not.toHaveProperty("leak");
  }
  expect(whole.some(({ score }) => score?.byKind["leak"])).toBe(true);
  expect(notes).toEqual([expect.stringMatching(/^\d+ findings? about private content/) as string]);
  const ask = async <T>(path: string) => (await served.ask(`/api/matrices${path}`)).json as unknown as T;
  const view = answers["/api/matrices/leaking"] as MatrixView;
  const { rankings, comparisons } = await ask<MatrixView>("/leaking");
  expect(view.comparisons.prompts.map(({ difference, p }) => ({ difference, p }))).toEqual(
    comparisons.prompts.map(({ difference, p }) => ({ difference, p })),
  );
  expect(view.rankings.best[0]!.sessionId).toBe(rankings.best[0]!.sessionId);
  expect(view.verdict).toMatchObject({ findings: [], next: [] });
  const cardIn = ({ matrices }: { matrices: MatrixCard[] }) => matrices.find(({ id }) => id === "leaking")!;
  const card = cardIn(answers["/api/matrices"] as { matrices: MatrixCard[] });
  expect(card.overall).toBe(cardIn(await ask("")).overall);
});

/** Fields with public text or one of a few fixed values: names, times, choices from a list. */
const open = new Set([
  "id",
  "sessionId",
  "session",
  "story",
  "prompt",
  "narrator",
  "model",
  "rubric",
  "at",
  "phase",
  "kind",
  "outcome",
  "severity",
  "archetype",
  "name",
  "type",
  "source",
  "by",
  "pair",
  "metric",
  "better",
  "verdict",
  "method",
  "speaksFor",
  "note",
  "house",
  "matrixId",
  "primaryMetric",
  "stories",
  "prompts",
  "narrators",
  "narratorModels",
  "systemPrompts",
]);
/** Records that are named by what is played. */
const named = new Set(["byPrompt", "byStory", "byModel", "systemPrompts"]);

/** The same with a canary in every text, and an extra field with one beside every field. */
function planted(value: unknown, canary: string, key = ""): unknown {
  if (typeof value === "string") return open.has(key) ? value : `${value} ${canary}`;
  if (Array.isArray(value)) return value.map((one) => planted(one, canary, key));
  if (typeof value !== "object" || value === null) return value;
  const fields = Object.entries(value).map(([name, inner]) => [name, planted(inner, canary, name)] as const);
  return Object.fromEntries(
    named.has(key)
      ? fields
      : [...fields, [canary, canary], ["__proto__", { [canary]: canary }], [`hidden ${key}`, canary]],
  );
}
/** Public text stays unchanged: a canary there would be public. */
const withHeard = (turns: readonly TurnView[], before: readonly TurnView[]): TurnView[] =>
  turns.map((turn, at) => ({
    ...turn,
    narration: turn.narration.map((segment, place) =>
      segment.to === null ? { ...segment, text: before[at]!.narration[place]!.text } : segment,
    ),
    players: turn.players.map((player, seat) => ({ ...player, says: before[at]!.players[seat]!.says })),
    ...(turn.crossTalk && {
      crossTalk: turn.crossTalk.map((line, place) => ({
        ...line,
        says: before[at]!.crossTalk![place]!.says,
      })),
    }),
  }));

const canaries = fc
  .tuple(
    fc.constantFrom("", "</script>", "\u2028", '"', "&<>'", "__proto__", "é", "🜁"),
    fc.stringMatching(/^[a-z]{12}$/),
  )
  .map(([odd, name]) => `canary${odd}${name}`);
const lacks = (value: unknown, canary: string) =>
  !stringsIn(value).some((text) => bare(text).includes(bare(canary))) &&
  !formsOf(canary).some((form) => pageHtml({ title: "", script: "", style: "", data: value }).includes(form));

const strayed: SessionView["result"]["tangents"][number] = {
  startTurn: 3,
  endTurn: 4,
  length: 1,
  initiator: "Sam",
  type: "humour",
  about: "lunch",
  quote: "I could eat.",
  intensity: "light",
  recoveryMethod: "hook",
  woven: "woven",
  segue: "A smell of bread.",
  reached: true,
  noticed: true,
  segueQuality: 4,
};
const paidOff: SessionView["result"]["privateMoments"][number] = {
  turn: 3,
  target: "Sam",
  seat: 0,
  content: "A key.",
  response: "Mine.",
  shared: false,
  payoffDetected: true,
  payoffTurn: 5,
  payoff: "The key fits.",
};

test("new fields of a session's answers do not appear in the public view", async () => {
  const asked = (await served.ask("/api/sessions/leaky")).json as unknown as SessionView;
  const view: SessionView = {
    ...asked,
    result: { ...asked.result, tangents: [strayed], privateMoments: [paidOff] },
  };
  const { turns } = (await served.ask("/api/sessions/leaky/turns?limit=200")).json as unknown as {
    turns: TurnView[];
  };
  expect(turns.flatMap(({ narration }) => narration).filter(({ to }) => to !== null)).not.toEqual([]);
  expect(turns.flatMap(({ crossTalk = [] }) => crossTalk)).not.toEqual([]);
  fc.assert(
    fc.property(canaries, (canary) => {
      const heard = publicTurns(withHeard(planted(turns, canary) as TurnView[], turns), view.players);
      return (
        lacks(heard, canary) && lacks(publicSession(planted(view, canary) as SessionView, heard), canary)
      );
    }),
    { numRuns: 30 },
  );
});

test("new fields of a matrix's answers do not appear in the public view", async () => {
  const ask = async <T>(path: string) => (await served.ask(`/api/matrices${path}`)).json as unknown as T;
  const [view, { rows }, { matrices }] = [
    await ask<MatrixView>("/small"),
    await ask<MatrixRowPage>("/small/rows"),
    await ask<{ matrices: MatrixCard[] }>(""),
  ];
  fc.assert(
    fc.property(canaries, (canary) => {
      const told = planted(rows, canary) as typeof rows;
      const shown = [
        publicMatrix(planted(view, canary) as MatrixView, { id: "small", rows: told }),
        told.map(publicRow),
        (planted(matrices, canary) as MatrixCard[]).map((card) => publicMatrixCard(card, told)),
      ];
      return shown.every((one) => lacks(one, canary));
    }),
    { numRuns: 30 },
  );
  const { html } = await write(join(workspace.dir, "matrices", "small"), true);
  // Only the data: the page's own code knows the names of all metrics.
  const data = JSON.stringify(dataIn(html));
  expect(data.match(/"(private-moments|pay-offs|pay-off-rate|private-fit)"/g)).toBeNull();
});
