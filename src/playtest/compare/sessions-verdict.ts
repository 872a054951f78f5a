/** What a comparison of sessions says. One pair is never a test: it names what differs, and how to test it. */
import { join } from "node:path";
import {
  quotedFrom,
  type Cause,
  type ComparedSession,
  type SessionComparison,
  type SessionConfig,
  type Verdict,
  type VerdictTable,
} from "../../contract/index.ts";
import { shellWord } from "../../kernel/errors/index.ts";
import { turnsInWords } from "../../kernel/report/index.ts";
import { shownNumber } from "../../kernel/verdict-words/index.ts";
import { kindOf } from "../findings/index.ts";
import { because, type Play } from "./because.ts";
import { episodesText, kindChanges, pointsIn, turnsOf } from "./episode-changes.ts";
import { armWords } from "./session-identity.ts";

export const EMBEDDED =
  "The house cast played: a built-in script with seeded dice that reads no prompt. These results are not evidence about a prompt or a model.";

export type ComparedFacts = Omit<SessionComparison, "verdict">;

type Named = ComparedSession & { name: string; config: SessionConfig };
type Pair = { a: Named; b: Named };

export function sessionsVerdict(
  facts: ComparedFacts,
  { configs, house, command }: { configs: readonly SessionConfig[]; house: boolean; command: string },
): Verdict {
  const sessions = facts.sessions.map((session, at): Named => ({
    ...session,
    name: letter(at),
    config: configs[at]!,
  }));
  const pair = sessions.length === 2 ? { a: sessions[0]!, b: sessions[1]! } : undefined;
  const test = pair && testCommand(pair, facts);
  return {
    outcome: "done",
    headline: pair ? pairHeadline(pair, facts) : manyHeadline(sessions),
    cautions: [...(house ? [EMBEDDED] : []), ...cautionsOf(facts, sessions)],
    because: pair ? causesOf(pair) : [],
    facts: [],
    findings: [],
    tables: [
      sessionTable(facts, sessions),
      ...(pair ? problemTable(pair) : []),
      ...settingTable(facts, sessions),
    ],
    next: [
      test === undefined
        ? {
            says: "One pair cannot tell cause from luck: test prompts in pairs with ab, or over many groups with matrix.",
          }
        : {
            says: "One pair cannot tell cause from luck: test the change in pairs.",
            command: `${command} ${test}`,
          },
    ],
  };
}

/** A, B, … Z, AA, AB, … */
export const letter = (index: number): string =>
  (index < 26 ? "" : letter(Math.floor(index / 26) - 1)) + String.fromCharCode(65 + (index % 26));

const lostOf = ({ score }: ComparedSession): number => score.pointsLost;
const lostText = ({ name, score: { pointsLost } }: Named): string =>
  `${name} lost ${shownNumber(pointsLost)} ${pointsLost === 1 ? "point" : "points"}`;
const beatsOf = ({ beats: { told, expected } }: ComparedSession): string | null =>
  told === null || expected === undefined ? null : `${told} of ${expected}`;

/** "B lost 4 points, A 12; the difference is 2 forced segues (turns 17, 24)." */
function pairHeadline({ a, b }: Pair, { firstDifference }: ComparedFacts): string {
  if (firstDifference === null && a.turns.to === b.turns.to)
    return `A and B are the same, word for word, in ${turnsInWords(a.turns)}.`;
  const [better, worse] = lostOf(b) <= lostOf(a) ? [b, a] : [a, b];
  const [beats, fewer] = [beatsOf(better), beatsOf(worse)];
  const told =
    beats === null || fewer === null || a.score.completion === b.score.completion
      ? []
      : [`${better.name} told ${beats} beats, ${worse.name} ${fewer}`];
  const parts = [
    `${lostText(better)}, ${worse.name} ${shownNumber(lostOf(worse))}`,
    ...told,
    ...differenceText(better, worse),
  ];
  return `${parts.join("; ")}.`;
}

/** Kinds named in a sentence. */
const MOST_KINDS = 3;

function differenceText(better: Named, worse: Named): string[] {
  const kinds = kindChanges(better.issues, worse.issues)
    .map((change) => ({ ...change, more: pointsIn(change.b) - pointsIn(change.a) }))
    .filter(({ more }) => more > 0)
    .toSorted((x, y) => y.more - x.more)
    .slice(0, MOST_KINDS);
  if (kinds.length === 0 || lostOf(better) === lostOf(worse)) return [];
  return [`the difference is ${kinds.map(({ kind, a, b }) => episodesText(kind, b, a)).join(" and ")}`];
}

function manyHeadline(sessions: readonly Named[]): string {
  const [least, ...others] = sessions.toSorted((x, y) => lostOf(x) - lostOf(y));
  const most = others.at(-1)!;
  return `${lostText(least!)}, the fewest; ${lostText(most)}, the most.`;
}

