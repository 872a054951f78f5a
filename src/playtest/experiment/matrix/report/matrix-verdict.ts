/** What a matrix found out. Pure, from its rows and comparisons: the public page says it again from public numbers. */
import { dirname, join } from "node:path";
import {
  outcomeWords,
  type ArmComparison,
  type Fact,
  type JudgedGate,
  type MatrixRow,
  type Shard,
  type Step,
  type Verdict,
  type VerdictFinding,
} from "../../../../contract/index.ts";
import { counted } from "../../../../kernel/report/index.ts";
import { answer, shownNumber, stepTo } from "../../../../kernel/verdict-words/index.ts";
import { fewestGroups, mostTelling, type BecauseOptions } from "../../../compare/index.ts";
import { kindOf } from "../../../findings/index.ts";
import { meanOfKnown } from "../../../metrics/index.ts";
import { episodeFinding, isHouse } from "../../../report/index.ts";
import { variantName, variantsOf, type Variant } from "../compare/variants.ts";
import { isOver, isPlayed, meanOverall } from "../matrix-rows.ts";
import { lossesOf, mostlyText } from "./losses.ts";
import {
  failureTable,
  intervalText,
  kindsIn,
  matrixTables,
  percent,
  signedPoints,
  type MatrixParts,
} from "./matrix-tables.ts";

type Place = {
  dir: string;
  /** How to call Rehearse. */
  command?: string | undefined;
};
type Said = Place & { cost: string; caution?: string | undefined } & Pick<BecauseOptions, "quoteOf">;

export function matrixVerdict(parts: MatrixParts, said: Said): Verdict {
  const { rows, provisional, baseline } = parts;
  const cautions = [said.caution ?? [], crashes(rows), unscored(rows), baseline?.notes ?? []].flat();
  const shown = { cautions, findings: [], because: [], tables: failureTable(parts) };
  if (provisional)
    return {
      ...shown,
      outcome: "stopped",
      headline: unplayedHeadline(provisional),
      facts: [...sessionFacts(rows), { label: "Cost", value: said.cost }],
      next: [openStep(provisional.planned - provisional.done, said)],
    };
  const { outcome, headline, about } = answerOf(parts);
  const explained =
    "comparison" in about
      ? { because: about.comparison.because, facts: comparisonFacts(about.comparison) }
      : ofSessions(about.rows.filter(isOver), about.name, said);
  return {
    ...shown,
    ...explained,
    outcome,
    headline,
    facts: [...explained.facts, ...sessionFacts(rows), { label: "Cost", value: said.cost }],
    findings: worstFindings(parts),
    tables: matrixTables(parts),
    next: stepsOf(parts, said),
  };
}

/** One part of a matrix. All parts together have the verdict on their variants. */
export function shardVerdict(
  own: readonly MatrixRow[],
  { cost, caution, shard, ...place }: Said & { shard: Shard },
): Verdict {
  const done = own.filter(isPlayed).length;
  const isOpen = done < own.length;
  const merge = stepTo(
    "Verdict and gates are decided when all shards are merged.",
    { operation: "matrix merge", input: { dir: [dirname(place.dir)] } },
    place.command,
  );
  return answer(`Shard ${shard.index}/${shard.of}: ${done} of ${counted(own.length, "session")} finished.`, {
    outcome: isOpen ? "stopped" : "done",
    cautions: [caution ?? [], crashes(own)].flat(),
    facts: [...sessionFacts(own), { label: "Cost", value: cost }],
    next: [isOpen ? openStep(own.length - done, place) : merge],
  });
}

export const unplayedHeadline = ({ done, planned }: { done: number; planned: number }): string =>
  `${done} of ${planned} sessions played: no verdict yet.`;

/** What explains the answer: a comparison, or these sessions alone. */
type About = { comparison: ArmComparison } | { rows: readonly MatrixRow[]; name: string };
type Answer = Pick<Verdict, "outcome" | "headline"> & { about: About };

