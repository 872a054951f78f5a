/** What a comparison of sessions says. One pair is never a test: it names what differs, and how to test it. */
import { join } from "node:path";
import {
  outcomeWords,
  type ComparedSession,
  type Episode,
  type SessionComparison,
  type SessionConfig,
  type Step,
  type Verdict,
  type VerdictFinding,
  type VerdictTable,
} from "../../contract/index.ts";
import { turnsInWords } from "../../kernel/report/index.ts";
import { shownNumber, stepTo } from "../../kernel/verdict-words/index.ts";
import { singularOf } from "../findings/index.ts";
import { NOBODY_READ } from "../metrics/index.ts";
import { NONE } from "../readings/index.ts";
import { episodeFinding, isHouse, knownLoss, turnsOf } from "../report/index.ts";
import { episodeChanges, episodesText, type EpisodeChanges } from "./episode-changes.ts";
import { armBeside } from "./session-identity.ts";

export type ComparedFacts = Omit<SessionComparison, "verdict">;

type Known = { config: SessionConfig; isRecorded: boolean; isScripted: boolean };
/** `lost`: null if nobody looked, or if only the house reader did where a model read another. */
type Named = ComparedSession & Known & { name: string; lost: number | null };
type Pair = { a: Named; b: Named; changes: EpisodeChanges; arm: ReturnType<typeof armBeside> };

export function sessionsVerdict(
  facts: ComparedFacts,
  { known, caution, command }: { known: readonly Known[]; caution?: string | undefined; command: string },
): Verdict {
  const readers = facts.differs.values.observer;
  const isComparable = readers === undefined;
  const sessions = facts.sessions.map((session, at): Named => ({
    ...session,
    ...known[at]!,
    name: letter(at),
    lost: !isComparable && isHouse(known[at]!.config.observerModel) ? null : knownLoss(session.score),
  }));
  const pair = sessions.length === 2 ? pairOf(sessions[0]!, sessions[1]!) : undefined;
  const headline = pair ? pairHeadline(pair, facts) : manyHeadline(sessions);
  return {
    outcome: "done",
    headline: isComparable ? headline : `${readersText(readers)}, so their problems are not comparable.`,
    cautions: [caution ?? [], cautionsOf(facts, sessions)].flat(),
    because: [],
    facts: [],
    findings: pair && isComparable ? changedFindings(pair).slice(0, SHOWN_FINDINGS) : [],
    tables: [
      ...(pair && isComparable ? changeTable(pair) : []),
      sessionTable(facts, sessions),
      ...settingTable(facts, sessions),
    ],
    next: pair && isPromptIgnored(pair) ? [] : [testStep(pair, facts, command)],
  };
}

/** By session, as `configDifferences` names them. */
function readersText(readers: readonly string[]): string {
  const unread = readers.flatMap((reader, at) => (reader === NONE ? [letter(at)] : []));
  return unread.length === 0 ? "Different readers read them" : `No model read ${unread.join(" and ")}`;
}

/** A, B, … Z, AA, AB, … */
export const letter = (index: number): string =>
  (index < 26 ? "" : letter(Math.floor(index / 26) - 1)) + String.fromCharCode(65 + (index % 26));

const pairOf = (a: Named, b: Named): Pair => ({
  a,
  b,
  changes: episodeChanges(a.issues, b.issues, { alike: a.config.storyGuide.id === b.config.storyGuide.id }),
  arm: armBeside(a.config, { ...b, file: firstFile(b) }),
});

/** Of one scripted narrator with two prompts no test can tell anything. */
const isPromptIgnored = ({ a, arm }: Pair): boolean => a.isScripted && Object.keys(arm).join() === "prompt";

const UNREAD = "No reader looked for their problems: name an observer.";
const isCounted = (session: Named): session is Named & { lost: number } => session.lost !== null;
const lostText = ({ name, lost }: Named & { lost: number }): string =>
  `${name} lost ${shownNumber(lost)} ${lost === 1 ? "point" : "points"}`;
const beatsOf = ({ beats: { told, expected } }: ComparedSession): string | null =>
  told === null || expected === undefined ? null : `${told} of ${expected}`;

/** Kinds named in a sentence. */
const MOST_KINDS = 3;

/** "B lost 4 points, A 12; only in A: 2 forced segues (turns 17 and 24); only in B: 1 loop (turn 20)." */
function pairHeadline(pair: Pair, { firstDifference, branchPoint }: ComparedFacts): string {
  const { a, b, changes } = pair;
  if (firstDifference === null && a.turns.to === b.turns.to) {
    const why = isPromptIgnored(pair) ? ": the scripted narrator ignores prompts" : "";
    return `A and B are the same, word for word, in ${turnsInWords(a.turns)}${why}.`;
  }
  if (!isCounted(a) || !isCounted(b)) return UNREAD;
  const [better, worse] = b.lost <= a.lost ? [b, a] : [a, b];
  const [gone, fresh] = branchPoint === null ? ["only in A", "only in B"] : ["gone in B", "new in B"];
  const parts = [
    `${lostText(better)}, ${worse.name} ${shownNumber(worse.lost)}`,
    ...named(gone, changes.gone),
    ...named(fresh, changes.fresh),
  ];
  const where = branchPoint === null ? "" : `In ${turnsInWords(a.turns)}, `;
  return `${where}${parts.join("; ")}. One pair cannot tell cause from luck.`;
}

