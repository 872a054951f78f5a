/**
 * What a session lost points for. An episode is one problem with its first and last turn; each of its points is charged
 * to a turn, so that a branch pays for its own turns only.
 */
import type { Episode, Issue, Points } from "../../contract/index.ts";
import { kindOf } from "../findings/index.ts";
import type { SessionState } from "../session/index.ts";
import { quoteOccurs } from "../../kernel/text/index.ts";
import { tenths } from "./mean.ts";
import {
  isWithin,
  passedOverLosses,
  rushedLosses,
  stallLosses,
  tangentLosses,
  type Loss,
  type LossOptions,
} from "./rule-losses.ts";

/** Findings of one kind this close to each other can be one problem. */
const CLOSE = 2;
/** These go on: a second one close to the first is the same problem, whatever it quotes. */
const CONTINUES = new Set(["loop", "confusion"]);
/** Found by the rules, from all turns, instead of from single findings. */
const BY_RULE = new Set(["rushed", "forced-segue"]);

/** Every episode that touches the turns from `from` on, with what it cost there, in order. */
export function episodesOf(state: SessionState, options: LossOptions): Episode[] {
  const { points, from } = options;
  const found = findingLosses(
    state.issues.filter(({ kind }) => !BY_RULE.has(kind)),
    { points, own: state.config.findings },
  );
  const [ignored, others] = [found.filter(isIgnored), found.filter((loss) => !isIgnored(loss))];
  const stalls = stallLosses(state, { points, ignored });
  const losses = [
    ...others,
    ...ignored.filter(({ turn }) => !stalls.some((stall) => isWithin(stall, turn))),
    ...tangentLosses(state, options),
    ...stalls,
    ...rushedLosses(state, points),
    ...(from > 1 ? passedOverLosses(state, from) : []),
  ];
  const own = losses
    .map((loss) => ({ ...loss, charges: loss.charges.filter(({ turn }) => turn >= from) }))
    // What only goes on from a parent's turns at no further cost is the parent's.
    .filter(({ turn, charges }) => charges.some(({ points: lost }) => lost > 0 || turn >= from))
    .toSorted((a, b) => a.turn - b.turn || a.kind.localeCompare(b.kind));
  const taken = new Map<string, number>();
  return own.map(({ charges, ...episode }) => {
    const name = `t${episode.turn}-${episode.kind}`;
    const count = (taken.get(name) ?? 0) + 1;
    taken.set(name, count);
    return {
      ...episode,
      id: count === 1 ? name : `${name}-${count}`,
      pointsLost: tenths(charges.reduce((sum, charge) => sum + charge.points, 0)),
    };
  });
}

const isIgnored = ({ kind }: Loss): boolean => kind === "ignored-request";

type Prices = { points: Points; own: SessionState["config"]["findings"] };

function findingLosses(issues: readonly Issue[], { points, own }: Prices): Loss[] {
  const prices: Readonly<Record<string, number>> = points;
  return [...Map.groupBy(issues, ({ kind }) => kind)].flatMap(([kind, found]) => {
    const price = prices[kind] ?? own?.[kind]?.points ?? 0;
    const further = kindOf(kind).goesOn ? points["further-turn"] : 0;
    return groupsOf(found).map((group): Loss => {
      const [first, last] = [group[0]!, group.at(-1)!];
      return {
        ...first,
        lastTurn: last.turn,
        severity: group.some(({ severity }) => severity === "error") ? "error" : "warning",
        evidence: group.flatMap(({ evidence }) => evidence),
        charges: Array.from({ length: last.turn - first.turn + 1 }, (_, at) => ({
          turn: first.turn + at,
          points: at === 0 ? price : further,
        })),
      };
    });
  });
}

/** Findings of one kind, each problem with all that continue it. */
function groupsOf(found: readonly Issue[]): Issue[][] {
  const groups: Issue[][] = [];
  for (const issue of found.toSorted((a, b) => a.turn - b.turn)) {
    const same = groups.find((group) => continues(group, issue));
    if (same) same.push(issue);
    else groups.push([issue]);
  }
  return groups;
}

/** Whether a finding continues the problem of these: it goes on, or rests on the same earlier words. */
function continues(group: readonly Issue[], issue: Issue): boolean {
  const last = group.at(-1)!;
  if (issue.turn - last.turn > CLOSE) return false;
  // Several players can be confused in one turn, each for themselves; a narration loops once.
  if (CONTINUES.has(issue.kind)) return issue.turn > last.turn || issue.kind === "loop";
  return earlierQuotes(issue).some((quote) =>
    group
      .flatMap(earlierQuotes)
      .some(
        ({ turn, text }) =>
          turn === quote.turn && (quoteOccurs(text, quote.text) || quoteOccurs(quote.text, text)),
      ),
  );
}

/** The words of the finding's own turn come last. */
const earlierQuotes = ({ evidence }: Issue): Issue["evidence"] => evidence.slice(0, -1);