/** A failed gate comes first, then a difference, then what holds, then what could not be shown. */
function answerOf({ rows, comparisons, baseline, gates }: MatrixParts): Answer {
  const all = { rows, name: "" };
  const failed = gates.find(({ is }) => is === "failed");
  if (failed) {
    const { kind, variant } = failed;
    const beside = baseline?.variants.find((each) => kind === "baseline" && isOf(each, variant));
    const own = {
      rows: rows.filter((row) => isOf(row, variant)),
      name: variant ? variantName(rows, variant) : "",
    };
    return { outcome: "failed", headline: together(gates, "failed"), about: beside ?? own };
  }
  if (gates.some(({ is }) => is === "error"))
    return { outcome: "undecided", headline: together(gates, "error"), about: all };
  const telling = mostTelling([...comparisons.prompts, ...comparisons.narrators]);
  const isGated = gates.length > 0;
  if (!telling || (isGated && !isDifferent(telling.comparison)))
    return {
      outcome: isGated ? "passed" : "done",
      headline: isGated ? together(gates, "passed") : meanHeadline(rows),
      about: all,
    };
  const { comparison, headline } = telling;
  return {
    outcome: isGated ? "passed" : comparison.result === "too few groups" ? "undecided" : "done",
    headline,
    about: { comparison },
  };
}

const ofSessions = (
  rows: readonly MatrixRow[],
  name: string,
  { quoteOf }: Said,
): Pick<Verdict, "because" | "facts"> => ({
  because: lossesOf(rows, { quoteOf }),
  facts: scoreFacts(rows, name),
});

const isOf = (one: Variant, other: Variant | undefined): boolean =>
  one.prompt === other?.prompt && one.narrator === other.narrator;

function together(gates: readonly JudgedGate[], which: JudgedGate["is"]): string {
  const [first, ...rest] = gates.filter(({ is }) => is === which);
  return rest.length === 0 ? first!.says : `${first!.says} And ${counted(rest.length, "more gate")}.`;
}

const isDifferent = ({ result }: ArmComparison): boolean => result === "better" || result === "worse";

function meanHeadline(rows: readonly MatrixRow[]): string {
  const over = rows.filter(isOver);
  const overall = meanOverall(over);
  const played = counted(over.length, "session");
  if (overall === null) return `${played} played, none with a score.`;
  return `Overall ${shownNumber(overall)} on average over ${played}${mostlyText(lossesOf(over), over)}.`;
}

function comparisonFacts({ difference, interval, better, worse, equal, groups }: ArmComparison): Fact[] {
  if (difference === null) return [];
  return [
    {
      label: "Difference",
      value: signedPoints(difference),
      unit: "points",
      note: interval ? `95 % interval ${intervalText(interval)}` : undefined,
    },
    {
      label: "Groups",
      value: `${better} better, ${worse} worse, ${equal} equal`,
      note: `of ${groups} groups of players`,
    },
  ];
}

function scoreFacts(rows: readonly MatrixRow[], name: string): Fact[] {
  const played = counted(rows.length, "session");
  const mean = (of: (score: NonNullable<MatrixRow["score"]>) => number | null) =>
    meanOfKnown(rows.map(({ score }) => score && of(score)));
  const completion = mean(({ completion }) => completion);
  return [
    {
      label: "Overall",
      value: mean(({ overall }) => overall),
      note: [`mean of ${played}`, name].filter(Boolean).join(" of "),
    },
    ...(completion === null ? [] : [{ label: "Beats told", value: percent(completion) }]),
    {
      label: "Points lost",
      value: mean(({ craft, pointsLost }) => (craft === null ? null : pointsLost)),
      note: "per session",
    },
  ];
}

function sessionFacts(rows: readonly MatrixRow[]): Fact[] {
  const outcomes = [...Map.groupBy(rows, ({ outcome }) => outcome)].map(
    ([outcome, same]) => `${same.length} ${outcomeWords(outcome)}`,
  );
  return [{ label: "Sessions", value: rows.length, note: outcomes.join(", ") }];
}