const named = (what: string, episodes: readonly Episode[]): string[] =>
  episodes.length === 0 ? [] : [`${what}: ${episodesText(episodes, MOST_KINDS)}`];

function manyHeadline(sessions: readonly Named[]): string {
  const [least, ...others] = sessions.filter(isCounted).toSorted((x, y) => x.lost - y.lost);
  if (others.length === 0) return UNREAD;
  const most = others.at(-1)!;
  return `${lostText(least!)}, the fewest; ${lostText(most)}, the most.`;
}

const SHOWN_FINDINGS = 4;

/** Problems that only one of them has, the costliest first. */
const changedFindings = ({ a, b, changes: { gone, fresh } }: Pair): VerdictFinding[] =>
  [...gone.map(changedFinding(a)), ...fresh.map(changedFinding(b))].toSorted((x, y) => y.points! - x.points!);

const changedFinding =
  ({ name, sessionId }: Named) =>
  (episode: Episode): VerdictFinding => ({
    ...episodeFinding(episode),
    session: sessionId,
    turn: episode.turn,
    title: `Only in ${name}: ${singularOf(episode.kind)}, ${turnsOf(episode)}`,
  });

/** Settings that may cause a difference, as `configDifferences` names them. */
const CAUSES = ["story", "prompt text", "story guide", "guide form", "narrator", "players", "classifier"];

function cautionsOf({ branchPoint, differs }: ComparedFacts, sessions: readonly Named[]): string[] {
  const isBranch = sessions.some(({ branchedFrom }) => branchedFrom !== null);
  return [
    ...(isBranch && branchPoint === null
      ? ["They have no turns in common: each branch is scored over its own turns."]
      : []),
    ...sessions.flatMap(({ name, score }) =>
      score.missing
        // The headline says who was not read.
        .filter(({ why }) => why !== NOBODY_READ || !("observer" in differs.values))
        .map(({ name: part, why }) => `${name} has no ${part}: ${why}. Known points are shown.`),
    ),
  ];
}

const right = "right" as const;

function sessionTable({ branchPoint }: ComparedFacts, sessions: readonly Named[]): VerdictTable {
  const isWhole = branchPoint === null;
  return {
    title: "Sessions",
    columns: [
      { label: "" },
      { label: "Session" },
      ...(isWhole ? [{ label: "Overall", align: right }] : []),
      { label: isWhole ? "Beats told" : "Beats told of the rest", align: right },
      { label: "Points lost", align: right },
      { label: "Ended" },
    ],
    rows: sessions.map((session) => [
      session.name,
      session.dir,
      ...(isWhole ? [session.lost === null ? null : session.score.overall] : []),
      beatsOf(session),
      session.lost,
      outcomeWords(session.outcome),
    ]),
    note: isWhole
      ? undefined
      : `Counted: ${turnsInWords(sessions[0]!.turns)} only. Up to turn ${branchPoint} they are the same.`,
  };
}

/** Every problem, in the order of turns, so that the points add up. The findings show the costliest with their quotes. */
function changeTable(pair: Pair): VerdictTable[] {
  const { gone, fresh, both } = pair.changes;
  const pairs: Array<{ a?: Episode; b?: Episode }> = [
    ...gone.map((a) => ({ a })),
    ...fresh.map((b) => ({ b })),
    ...both,
  ];
  const rows = pairs
    .toSorted((one, other) => (one.a ?? one.b!).turn - (other.a ?? other.b!).turn)
    .map(({ a, b }) => {
      const { kind, turn } = a ?? b!;
      const shownTurn = b && b.turn !== turn ? `${turn}, in B ${b.turn}` : turn;
      return [singularOf(kind), shownTurn, a?.pointsLost ?? null, b?.pointsLost ?? null];
    });
  if (both.length === 0 && rows.length <= SHOWN_FINDINGS) return [];
  return [
    {
      title: "All problems, with the points lost",
      columns: [{ label: "Problem" }, ...["Turn", "A", "B"].map((label) => ({ label, align: right }))],
      rows,
    },
  ];
}

function settingTable({ differs: { values } }: ComparedFacts, sessions: readonly Named[]): VerdictTable[] {
  const rows = Object.entries(values).map(([name, each]) => [name, ...each]);
  const columns = ["", ...sessions.map(({ name }) => name)].map((label) => ({ label }));
  // Another story has another guide.
  const several = CAUSES.filter((name) => name in values && !(name === "story guide" && "story" in values));
  const note = several.length > 1 ? `Any of these may be the cause: ${several.join(", ")}.` : undefined;
  return rows.length === 0 ? [] : [{ title: "Settings that differ", columns, rows, note }];
}

const firstFile = ({ dir, branchedFrom }: Named): string => join(dir, `turn-${branchedFrom?.turn ?? 0}.json`);

/** Without a command if A has no such checkpoint, its models are a recording's, or a test could not tell them apart. */
function testStep(pair: Pair | undefined, { branchPoint }: ComparedFacts, command: string): Step {
  const anyTest = { says: "Test prompts in pairs with ab, or over many groups with matrix." };
  if (!pair || branchPoint === null || pair.a.isRecorded || Object.keys(pair.arm).length === 0)
    return anyTest;
  // A branch's folder begins with its branch point.
  if ((pair.a.branchedFrom?.turn ?? 0) > branchPoint) return anyTest;
  const input = { checkpoint: [join(pair.a.dir, `turn-${branchPoint}.json`)], b: pair.arm };
  return stepTo("Test the change in pairs.", { operation: "ab", input }, command);
}
