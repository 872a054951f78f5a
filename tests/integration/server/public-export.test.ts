/** Leaks of a public file: marked words in every private place of a session do not appear in it in any form. */
import { join } from "node:path";
import fc from "fast-check";
import { expect, test } from "vitest";
import {
  asSeenBy,
  matrixView,
  type MatrixView,
  type SessionView,
  type TurnPage,
  type TurnView,
} from "../../../src/contract/index.ts";
import { kindOf } from "../../../src/playtest/index.ts";
import { pageHtml } from "../../../src/server/export/export-page.ts";
import { inPublic } from "../../../src/server/export/session-answers.ts";
import { playInto, playMatrix } from "../../browser/viewer-workspace.ts";
import { bare } from "../../support/playtest/bare.ts";
import { exampleTangent } from "../../support/playtest/example-play.ts";
import { playRecorded, recordedSessions } from "../../support/playtest/recorded-session.ts";
import { dataIn, exportFrom } from "../../support/server/exported-page.ts";
import { secretSession } from "../../support/server/secret-session.ts";
import { serveMade } from "../../support/server/served-playtests.ts";
import { makeWorkspace } from "../../support/server/served-workspace.ts";

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
};
const HEARD = "The harbour bell rings over the water";
const RELAYED = "We follow the bell to the end of the mole.";
/** What a narrator tells everybody is public, also if somebody was told it alone before. */
const TOLD_TO_ALL = `${places.moment.slice(0, 60)}.`;

const secrets = secretSession({
  secrets: places,
  says: `${HEARD}, I say.`,
  relay: RELAYED,
  narration: (turn, { story, listener }) => {
    const leak = turn > 4 ? ` ${listener} knows it: ${TOLD_TO_ALL} Is it so?` : "";
    return `[[PULSE: ${secret("title")}]]\n${story} ${HEARD}, stroke ${turn}.${leak}`;
  },
});

