import { createHash } from "node:crypto";
import type { SessionConfig } from "../../contract/index.ts";
import { guideFormOf } from "../agents/index.ts";
import type { SessionState } from "../session/index.ts";
import { judgeTogether, type ArmComparison, type Circumstances } from "./arm-comparison.ts";
import { BROKEN_OFF, checkpoints, compareArms, groups, type Play } from "./compare-arms.ts";
import type { Compared } from "./compare-sessions.ts";
import { measureTurns, measureWhole, type MetricName } from "./compared-metrics.ts";

/**
 * Sessions listed by hand, as arms: those with one prompt, guide and cast are one arm. Branches are paired by
 * checkpoint and dice, whole sessions by story, group and dice. Each arm is compared with the first; with a single arm
 * there is no comparison.
 */
export function compareSessionArms(
  sessions: readonly Compared[],
  { primary }: { primary: MetricName },
): ArmComparison[] {
  const placed = placeSessions(sessions);
  const arms = Map.groupBy(placed, ({ session }) =>
    hash(parts.map((part) => valueOf(part, session.state.config))),
  );
  const [first, ...others] = [...arms.values()];
  if (first === undefined) return [];
  const compared = others.map((other) => {
    const configs = [first[0]!.session.state.config, other[0]!.session.state.config] as const;
    const names = nameArms(...configs);
    const thing = placed.every(({ after }) => after > 0) ? checkpoints : groups;
    return compareArms({
      a: { name: names[0], plays: first.map(playOf) },
      b: { name: names[1], plays: other.map(playOf) },
      primary,
      thing,
      circumstances: { unplanned: true, ...capsApart(first, other, names), ...castsApart(...configs) },
    });
  });
  return judgeTogether(compared);
}

/** An unfinished whole session may grow further; branches are compared over the turns that both have. */
function capsApart(
  first: readonly Placed[],
  other: readonly Placed[],
  [a, b]: readonly [string, string],
): Circumstances {
  const caps = (arm: readonly Placed[]) =>
    [...new Set(arm.filter(({ after }) => after === 0).map(({ session }) => session.state.config.maxTurns))]
      .toSorted((one, two) => one - two)
      .join(" or ");
  const [one, two] = [caps(first), caps(other)];
  return one === two || one === "" || two === ""
    ? {}
    : { withheld: [`not comparable: ${a} had at most ${one} turns, ${b} ${two}`] };
}

type Placed = {
  session: Compared;
  pair: string;
  cluster: string;
  /** Its own turns start after this one. */
  after: number;
  /** The last turn that every play of its pair has: a longer play has no advantage. */
  to: number;
  /** The last turn of any of them. */
  longest: number;
};

function placeSessions(sessions: readonly Compared[]): Placed[] {
  const points = new Map<string, number>();
  for (const { state } of sessions)
    if (state.branchedFrom) points.set(pastOf(state, state.branchedFrom.turn), state.branchedFrom.turn);
  const placed = sessions.map((session) => ({ session, ...placeOf(session.state, points) }));
  const ends = new Map(
    [...Map.groupBy(placed, ({ pair }) => pair)].map(([pair, same]) => [
      pair,
      same.map(({ session }) => session.state.turn),
    ]),
  );
  return placed.map((place) => ({
    ...place,
    to: Math.min(...ends.get(place.pair)!),
    longest: Math.max(...ends.get(place.pair)!),
  }));
}

function placeOf(
  state: SessionState,
  points: ReadonlyMap<string, number>,
): Omit<Placed, "session" | "to" | "longest"> {
  const { config, branchedFrom } = state;
  const dice = `${config.seed}/${config.replicate}`;
  // A parent is the unchanged play of its own checkpoints.
  const after =
    branchedFrom?.turn ??
    [...points].find(([past, turn]) => turn < state.turn && pastOf(state, turn) === past)?.[1];
  if (after === undefined) {
    const cluster = `${config.story}/${dice}/${config.group.players.map(({ archetype }) => archetype).join()}`;
    return { pair: cluster, cluster, after: 0 };
  }
  const cluster = pastOf(state, after);
  return { pair: `${cluster}/${dice}`, cluster, after };
}

