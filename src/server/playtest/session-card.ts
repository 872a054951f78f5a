/** The card of a session in lists, from its result if current, otherwise from its turns. */
import { join } from "node:path";
import { sessionResult, type BranchOrigin, type Issue, type SessionCard } from "../../contract/index.ts";
import { HarnessError } from "../../kernel/errors/index.ts";
import { turnsInWords } from "../../kernel/report/index.ts";
import { JOURNAL_FILE } from "../../kernel/run/index.ts";
import { exists, fileInfo, refuseLinks } from "../../kernel/store/index.ts";
import {
  ownPart,
  readCosts,
  readResultFile,
  turnPath,
  turnsIn,
  type SessionState,
} from "../../playtest/index.ts";
import { readSession, type ReadTools } from "./read-session.ts";

/** Undefined: the folder is not a session. A session that cannot be read gets a card that says so. */
export function readCard(
  dir: string,
  { live, ...tools }: ReadTools & { live: boolean },
): ReadCard | undefined {
  let turns: number[];
  try {
    turns = turnsIn(dir);
  } catch {
    return undefined;
  }
  if (turns.length === 0) return undefined;
  try {
    refuseLinks(dir);
    return begun(
      dir,
      turns,
      storedCard(dir, turns) ?? (live ? playingCard(dir, tools) : cardFromTurns(dir, tools)),
    );
  } catch (error) {
    // Whatever one folder contains, the others are listed.
    return unreadable(
      dir,
      error instanceof HarnessError ? whyUnreadable(dir, error) : "Its files cannot be read.",
    );
  }
}

/** One error that names the file and the remedy, without the folder of this machine. */
export const whyUnreadable = (dir: string, { message, remedy }: HarnessError): string =>
  `${message} ${remedy}`.replaceAll(`${dir}/`, "");

/** A session that has just started has no turn with a time; its first file has one. */
function begun(dir: string, [first]: readonly number[], read: ReadCard): ReadCard {
  if (read.card.at !== null) return read;
  const file = fileInfo(turnPath(dir, first!), { links: true });
  return file ? { ...read, card: { ...read.card, at: new Date(file.modifiedMs).toISOString() } } : read;
}

const hasAll = (turns: readonly number[]): boolean => turns.length === turns.at(-1)! - turns[0]! + 1;

/** From `session.json` if it covers the last turn: fast, because nothing is folded. */
function storedCard(dir: string, turns: readonly number[]): ReadCard | undefined {
  const stored = readResultFile(dir, inShort);
  if (!hasAll(turns) || stored?.turns !== turns.at(-1)) return undefined;
  const { story, prompt, narrator, at = null, seed, branchedFrom, models } = stored!;
  const players = models.players.length;
  return cardOf(stored!, {
    story,
    prompt,
    narrator,
    players,
    seed,
    at,
    ...(branchedFrom && { branchedFrom }),
  });
}

/** From the turns, if the session was killed or cannot be read to its end. The list shows the same as the page. */
function cardFromTurns(dir: string, tools: ReadTools): ReadCard {
  const { state, result, unreadable: error } = readSession(dir, tools);
  const { card, ...read } = cardOf(result, aboutState(state));
  return {
    ...read,
    card: {
      ...card,
      ...(!exists(join(dir, JOURNAL_FILE)) && { cost: null }),
      ...(error && { unreadable: whyUnreadable(dir, error) }),
    },
  };
}

/** A session that is being played is not scored for a list. */
function playingCard(dir: string, tools: ReadTools): ReadCard {
  const { state, unreadable: error } = tools.states.latest(dir);
  return error ? cardFromTurns(dir, tools) : playingCardOf(state, readCosts(dir).cost);
}

/** An issue of a session's own turns, and its place among them. */
export type OwnIssue = { issue: Issue; index: number };
/** The facts of a session in lists, apart from those of its folder and of this server. */
export type ReadCard = {
  sessionId: string;
  card: Omit<SessionCard, "id" | "live" | "stoppable">;
  issues: readonly OwnIssue[];
};