function crashes(rows: readonly MatrixRow[]): string[] {
  const [first, ...others] = rows.filter(({ outcome }) => outcome === "crashed");
  if (!first) return [];
  const count = `${others.length + 1} of ${counted(rows.length, "session")} crashed and have no result.`;
  return [first.why === "" ? count : `${count} First reason: ${first.why.replace(/\.?$/, ".")}`];
}

/** A pair without a score drops out of every comparison. */
function unscored(rows: readonly MatrixRow[]): string[] {
  const over = rows.filter(isOver);
  const without = over.filter(({ score }) => score?.overall == null).length;
  return without === 0
    ? []
    : [`${without} of ${counted(over.length, "finished session")} have no score, so their pairs drop out.`];
}

const SHOWN_FINDINGS = 3;

/** The worst episodes of the costliest kinds that set the variants apart. */
function worstFindings({ rows, findings = [] }: MatrixParts): VerdictFinding[] {
  const variants = variantsOf(rows).length;
  const isApart = (found: ReadonlyArray<{ episodes: number }>) =>
    variants === 1 || found.length < variants || new Set(found.map(({ episodes }) => episodes)).size > 1;
  return kindsIn(findings)
    .filter(([, found]) => isApart(found))
    .slice(0, SHOWN_FINDINGS)
    .map(([, found]) => {
      // Of the variant that lost most by it.
      const worst = found.reduce((one, other) => (other.pointsLost > one.pointsLost ? other : one));
      const { example, sessionId } = worst;
      const place = [variantName(rows, worst), `${sessionId}, turn ${example.turn}`].filter(Boolean);
      return {
        ...episodeFinding(example),
        id: undefined,
        session: sessionId,
        turn: example.turn,
        title: `${kindOf(example.kind).plural}: ${place.join(", ")}`,
      };
    });
}

function stepsOf({ rows, comparisons, failures, rankings }: MatrixParts, place: Place): Step[] {
  const [worst] = rankings.worst;
  const crashed = failures.filter(({ outcome }) => outcome === "crashed").length;
  const compared = [comparisons.prompts, comparisons.narrators].filter(({ length }) => length > 0);
  const few = compared.find((all) => all.some(({ result }) => result === "too few groups"));
  const fewest = few && fewestGroups(few.length);
  // A house narrator reads no prompt. House players do not make a narrator worse.
  const isEvidence = !rows.some(({ narrator }) => isHouse(narrator));
  return [
    few || !isEvidence ? [] : compared.map(choiceOf),
    crashed > 0 ? resumeStep(`${counted(crashed, "session")} crashed and can be tried again.`, place) : [],
    fewest
      ? {
          says:
            `Play ${fewest + 4} groups or more, with more sessions per combination or more stories: ` +
            `at least ${fewest} must differ.`,
        }
      : [],
    worst && worst.score!.overall! < 100 ? readStep(worst, place) : [],
  ].flat();
}

/** The best of those that were shown to be better than the first; otherwise the first. */
function choiceOf(comparisons: readonly ArmComparison[]): Step {
  const [best] = comparisons
    .filter(({ result }) => result === "better")
    .toSorted((one, other) => other.difference! - one.difference!);
  return { says: best ? `Use ${best.b}.` : `Keep ${comparisons[0]!.a}: no other was shown to be better.` };
}

const readStep = ({ sessionId, score }: MatrixRow, { dir, command }: Place): Step =>
  stepTo(
    `Read the worst session (${shownNumber(score!.overall!)} of 100).`,
    { operation: "report", input: { dir: join(dir, "sessions", sessionId) } },
    command,
  );

const openStep = (open: number, place: Place): Step =>
  resumeStep(`${counted(open, "session is", "sessions are")} not played yet.`, place);

const resumeStep = (says: string, { dir, command }: Place): Step =>
  stepTo(says, { operation: "resume", input: { dir } }, command);
