/** Says what a calibration would change: agreement first, then each change by its effect on the scores of the last run. */
import { join } from "node:path";
import type {
  CalibrationResponse,
  CalibrationReview,
  CheckResults,
  Expectations,
  ListAdditions,
} from "../../contract/index.ts";
import { HarnessError } from "../../kernel/errors/index.ts";
import { counted } from "../../kernel/report/index.ts";
import { exists, listFolder } from "../../kernel/store/index.ts";
import {
  justExpectations,
  oppositePair,
  sameExpectations,
  stillNew,
  withAdditions,
} from "../expectations/index.ts";
import type { Kb } from "../kb.ts";
import { scoreSelections } from "../mechanisms/index.ts";
import { readResults } from "../report/index.ts";
import { summarise } from "../run/index.ts";
import { rounded } from "../score.ts";

/**
 * What counts of a proposal. Primaries and secondaries are taken over. An entry of the other two lists goes only if the
 * proposal contradicts it or the knowledge base no longer has it: leaving it out is not a statement. Additions to them
 * are returned apart.
 */
export function whatCounts(
  previous: Expectations,
  proposed: Expectations,
  { byId }: Pick<Kb, "byId">,
): { updated: Expectations; additions: ListAdditions | undefined } {
  const { expected_primary, expected_secondary } = proposed;
  const wanted = new Set([...expected_primary, ...expected_secondary]);
  const updated = justExpectations({
    expected_primary,
    expected_secondary,
    not_expected: previous.not_expected.filter((id) => !wanted.has(id) && byId.has(id)),
    rank_check: previous.rank_check.filter(({ higher, lower }) => byId.has(higher) && byId.has(lower)),
  });
  return { updated, additions: stillNew(proposed, updated) };
}

/** A person's override goes on counting, whatever is saved. */
export const isOverridden = ({ previous_source }: CalibrationResponse): boolean =>
  previous_source.startsWith("human_override");

/** The same responses, with the additions of the accepted tests counted. Beside an override they stay proposals. */
export const withAccepted = (
  responses: readonly CalibrationResponse[],
  accepted: ReadonlySet<string>,
): CalibrationResponse[] =>
  responses.map((response) => {
    const { test_id, previous, updated, additions } = response;
    if (!updated || !additions || !accepted.has(test_id) || isOverridden(response)) return response;
    const taken = withAdditions(updated, additions);
    const { additions: _, ...rest } = response;
    return { ...rest, updated: taken, changed: !sameExpectations(previous, taken) };
  });

export type LastRun = { file: string; results: CheckResults };

/** The newest results of a semantic bank in a folder. A file that cannot be read is skipped with a note. */
export function findLastRun(dir: string, onNote?: (note: string) => void): LastRun | undefined {
  if (!exists(dir)) return undefined;
  const names = listFolder(dir)
    .map(({ name }) => name)
    .filter((name) => /^results_.+\.json$/.test(name))
    .sort((a, b) => byNumber.compare(stem(b), stem(a)));
  for (const name of names)
    try {
      const file = join(dir, name);
      const results = readResults(file);
      if (results.semantic) return { file, results };
    } catch (error) {
      if (!(error instanceof HarnessError)) throw error;
      onNote?.(`Not used to order the changes: ${error.message}`);
    }
  return undefined;
}

/** Puts …_10 after …_2. */
const byNumber = new Intl.Collator("en", { numeric: true });
const stem = (name: string): string => name.replace(/\.json$/, "");

const KINDS = ["primary", "contradiction", "secondary", "proposal"] as const;
type Change = CalibrationReview["changes"][number];

