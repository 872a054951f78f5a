/** A session as everybody at the table heard it: for a file that may reach the players themselves. */
import {
  issueTypes,
  type SessionCard,
  type SessionResult,
  type SessionView,
  type TurnView,
  type Verdict,
} from "../../contract/index.ts";
import { sessionVerdict } from "../../playtest/index.ts";
import { byRoleOf, publicMetrics, publicTotals } from "./public-metrics.ts";

/** `turns` are the public ones. Counts and scores are those of the whole session: a public file must not look better. */
export function publicSession(
  { card, result, players, spokesperson, turns: marks, timeline }: SessionView,
  turns: readonly TurnView[],
): SessionView {
  const shown = new Map(turns.flatMap((turn) => turn.issues.map((issue) => [issue.id, issue])));
  // A branch lists its own problems only.
  const issues = result.issues.flatMap(({ id }) => shown.get(id) ?? []);
  const countAt = (turn: number) =>
    issues.filter((issue) => issue.turn <= turn && turn <= issue.lastTurn).length;
  const judge = result.judged?.key;
  const publicResult: SessionResult = {
    version: result.version,
    sessionId: result.sessionId,
    dir: card.id,
    story: result.story,
    prompt: result.prompt,
    narrator: "",
    outcome: result.outcome,
    why: "",
    turns: result.turns,
    pulses: { detected: result.pulses.detected, expected: result.pulses.expected },
    tangents: [],
    privateMoments: [],
    issues,
    metrics: result.metrics && publicMetrics(result.metrics),
    ...(result.read && {
      read: {
        ...(result.read.asked !== undefined && { asked: "a model" }),
        ...(result.read.source !== undefined && { source: "reader: a model" }),
        turns: result.read.turns.map(Number),
        of: result.read.of,
        unread: [],
        notLookedFor: issueTypes.filter((type) => result.read!.notLookedFor.includes(type)),
      },
    }),
    ...(result.judged &&
      judge && {
        judged: {
          file: "",
          key: { model: judge.model, rubric: judge.rubric, prompt: judge.prompt },
          at: result.judged.at,
          verdicts: result.judged.verdicts,
          unpriced: result.judged.unpriced,
        },
      }),
    overall: result.overall,
    cost: { total: result.cost.total, byRole: byRoleOf(result.cost.byRole) },
    tokens: { total: result.tokens.total, byRole: byRoleOf(result.tokens.byRole) },
    totals: publicTotals(result.totals),
    models: { narrator: result.models.narrator, players: [], classifier: "" },
    house: result.house,
    // The seed would reproduce the backstories.
    seed: "",
    durationMs: result.durationMs,
    notes: [],
  };
  return {
    as: null,
    card: publicCard(card),
    result: { ...publicResult, verdict: publicVerdict(publicResult) },
    players: players.map(({ seat, name }) => ({
      seat,
      archetype: "",
      name,
      model: "",
      generatedBackstory: "",
      characterForStory: "",
    })),
    spokesperson,
    timeline: timeline.flatMap((entry) => beatOf(entry, marks)),
    turns: marks.map(({ turn, kind, pulse, pulses, cost, ms }) => ({
      turn,
      kind,
      ...(pulse !== undefined && { pulse }),
      ...(pulses !== undefined && { pulses }),
      cost,
      ms,
      issues: countAt(turn),
      privateTo: [],
    })),
    branches: [],
  };
}

/** Made again from public numbers, without episodes: their kinds and turns may tell of private words. */
const publicVerdict = (result: SessionResult): Verdict => ({
  ...sessionVerdict({ ...result, issues: [] }, { config: { narratorModel: result.models.narrator } }),
  next: [],
});

export function publicCard({
  id,
  of,
  story,
  prompt,
  narrator,
  players,
  outcome,
  turns,
  pulses,
  cost,
  at,
  house,
  unreadable,
  issues,
  errors,
  overall,
  pointsLost,
}: SessionCard): SessionCard {
  return {
    id,
    ...(of && { of: { kind: of.kind, id: of.id } }),
    story,
    prompt,
    narrator,
    players,
    outcome,
    why: "",
    turns,
    pulses: { detected: pulses.detected, expected: pulses.expected },
    issues,
    errors,
    overall,
    pointsLost,
    cost,
    at,
    house,
    live: false,
    stoppable: false,
    ...(unreadable !== undefined && { unreadable: "Its files cannot be read." }),
  };
}

const titles = {
  "character-creation": "Character creation",
  pulse: "Pulse",
  tangent: "Tangent",
  recovery: "Recovery",
  conclusion: "Conclusion",
} as const;

/** Events by kind only: titles may reveal anything told. */
function beatOf(
  { turn, endTurn, type }: SessionView["timeline"][number],
  marks: SessionView["turns"],
): SessionView["timeline"] {
  // Whether the narrator knew is private, like the relay.
  if (type === "private-moment" || type === "issue" || type === "table-talk") return [];
  const pulse = type === "pulse" ? marks.find((mark) => mark.turn === turn)?.pulse : undefined;
  return [
    {
      turn,
      endTurn,
      type,
      title:
        type === "pulse" && pulse === undefined
          ? "Beat outside the guide"
          : [titles[type], pulse].filter((part) => part !== undefined).join(" "),
      content: "",
    },
  ];
}