/** By players and text, not by ids or times: folders are renamed, and the same may be played twice. */
export function pastOf({ records, config }: SessionState, turn: number): string {
  const said = records.filter((record) => record.turn <= turn).map(({ at: _at, ms: _ms, ...rest }) => rest);
  return `${turn}/${hash([config.group.players.map(({ name, archetype }) => [name, archetype]), said])}`;
}

/** What an A/B test changes: two of its arms with the same value would not differ. */
export const armOf = (config: SessionConfig): string =>
  hash(parts.filter(({ isCast }) => !isCast).map((part) => valueOf(part, config)));
const hash = (value: unknown): string =>
  createHash("sha256").update(JSON.stringify(value)).digest("hex").slice(0, 8);

/** From a checkpoint, by its own turns; from the beginning, as a whole, if finished: half a session is not a result. */
function playOf({ session, pair, cluster, after, to, longest }: Placed): Play {
  const metrics =
    after === 0
      ? isOver(session)
        ? measureWhole(session)
        : {}
      : to > after
        ? measureTurns(session, { from: after + 1, to })
        : {};
  const brokenOff =
    ["interrupted", "budget", "unfinished"].includes(session.outcome) &&
    (after === 0 || session.state.turn < longest);
  return { pair, cluster, outcome: brokenOff ? BROKEN_OFF : session.outcome, metrics };
}

const isOver = ({ outcome }: Compared): boolean => ["completed", "timeout", "failed"].includes(outcome);

/** What tells arms apart. `isCast`: who plays and reads along, which is rarely what a comparison is about. */
const parts: ReadonlyArray<{
  name: string;
  shown: (config: SessionConfig) => string;
  /** If it is not what is shown. */ value?: (config: SessionConfig) => string | undefined;
  isCast?: true;
}> = [
  { name: "prompt", shown: ({ prompt }) => prompt, value: ({ systemPrompt }) => systemPrompt },
  { name: "guide", shown: ({ story }) => story, value: ({ storyGuide }) => hash(storyGuide) },
  { name: "guide as", shown: guideFormOf },
  { name: "narrator", shown: ({ narratorModel }) => narratorModel },
  // Groups differ in their archetypes, and so in their models, unless one model plays them all.
  {
    name: "players",
    shown: ({ group }) => [...new Set(group.players.map(({ model }) => model))].join(" and "),
    value: ({ playerModel }) => playerModel,
    isCast: true,
  },
  { name: "classifier", shown: ({ classifierModel }) => classifierModel, isCast: true },
  { name: "reader", shown: ({ observerModel }) => observerModel, isCast: true },
];
type Part = (typeof parts)[number];
const valueOf = ({ value, shown }: Part, config: SessionConfig): string | null =>
  (value ?? shown)(config) ?? null;

const partsApart = (a: SessionConfig, b: SessionConfig) =>
  parts.filter((part) => valueOf(part, a) !== valueOf(part, b));

/** Named by what differs. */
function nameArms(a: SessionConfig, b: SessionConfig): [string, string] {
  const apart = partsApart(a, b);
  const name = (config: SessionConfig) =>
    apart
      .map((part) => {
        const { name, shown } = part;
        return `${name} ${shown(config)}${shown(a) === shown(b) ? ` (${hash(valueOf(part, config))})` : ""}`;
      })
      .join(", ");
  return [name(a), name(b)];
}

/** Another cast beside another prompt, guide or narrator: either may cause a difference. */
function castsApart(a: SessionConfig, b: SessionConfig): Circumstances {
  const apart = partsApart(a, b);
  const cast = apart.filter(({ isCast }) => isCast);
  return cast.length === 0 || cast.length === apart.length
    ? {}
    : { settings: cast.map(({ name, shown }) => `${name} (${shown(a)}; ${shown(b)})`) };
}