export function reviewCalibration(
  responses: readonly CalibrationResponse[],
  lastRun: LastRun | undefined,
): CalibrationReview {
  const selections = new Map(
    (lastRun?.results.semantic?.results ?? [])
      // The selections of a repeated test are those of its worst attempt: they speak for all only if all scored the same.
      .filter(
        ({ score, repeats }) =>
          score !== null && (repeats?.attempts.every((attempt) => attempt.score === score) ?? true),
      )
      .map(({ test_id, haiku_selections }) => [test_id, haiku_selections]),
  );
  const judged = responses.map((response) => {
    const { test_id, previous, proposed, updated = proposed, additions } = response;
    const found = selections.get(test_id);
    const overridden = isOverridden(response);
    const score = (expectations: Expectations) =>
      found ? scoreSelections(found, overridden ? previous : expectations).score : null;
    const accepted = additions ? withAdditions(updated, additions) : updated;
    return {
      ...response,
      contradictions: contradictionsOf(previous, proposed),
      scores: { now: score(previous), applied: score(updated), accepted: score(accepted) },
      parts: partsOf(previous, updated, additions),
      notes: overridden ? ["the override still counts"] : [],
    };
  });
  const changes = judged
    .flatMap(({ test_id, contradictions, scores, parts, notes }): Change[] => {
      const kind =
        parts.primary.length > 0
          ? "primary"
          : contradictions.length > 0
            ? "contradiction"
            : parts.other.length > 0
              ? "secondary"
              : parts.proposed.length > 0
                ? "proposal"
                : undefined;
      const what = [...parts.primary, ...contradictions, ...parts.other, ...parts.proposed, ...notes];
      return kind ? [{ test_id, kind, ...scores, what }] : [];
    })
    .toSorted((a, b) => KINDS.indexOf(a.kind) - KINDS.indexOf(b.kind) || effect(b) - effect(a));
  const sum = (of: (each: (typeof judged)[number]) => number) =>
    judged.reduce((total, each) => total + of(each), 0);
  const statements = sum(({ previous }) => Object.values(previous).flat().length);
  return {
    agreement: {
      primaries: {
        agreed: sum(({ previous, proposed }) =>
          isSameSet(previous.expected_primary, proposed.expected_primary) ? 1 : 0,
        ),
        all: judged.length,
      },
      secondaries: {
        agreed: sum(
          ({ previous, proposed }) =>
            previous.expected_secondary.filter((id) =>
              [...proposed.expected_primary, ...proposed.expected_secondary].includes(id),
            ).length,
        ),
        all: sum(({ previous }) => previous.expected_secondary.length),
      },
      contradictions: {
        agreed: statements - sum(({ contradictions }) => contradictions.length),
        all: statements,
      },
    },
    last_run: lastRun
      ? {
          file: lastRun.file,
          ...scoresWith(
            lastRun.results,
            (key) => new Map(judged.map((one) => [one.test_id, one.scores[key]])),
          ),
        }
      : null,
    changes,
  };
}

const isSameSet = (a: readonly string[], b: readonly string[]): boolean =>
  a.length === b.length && a.every((id) => b.includes(id));

/** How far the score of the last run would move. */
const effect = ({ kind, now, applied, accepted }: Change): number =>
  now === null ? -1 : Math.abs((kind === "proposal" ? accepted! : applied!) - now);

/** Expected by one and forbidden by the other, or a pair in the opposite order. */
function contradictionsOf(previous: Expectations, proposed: Expectations): string[] {
  const wanted = (one: Expectations) => [...one.expected_primary, ...one.expected_secondary];
  return [
    ...previous.not_expected
      .filter((id) => wanted(proposed).includes(id))
      .map((id) => `expects forbidden ${id}`),
    ...wanted(previous)
      .filter((id) => proposed.not_expected.includes(id))
      .map((id) => `forbids expected ${id}`),
    ...previous.rank_check
      .filter((pair) => proposed.rank_check.some((other) => oppositePair(pair, other)))
      .map(({ higher, lower }) => `ranks ${lower} above ${higher}`),
  ];
}

function partsOf(previous: Expectations, updated: Expectations, additions: ListAdditions | undefined) {
  const moved = (before: readonly string[], after: readonly string[]) => [
    ...before.filter((id) => !after.includes(id)).map((id) => `-${id}`),
    ...after.filter((id) => !before.includes(id)).map((id) => `+${id}`),
  ];
  const named = (name: string, items: readonly string[]) =>
    items.length === 0 ? [] : [`${name} ${items.join(" ")}`];
  const pairs = (one: Pick<Expectations, "rank_check">) =>
    one.rank_check.map(({ higher, lower }) => `${higher}>${lower}`);
  return {
    primary: named("primary", moved(previous.expected_primary, updated.expected_primary)),
    other: [
      ...named("secondary", moved(previous.expected_secondary, updated.expected_secondary)),
      ...named("not_expected", moved(previous.not_expected, updated.not_expected)),
      ...named("rank_check", moved(pairs(previous), pairs(updated))),
    ],
    proposed: additions
      ? [
          ...named("proposed not_expected", moved([], additions.not_expected)),
          ...named("proposed rank_check", moved([], pairs(additions))),
        ]
      : [],
  };
}

type Scores = NonNullable<CalibrationReview["last_run"]>["combined"];

