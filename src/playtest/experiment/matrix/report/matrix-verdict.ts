/** What a matrix found out. Pure, from its rows and comparisons: the public page says it again from public numbers. */
import { dirname } from "node:path";
import type {
  ArmComparison,
  Cause,
  Fact,
  JudgedGate,
  MatrixRow,
  Shard,
  Step,
  Verdict,
  VerdictFinding,
} from "../../../../contract/index.ts";
import { counted } from "../../../../kernel/report/index.ts";
import { shownNumber } from "../../../../kernel/verdict-words/index.ts";
import {
  comparisonHeadline,
  fewestGroups,
  mostTelling,
  type BecauseOptions,
} from "../../../compare/index.ts";
import { kindOf } from "../../../findings/index.ts";
import { meanOfKnown } from "../../../metrics/index.ts";
import { variantName, type Variant } from "../compare/variants.ts";
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

type Said = { dir: string; cost: string; caution?: string | undefined } & Pick<BecauseOptions, "quoteOf">;

export function matrixVerdict(parts: MatrixParts, said: Said): Verdict {
  const { rows, provisional, baseline } = parts;
  const cautions = [said.caution ?? [], crashes(rows), unscored(rows), baseline?.notes ?? []].flat();
  if (provisional) {
    const { done, planned } = provisional;
    return {
      outcome: "stopped",
      headline: unplayedHeadline(provisional),
      cautions,
      because: [],
      facts: [...sessionFacts(rows), { label: "Cost", value: said.cost }],
      findings: [],
      tables: failureTable(parts),
      next: [resume(counted(planned - done, "session is", "sessions are"), "not played yet", said.dir)],
    };
  }
  const answer = answerOf(parts, said);
  return {
    ...answer,
    cautions,
    facts: [...answer.facts, ...sessionFacts(rows), { label: "Cost", value: said.cost }],
    findings: worstFindings(parts),
    tables: matrixTables(parts),
    next: stepsOf(parts, said.dir),
  };
}

/** One part of a matrix. All parts together have the verdict on their variants. */
export function shardVerdict(
  own: readonly MatrixRow[],
  { dir, cost, caution, shard }: Said & { shard: Shard },
): Verdict {
  const done = own.filter(isPlayed).length;
  const isOpen = done < own.length;
  return {
    outcome: isOpen ? "stopped" : "done",
    headline: `Shard ${shard.index}/${shard.of}: ${done} of ${counted(own.length, "session")} finished.`,
    cautions: [caution ?? [], crashes(own)].flat(),
    because: [],
    facts: [...sessionFacts(own), { label: "Cost", value: cost }],
    findings: [],
    tables: [],
    next: isOpen
      ? [resume(counted(own.length - done, "session is", "sessions are"), "not played yet", dir)]
      : [
          {
            says: "Verdict and gates are decided when all shards are merged.",
            command: `rehearse matrix merge ${dirname(dir)}`,
          },
        ],
  };
}

export const unplayedHeadline = ({ done, planned }: { done: number; planned: number }): string =>
  `${done} of ${planned} sessions played: no verdict yet.`;

type Answer = Pick<Verdict, "outcome" | "headline" | "because" | "facts">;

/** A failed gate comes first, then a difference, then what holds, then what could not be shown. */
function answerOf({ rows, comparisons, baseline, gates }: MatrixParts, { quoteOf }: Said): Answer {
  const ofSessions = (own: readonly MatrixRow[], name = "") => ({
    because: lossesOf(own.filter(isOver), { quoteOf }),
    facts: scoreFacts(own.filter(isOver), name),
  });
  const [failed, unjudged] = (["failed", "error"] as const).map((is) =>
    gates.filter((gate) => gate.is === is),
  );
  if (failed!.length > 0) {
    const { kind, variant } = failed![0]!;
    const beside = baseline?.variants.find((each) => kind === "baseline" && isOf(each, variant));
    return {
      outcome: "failed",
      headline: together(failed!),
      ...(beside
        ? ofComparison(beside.comparison)
        : ofSessions(
            rows.filter((row) => isOf(row, variant)),
            variant && variantName(rows, variant),
          )),
    };
  }
  if (unjudged!.length > 0)
    return { outcome: "undecided", headline: together(unjudged!), ...ofSessions(rows) };
  const telling = mostTelling([...comparisons.prompts, ...comparisons.narrators]);
  const outcome = gates.length > 0 ? "passed" : "done";
  if (telling && isDifferent(telling))
    return { outcome, headline: comparisonHeadline(telling), ...ofComparison(telling) };
  if (gates.length > 0) return { outcome, headline: together(gates), ...ofSessions(rows) };
  if (telling) {
    const family = [comparisons.prompts, comparisons.narrators].find((all) => all.includes(telling))!;
    return {
      outcome: telling.result === "too few groups" ? "undecided" : "done",
      headline: comparisonHeadline(telling, { beside: family.length }),
      ...ofComparison(telling),
    };
  }
  const { because, facts } = ofSessions(rows);
  return { outcome: "done", headline: meanHeadline(rows, because), because, facts };
}