/** Nothing where a score is missing: the difference is not known. */
function causesOf({ a, b }: Pair): Cause[] {
  if (a.score.overall === null || b.score.overall === null) return [];
  const play = ({ name, score, untold }: Named): Play => ({
    session: name,
    pair: "",
    cluster: "",
    ...score,
    untold,
  });
  const quoteOf = ({ session }: Play, kind: string): Cause["quote"] => {
    const own = (session === a.name ? a : b).issues.filter((issue) => issue.kind === kind);
    const { turn, evidence } = own.toSorted((x, y) => y.pointsLost - x.pointsLost)[0]!;
    const quote = evidence.findLast((each) => each.turn === turn) ?? evidence[0]!;
    return { at: `${session}, ${quotedFrom(quote.turn, "turn")}`, text: quote.text };
  };
  return because([{ a: play(a), b: play(b) }], { unit: "session", quoteOf });
}

/** Settings that may cause a difference, as `configDifferences` names them. */
const CAUSES = ["story", "prompt text", "story guide", "guide form", "narrator", "players", "classifier"];

function cautionsOf(
  { differs: { values }, branchPoint }: ComparedFacts,
  sessions: readonly Named[],
): string[] {
  const several = CAUSES.filter((name) => name in values);
  const isBranch = sessions.some(({ branchedFrom }) => branchedFrom !== null);
  return [
    ...(isBranch && branchPoint === null
      ? ["They have no turns in common: each branch is scored over its own turns."]
      : []),
    ...("observer" in values ? ["Different readers read them, so their problems are not comparable."] : []),
    ...(several.length > 1
      ? [`Several settings differ, and any of them may be the cause: ${several.join(", ")}.`]
      : []),
    ...sessions.flatMap(({ name, score }) =>
      score.missing.map(({ name: part, why }) => `${name} has no ${part}: ${why}. Known points are shown.`),
    ),
  ];
}

const right = "right" as const;

function sessionTable({ branchPoint }: ComparedFacts, sessions: readonly Named[]): VerdictTable {
  const isWhole = branchPoint === null;
  const isMany = sessions.length > 2;
  const only = (at: number, side: "a" | "b"): string =>
    kindChanges(sessions[0]!.issues, sessions[at]!.issues)
      .flatMap(({ kind, [side]: own }) => (own.length > 0 ? [episodesText(kind, own, [])] : []))
      .join(", ");
  return {
    title: "Sessions",
    columns: [
      { label: "" },
      { label: "Session" },
      ...(isWhole ? [{ label: "Overall", align: right }] : []),
      { label: "Beats told", align: right },
      { label: "Points lost", align: right },
      { label: "Ended" },
      ...(isMany ? [{ label: "Only in A" }, { label: "Not in A" }] : []),
    ],
    rows: sessions.map((session, at) => [
      session.name,
      session.dir,
      ...(isWhole ? [session.score.overall] : []),
      beatsOf(session),
      lostOf(session),
      session.outcome,
      ...(isMany && at > 0 ? [only(at, "a"), only(at, "b")] : []),
    ]),
    ...(!isWhole && {
      note: `Of ${turnsInWords(sessions[0]!.turns)}, which all of them have after turn ${branchPoint}. Up to that turn they are the same.`,
    }),
  };
}

function problemTable({ a, b }: Pair): VerdictTable[] {
  const changes = kindChanges(a.issues, b.issues);
  if (changes.length === 0) return [];
  return [
    {
      title: "Problems that differ",
      columns: [
        { label: "Problem" },
        ...["Turns in A", "Turns in B", "Points, A", "Points, B"].map((label) => ({ label, align: right })),
      ],
      rows: changes.map((change) => [
        kindOf(change.kind).plural,
        turnsOf(change.a) || "none",
        turnsOf(change.b) || "none",
        pointsIn(change.a),
        pointsIn(change.b),
      ]),
    },
  ];
}

function settingTable({ differs: { values } }: ComparedFacts, sessions: readonly Named[]): VerdictTable[] {
  const rows = Object.entries(values).map(([name, each]) => [name, ...each]);
  const columns = ["", ...sessions.map(({ name }) => name)].map((label) => ({ label }));
  return rows.length === 0 ? [] : [{ title: "Settings that differ", columns, rows }];
}

/** Undefined: A has no such checkpoint, or an A/B test could not tell them apart. */
function testCommand({ a, b }: Pair, { branchPoint }: ComparedFacts): string | undefined {
  const arm = armWords(a.config, b.config).map((word) => `--b ${shellWord(word)}`);
  // A branch's folder begins with its branch point.
  if (branchPoint === null || arm.length === 0 || (a.branchedFrom?.turn ?? 0) > branchPoint) return undefined;
  return ["ab --checkpoint", shellWord(join(a.dir, `turn-${branchPoint}.json`)), ...arm].join(" ");
}