/** Semantic and combined score of a run, if these tests had these scores. */
function scoresWith(
  { semantic, state, pattern, always, summary, target }: CheckResults,
  of: (key: keyof Scores) => ReadonlyMap<string, number | null>,
): { semantic: Scores; combined: Scores } {
  const scored = (key: keyof Scores) => {
    const replaced = of(key);
    const scores = semantic!.results.flatMap(({ test_id, score }) => replaced.get(test_id) ?? score ?? []);
    const average_score =
      scores.length === 0 ? null : rounded(scores.reduce((sum, score) => sum + score, 0) / scores.length);
    const components = { semantic: { ...semantic!, average_score }, state, pattern, always };
    const { combined_score } = summarise(components, {
      sources: summary.expectation_sources,
      foreign: target.kind !== "built-in",
    });
    return { semantic: average_score, combined: combined_score };
  };
  const [now, applied, accepted] = [scored("now"), scored("applied"), scored("accepted")];
  const pick = (key: "semantic" | "combined"): Scores => ({
    now: now[key],
    applied: applied[key],
    accepted: accepted[key],
  });
  return { semantic: pick("semantic"), combined: pick("combined") };
}

/** The review for people: what matters in a line each, the rest counted unless `all` is asked for. */
export function reviewLines(
  review: CalibrationReview,
  { all, reasonOf }: { all: boolean; reasonOf?: (testId: string) => string | undefined },
): string[] {
  const { agreement, last_run: run, changes } = review;
  const shown = (score: number | null) => (score === null ? "no score" : String(score));
  const of = ({ agreed, all: whole }: { agreed: number; all: number }) => `${agreed} of ${whole}`;
  const kind = (name: Change["kind"]) => changes.filter((change) => change.kind === name);
  const matters: Partial<Record<Change["kind"], RegExp>> = {
    primary: /^(primary|expects|forbids|ranks) /,
    contradiction: /^(expects|forbids|ranks) /,
  };
  const line = (change: Change, key: "applied" | "accepted") => [
    `  ${change.test_id}: ${change.now === null ? "" : change.now === change[key] ? `stays ${change.now}  ` : `${change.now} → ${change[key]}  `}${change.what.filter((part) => all || (matters[change.kind]?.test(part) ?? true)).join("; ")}`,
    ...(all && reasonOf?.(change.test_id) ? [`    ${reasonOf(change.test_id)}`] : []),
  ];
  const moving = (list: readonly Change[], from: "now" | "applied", to: "applied" | "accepted") =>
    run
      ? `; ${list.filter((change) => change[from] !== change[to]).length} would change a score of the last run`
      : "";
  const listed = (title: string, list: readonly Change[]) =>
    list.length === 0 ? [] : [`${title} (${list.length}):`, ...list.flatMap((each) => line(each, "applied"))];
  const folded = (title: string, list: readonly Change[], key: "applied" | "accepted") =>
    all
      ? [`${title}${list.length > 0 ? ":" : "."}`, ...list.flatMap((each) => line(each, key))]
      : [`${title}. --verbose lists them.`];
  const secondary = kind("secondary");
  const proposals = changes.filter(({ what }) => what.some((part) => part.startsWith("proposed ")));
  return [
    `Agreement: primaries ${of(agreement.primaries)} tests, secondaries ${of(agreement.secondaries)}, contradictions ${agreement.contradictions.all - agreement.contradictions.agreed} in ${counted(agreement.contradictions.all, "statement")}.`,
    run
      ? `Last run (${run.file}): combined ${shown(run.combined.now)} → ${shown(run.combined.applied)}, semantic ${shown(run.semantic.now)} → ${shown(run.semantic.applied)} if saved; ${shown(run.combined.accepted)} and ${shown(run.semantic.accepted)} with every proposal accepted.`
      : "No saved run of the semantic bank: changes are ordered by kind, not by their effect. Run `rehearse check` first (`--target offline` needs no key).",
    ...listed("Primary changes", kind("primary")),
    ...listed("Contradictions", kind("contradiction")),
    ...(secondary.length === 0
      ? []
      : folded(
          `${counted(secondary.length, "test changes", "tests change")} only in secondaries${moving(secondary, "now", "applied")}`,
          secondary,
          "applied",
        )),
    ...(proposals.length === 0
      ? []
      : folded(
          `${counted(proposals.length, "test has", "tests have")} proposals for not_expected and rank_check, which count only if accepted${moving(proposals, "applied", "accepted")}`,
          kind("proposal"),
          "accepted",
        )),
  ];
}
