import {
  sessionResult,
  type BranchOrigin,
  type Damage,
  type Issue,
  type SessionCard,
} from "../../contract/index.ts";
import { turnsInWords } from "../../kernel/report/index.ts";
import { ownPart, type SessionState } from "../../playtest/index.ts";

/** An issue of a session's own turns, and its place among them. */
export type OwnIssue = { issue: Issue; index: number };
/** What lists say of a session, without what only the folder and this server know. */
export type ReadCard = {
  sessionId: string;
  card: Omit<SessionCard, "id" | "live" | "stoppable">;
  issues: readonly OwnIssue[];
};

/** What cards are made of. The metrics, which are most of the file and of the time to look at it, are not looked at. */
export const inShort = sessionResult
  .pick({
    sessionId: true,
    story: true,
    prompt: true,
    narrator: true,
    at: true,
    branchedFrom: true,
    outcome: true,
    why: true,
    turns: true,
    pulses: true,
    issues: true,
    overall: true,
    cost: true,
    house: true,
    judged: true,
    audit: true,
  })
  .extend({
    totals: sessionResult.shape.totals.pick({ all: true }),
    models: sessionResult.shape.models.pick({ players: true }),
    metrics: sessionResult.shape.metrics.unwrap().unwrap().pick({ composite: true }).nullable().catch(null),
  });
export type InShort = ReturnType<typeof inShort.parse>;
export type About = Pick<SessionCard, "story" | "prompt" | "narrator" | "players" | "at" | "branchedFrom">;

export const aboutState = ({ config, branchedFrom, records }: SessionState): About => ({
  story: config.story,
  prompt: config.prompt,
  narrator: config.narratorModel,
  players: config.group.players.length,
  at: records.find(({ turn }) => turn > (branchedFrom?.turn ?? 0))?.at ?? null,
  ...(branchedFrom && { branchedFrom }),
});

export function cardOf(
  {
    sessionId,
    outcome,
    why,
    turns,
    pulses,
    issues,
    overall,
    metrics,
    totals,
    judged,
    cost,
    house,
    audit,
  }: InShort,
  about: About,
): ReadCard {
  const unpriced = totals.all.unpriced + (judged?.unpriced ?? 0);
  return {
    sessionId,
    issues: ownOf(issues, about.branchedFrom),
    card: {
      ...about,
      outcome,
      why,
      turns,
      pulses: { detected: pulses.detected, expected: pulses.expected },
      ...countsOf(issues, about.branchedFrom),
      overall,
      ...coverOf(turns, about.branchedFrom),
      interval: metrics?.composite.interval ?? null,
      cost: unpriced > 0 ? null : cost.total,
      house,
      brokenByPlayers: audit?.broken ?? false,
    },
  };
}

/** Of a session that is being played: nobody scores half of one for a list. */
export function playingCardOf(state: SessionState, cost: number | null): ReadCard {
  const { turn, ending, branchedFrom, sessionId } = state;
  const { pulses, issues, config } = ownPart(state);
  return {
    sessionId,
    issues: ownOf(issues, branchedFrom),
    card: {
      ...aboutState(state),
      outcome: ending?.outcome ?? "unfinished",
      why: ending?.why ?? "",
      turns: turn,
      pulses: { detected: pulses.length, expected: config.expectedPulses },
      ...countsOf(issues, branchedFrom),
      overall: null,
      interval: null,
      cost,
      house: isHouse(state),
      brokenByPlayers: false,
    },
  };
}

const isHouse = ({ config }: SessionState): boolean =>
  [config.narratorModel, ...config.group.players.map(({ model }) => model)].some(
    (model) => model.split("/")[0] === "house",
  );

/** What stands in turns that a branch took over is its parent's, and told there. */
const ownOf = (issues: readonly Issue[], branchedFrom: BranchOrigin | undefined): OwnIssue[] =>
  issues.filter(({ turn }) => turn > (branchedFrom?.turn ?? 0)).map((issue, index) => ({ issue, index }));

const counted = (issues: readonly Issue[]) => ({
  issues: issues.length,
  errors: issues.filter(({ severity }) => severity === "error").length,
});
function countsOf(
  issues: readonly Issue[],
  branchedFrom: BranchOrigin | undefined,
): Pick<SessionCard, "issues" | "errors" | "inherited"> {
  return {
    ...counted(issues.filter(({ turn }) => turn > (branchedFrom?.turn ?? 0))),
    ...(branchedFrom && { inherited: { turns: branchedFrom.turn } }),
  };
}

const coverOf = (turns: number, branchedFrom: BranchOrigin | undefined): Pick<SessionCard, "scoresCover"> =>
  !branchedFrom || branchedFrom.turn === 0
    ? {}
    : {
        scoresCover:
          turns > branchedFrom.turn
            ? `Its own ${turnsInWords({ from: branchedFrom.turn + 1, to: turns })}.`
            : "No turn of its own yet.",
      };

export const unreadable = (dir: string, why: string, damage?: Damage[]): ReadCard => ({
  sessionId: dir,
  issues: [],
  card: {
    story: "?",
    prompt: "?",
    narrator: "?",
    players: 0,
    outcome: "unfinished",
    why,
    turns: 0,
    pulses: { detected: 0, expected: 0 },
    issues: 0,
    errors: 0,
    overall: null,
    interval: null,
    cost: null,
    at: null,
    house: false,
    brokenByPlayers: false,
    unreadable: why,
    ...(damage && { damage }),
  },
});