/** The part of a result that cards need. The metrics, most of the file, are skipped. */
const inShort = sessionResult
  .pick({
    sessionId: true,
    story: true,
    prompt: true,
    narrator: true,
    at: true,
    seed: true,
    branchedFrom: true,
    outcome: true,
    why: true,
    turns: true,
    pulses: true,
    issues: true,
    read: true,
    overall: true,
    cost: true,
    house: true,
    judged: true,
  })
  .extend({
    totals: sessionResult.shape.totals.pick({ all: true }),
    models: sessionResult.shape.models.pick({ players: true }),
    metrics: sessionResult.shape.metrics.unwrap().pick({ composite: true }).nullable(),
  });
type InShort = ReturnType<typeof inShort.parse>;
type About = Pick<SessionCard, "story" | "prompt" | "narrator" | "players" | "seed" | "at" | "branchedFrom">;

const aboutState = ({ config, branchedFrom, records }: SessionState): About => ({
  story: config.story,
  prompt: config.prompt,
  narrator: config.narratorModel,
  players: config.group.players.length,
  seed: config.seed,
  at: records.find(({ turn }) => turn > (branchedFrom?.turn ?? 0))?.at ?? null,
  ...(branchedFrom && { branchedFrom }),
});

function cardOf(
  {
    sessionId,
    outcome,
    why,
    turns,
    pulses,
    issues,
    read,
    overall,
    totals,
    judged,
    cost,
    house,
    metrics,
    models,
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
      ...countsOf(issues, { branchedFrom: about.branchedFrom, wasRead: read?.source !== undefined }),
      overall,
      ...(overall !== null && metrics && { scoreParts: metrics.composite.parts.map(({ name }) => name) }),
      ...coverOf(turns, about.branchedFrom),
      cost: unpriced > 0 ? null : cost.total,
      house,
      // The players of a transcript have no archetype.
      ...(models.players.some(({ archetype }) => archetype === "unknown") && { observed: true as const }),
    },
  };
}

/** The card of a session that is being played, without a score. */
function playingCardOf(state: SessionState, cost: number | null): ReadCard {
  const { turn, ending, branchedFrom, sessionId } = state;
  const { pulses, issues, config, readings } = ownPart(state);
  return {
    sessionId,
    issues: ownOf(issues, branchedFrom),
    card: {
      ...aboutState(state),
      outcome: ending?.outcome ?? "unfinished",
      why: ending?.why ?? "",
      turns: turn,
      pulses: { detected: pulses.length, expected: config.expectedPulses },
      ...countsOf(issues, { branchedFrom, wasRead: readings.some(({ status }) => status === "read") }),
      overall: null,
      cost,
      house: isHouse(state),
    },
  };
}

const isHouse = ({ config }: SessionState): boolean =>
  [config.narratorModel, ...config.group.players.map(({ model }) => model)].some(
    (model) => model.split("/")[0] === "house",
  );

/** Issues in the turns that a branch inherited belong to its parent. */
const ownOf = (issues: readonly Issue[], branchedFrom: BranchOrigin | undefined): OwnIssue[] =>
  issues.filter(({ turn }) => turn > (branchedFrom?.turn ?? 0)).map((issue, index) => ({ issue, index }));

/** If the turns were not read, finding nothing means nothing. */
function countsOf(
  issues: readonly Issue[],
  { branchedFrom, wasRead }: { branchedFrom: BranchOrigin | undefined; wasRead: boolean },
): Pick<SessionCard, "issues" | "errors" | "inherited"> {
  const own = ownOf(issues, branchedFrom);
  return {
    issues: own.length === 0 && !wasRead ? null : own.length,
    errors: own.filter(({ issue }) => issue.severity === "error").length,
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

const unreadable = (dir: string, why: string): ReadCard => ({
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
    issues: null,
    errors: 0,
    overall: null,
    cost: null,
    at: null,
    house: false,
    unreadable: why,
  },
});