const ofComparison = (comparison: ArmComparison): Pick<Verdict, "because" | "facts"> => ({
  because: comparison.because,
  facts: comparisonFacts(comparison),
});

const isOf = (one: Variant, other: Variant | undefined): boolean =>
  one.prompt === other?.prompt && one.narrator === other.narrator;

const together = ([first, ...rest]: readonly JudgedGate[]): string =>
  rest.length === 0 ? first!.says : `${first!.says} And ${counted(rest.length, "more gate")}.`;

const isDifferent = ({ result }: ArmComparison): boolean => result === "better" || result === "worse";

function meanHeadline(rows: readonly MatrixRow[], losses: readonly Cause[]): string {
  const over = rows.filter(isOver);
  const overall = meanOverall(over);
  const played = counted(over.length, "session");
  if (overall === null) return `${played} played, none of them with a score.`;
  return `Overall ${shownNumber(overall)} on average over ${played}${mostlyText(losses, over)}.`;
}

function comparisonFacts({ difference, interval, better, worse, equal, groups }: ArmComparison): Fact[] {
  if (difference === null) return [];
  return [
    {
      label: "Difference",
      value: signedPoints(difference),
      unit: "points",
      ...(interval && { note: `95 % interval ${intervalText(interval)}` }),
    },
    {
      label: "Groups",
      value: `${better} better, ${worse} worse, ${equal} equal`,
      note: `of ${groups} groups of players`,
    },
  ];
}

function scoreFacts(rows: readonly MatrixRow[], name: string): Fact[] {
  const mean = (of: (score: NonNullable<MatrixRow["score"]>) => number | null) =>
    meanOfKnown(rows.map(({ score }) => score && of(score)));
  const completion = mean(({ completion }) => completion);
  return [
    {
      label: "Overall",
      value: mean(({ overall }) => overall),
      note: `mean of ${counted(rows.length, "session")}${name === "" ? "" : ` of ${name}`}`,
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
    ([outcome, same]) => `${same.length} ${outcome}`,
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

/** The worst episodes of the costliest kinds. */
function worstFindings({ rows, findings = [] }: MatrixParts): VerdictFinding[] {
  return kindsIn(findings)
    .slice(0, SHOWN_FINDINGS)
    .map(([, found]) => {
      const worst = found.reduce((one, other) =>
        other.example.pointsLost > one.example.pointsLost ? other : one,
      );
      const { example, sessionId } = worst;
      const place = [variantName(rows, worst), `${sessionId}, turn ${example.turn}`].filter(Boolean);
      return {
        title: `${kindOf(example.kind).plural}: ${place.join(", ")}`,
        says: example.description,
        points: example.pointsLost,
        quotes: example.evidence
          .slice(0, 2)
          .map(({ turn, text }) => ({ at: turn === 0 ? "guide" : `turn ${turn}`, text })),
      };
    });
}

function stepsOf({ comparisons, failures, rankings }: MatrixParts, dir: string): Step[] {
  const [worst] = rankings.worst;
  const crashed = failures.filter(({ outcome }) => outcome === "crashed").length;
  const few = [comparisons.prompts, comparisons.narrators].find((all) =>
    all.some(({ result }) => result === "too few groups"),
  );
  return [
    ...(crashed > 0 ? [resume(counted(crashed, "session"), "crashed and can be tried again", dir)] : []),
    ...(few
      ? [
          {
            says: `Play at least ${fewestGroups(few.length)} groups: more sessions per combination, or more stories.`,
          },
        ]
      : []),
    ...(worst ? [readStep(worst)] : []),
  ];
}

const readStep = ({ sessionId, score }: MatrixRow): Step => {
  const overall = shownNumber(score!.overall!);
  return {
    says: `Read the worst session (${overall} of 100): sessions/${sessionId}/report.md in this folder.`,
  };
};

const resume = (which: string, what: string, dir: string): Step => ({
  says: `${which} ${what}.`,
  command: `rehearse resume ${dir}`,
});

const HOUSE = "The house cast";
export const isHouseCaution = (caution: string): boolean => caution.startsWith(HOUSE);

/** What the offline cast played is not evidence. Undefined: it played nothing. */
export function houseCaution({
  sessions,
  narrated,
  played,
}: {
  sessions: number;
  narrated: number;
  played: number;
}): string | undefined {
  const of = (count: number) => `${count} of ${counted(sessions, "session")}`;
  if (narrated > 0)
    return `${HOUSE} narrated ${of(narrated)} from a script and seeded dice: these are not evidence about a prompt or a model.`;
  if (played > 0)
    return `${HOUSE} played the players in ${of(played)}: their reactions are not evidence about people or other models.`;
  return undefined;
}