const { workspace, served } = serveMade(() => {
  const made = makeWorkspace();
  return playInto(made, [secrets.whisperer], async (play, harness, sessions) => {
    await secrets.play(harness, sessions, "secrets");
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
    expect.arrayContaining(["backstory", "character", "moment", "answer", "note", "wish"]),
  );
  expect(told(open)).toEqual([]);
  for (const text of [`${HEARD}, stroke 7.`, TOLD_TO_ALL, RELAYED, `${HEARD}, I say.`])
    expect(letters(open)).toContain(bare(text));
  expect(dataIn(open).isPublic).toBe(true);
  expect(JSON.stringify(dataIn(open))).not.toMatch(/privateMoments":\[\{|"share":(true|false)/);
});

test("findings are in the fixed words of their kind, with public quotes only, and count as in the whole file", async () => {
  const { html, notes } = await write(join(workspace.sessions, "leaky"), true);
  const { result, card, players } = dataIn(html).answers["/api/sessions/leaky"]! as SessionView;
  const whole = (await served.ask("/api/sessions/leaky")).json as unknown as SessionView;
  expect(result.issues.map(({ id, description }) => [id, description])).toEqual(
    whole.result.issues.map(({ id, kind }) => [id, kindOf(kind).publicly]),
  );
  for (const { description } of whole.result.issues)
    expect(html).not.toContain(JSON.stringify(description).slice(1, -1));
  expect(result).toMatchObject({
    privateMoments: [],
    tangents: [],
    notes: [],
    seed: "",
    models: { players: [] },
  });
  const { issues, errors, overall, pointsLost } = whole.card;
  expect(card).toMatchObject({ issues, errors, overall, pointsLost });
  expect(players.map(({ name, archetype, model }) => [name !== "", archetype, model])).toEqual(
    players.map(() => [true, "", ""]),
  );
  expect(notes).toEqual([]);
  // The first numbers, without reasons.
  const headline = expect.stringMatching(/^Turn limit: \d+ of 20 beats told, \d+ points lost\.$/) as string;
  expect(result.verdict).toMatchObject({ headline, findings: [], next: [], because: [] });
  expect(result.verdict!.facts[0]).toEqual({ label: "Overall", value: overall, unit: "of 100" });
});

test("a public branch tells after which turn it begins, and not of which session or with what change", async () => {
  const { card, result, ...whole } = (await served.ask("/api/sessions/leaky")).json as unknown as SessionView;
  const branchedFrom = { sessionId: "parent", turn: 3, changed: ["prompt: a → b"], replicate: 1, turns: 4 };
  const [shown] = inPublic(
    { ...whole, card: { ...card, branchedFrom }, result: { ...result, branchedFrom } },
    { turns: [], total: 0, next: null },
  );
  const origin = { turn: 3, replicate: 1, sessionId: "", changed: [] };
  expect([shown.card.branchedFrom, shown.result.branchedFrom]).toEqual([origin, origin]);
});

test("the numbers of a public matrix are those of the whole one", async () => {
  const { html } = await write(join(workspace.dir, "matrices", "leaking"), true);
  const { verdict, rows } = dataIn(html).answers["/api/matrices/leaking"]! as MatrixView;
  const whole = (await served.ask("/api/matrices/leaking")).json as unknown as MatrixView;
  expect(rows.map(({ score, metrics }) => [score, metrics])).toEqual(
    whole.rows.map(({ score, metrics }) => [score, metrics]),
  );
  const cautions = [expect.stringMatching(/^The house cast narrated 4 of 4 sessions/)];
  expect(verdict).toMatchObject({ cautions, findings: [], next: [] });
});

test.each(recordedSessions)(
  "%s: no private passage and no model's prose is in the public file",
  async (name) => {
    const { state, result } = await playRecorded(name);
    const { html } = await write(result.dir, true);
    const text = letters(html);
    const prose = [
      ...result.issues
        .filter(({ source }) => source.includes("reader: "))
        .map(({ description }) => description),
      ...state.privateMoments.flatMap(({ shared, content, response }) => (shared ? [] : [content, response])),
      ...state.config.group.players.map(({ characterForStory }) => characterForStory),
      ...state.records.flatMap(({ players }) => players.flatMap(({ remember = "" }) => remember)),
      ...state.tangents.map(({ about }) => about).filter((about) => about.split(" ").length > 4),
    ].filter((each) => bare(each).length > 24);
    expect(prose.length).toBeGreaterThan(4);
    const [view] = Object.values(dataIn(html).answers) as SessionView[];
    if (result.issues.length > 0)
      expect(view!.result.issues.flatMap(({ evidence }) => evidence)).not.toEqual([]);
    expect(prose.filter((each) => text.includes(bare(each)))).toEqual([]);
  },
);

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
  "lastAt",
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
  "primaryMetric",
  "stories",
  "prompts",
  "narrators",
  "narratorModels",
  "a",
  "b",
  "label",
  "value",
  "unit",
  "asked",
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
const quoted = (issues: TurnView["issues"], before: TurnView["issues"]): TurnView["issues"] =>
  issues.map((issue, at) => ({
    ...issue,
    evidence: issue.evidence.map((quote, place) =>
      quote.to === null ? { ...quote, text: before[at]!.evidence[place]!.text } : quote,
    ),
  }));
const withHeard = (turns: readonly TurnView[], before: readonly TurnView[]): TurnView[] =>
  turns.map((turn, at) => ({
    ...turn,
    narration: turn.narration.map((segment, place) =>
      segment.to === null ? { ...segment, text: before[at]!.narration[place]!.text } : segment,
    ),
    players: turn.players.map((player, seat) => ({ ...player, says: before[at]!.players[seat]!.says })),
    crossTalk: turn.crossTalk?.map((line, place) => ({
      ...line,
      says: before[at]!.crossTalk![place]!.says,
    })),
    relay: turn.relay && { ...turn.relay, text: before[at]!.relay!.text },
    issues: quoted(turn.issues, before[at]!.issues),
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
    result: { ...asked.result, tangents: [exampleTangent], privateMoments: [paidOff] },
  };
  const page = (await served.ask("/api/sessions/leaky/turns?limit=200")).json as unknown as TurnPage;
  expect(page.turns.flatMap(({ narration }) => narration).filter(({ to }) => to !== null)).not.toEqual([]);
  expect(page.turns.flatMap(({ crossTalk = [] }) => crossTalk)).not.toEqual([]);
  fc.assert(
    fc.property(canaries, (canary) => {
      const turns = withHeard(planted(page.turns, canary) as TurnView[], page.turns);
      const changed = planted(view, canary) as SessionView;
      const issues = quoted(changed.result.issues, view.result.issues);
      const told = { ...changed, result: { ...changed.result, issues } };
      return lacks(inPublic(told, { ...page, turns }), canary);
    }),
    { numRuns: 30 },
  );
});

test("new fields of a matrix's answers do not appear in the public view", async () => {
  const view = (await served.ask("/api/matrices/small")).json as unknown as MatrixView;
  fc.assert(
    fc.property(canaries, (canary) => {
      // A title is made of names.
      const given = { ...(planted(view, canary) as MatrixView), title: view.title };
      return lacks(asSeenBy(matrixView, given, "public"), canary);
    }),
    { numRuns: 30 },
  );
});
