/** The card of a session in lists, from its result if current, otherwise from its turns. */
import { join } from "node:path";
import { sessionResult, type BranchOrigin, type Episode, type SessionCard } from "../../contract/index.ts";
import { HarnessError } from "../../kernel/errors/index.ts";
import { turnsInWords } from "../../kernel/report/index.ts";
import { JOURNAL_FILE } from "../../kernel/run/index.ts";
import { exists, fileInfo, refuseLinks } from "../../kernel/store/index.ts";
import {
  measureSession,
  ownPart,
  readCosts,
  readResultFile,
  turnPath,
  turnsIn,
  worstFirst,
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
  const about = { story, prompt, narrator, players: models.players.length, seed, at };
  return cardOf(stored!, { ...about, ...(branchedFrom && { branchedFrom }) });
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

/** The facts of a session in lists, apart from those of its folder and of this server. */
export type ReadCard = {
  sessionId: string;
  card: Omit<SessionCard, "id" | "live" | "stoppable">;
  issues: readonly Episode[];
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
    metrics: sessionResult.shape.metrics.unwrap().pick({ score: true }).nullable(),
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

function cardOf(result: InShort, about: About): ReadCard {
  const { sessionId, outcome, why, turns, pulses, issues, overall, house, metrics, models } = result;
  const unpriced = result.totals.all.unpriced + (result.judged?.unpriced ?? 0);
  return {
    sessionId,
    issues,
    card: {
      ...about,
      outcome,
      why,
      turns,
      pulses: { detected: pulses.detected, expected: pulses.expected },
      ...problemsOf(issues, { wasRead: result.read?.source !== undefined }),
      overall,
      pointsLost: metrics?.score.pointsLost ?? null,
      ...inheritedOf(turns, about.branchedFrom),
      cost: unpriced > 0 ? null : result.cost.total,
      house,
      // The players of a transcript have no archetype.
      ...(models.players.some(({ archetype }) => archetype === "unknown") && { observed: true as const }),
    },
  };
}

/** The card of a session that is being played, without a score. */
function playingCardOf(state: SessionState, cost: number | null): ReadCard {
  const { turn, ending, branchedFrom, sessionId } = state;
  const { pulses, config, readings } = ownPart(state);
  const { metrics, episodes } = measureSession(state);
  return {
    sessionId,
    issues: episodes,
    card: {
      ...aboutState(state),
      outcome: ending?.outcome ?? "unfinished",
      why: ending?.why ?? "",
      turns: turn,
      pulses: { detected: pulses.length, expected: config.expectedPulses },
      ...problemsOf(episodes, { wasRead: readings.some(({ status }) => status === "read") }),
      overall: null,
      pointsLost: metrics.score.pointsLost,
      ...inheritedOf(turn, branchedFrom),
      cost,
      house: isHouse(state),
    },
  };
}

const isHouse = ({ config }: SessionState): boolean =>
  [config.narratorModel, ...config.group.players.map(({ model }) => model)].some(
    (model) => model.split("/")[0] === "house",
  );

/** If the turns were not read, finding nothing means nothing. */
function problemsOf(
  issues: readonly Episode[],
  { wasRead }: { wasRead: boolean },
): Pick<SessionCard, "issues" | "errors" | "worst"> {
  const [worst] = worstFirst(issues);
  return {
    issues: issues.length === 0 && !wasRead ? null : issues.length,
    errors: issues.filter(({ severity }) => severity === "error").length,
    ...(worst && { worst: worstOf(worst) }),
  };
}

const worstOf = ({ id, kind, turn, lastTurn, pointsLost }: Episode) => ({
  id,
  kind,
  turn,
  lastTurn,
  pointsLost,
});

function inheritedOf(
  turns: number,
  branchedFrom: BranchOrigin | undefined,
): Pick<SessionCard, "inherited" | "scoresCover"> {
  if (!branchedFrom) return {};
  const { turn } = branchedFrom;
  const own = turnsInWords({ from: turn + 1, to: turns });
  return {
    inherited: { turns: turn },
    ...(turn > 0 && { scoresCover: turns > turn ? `Its own ${own}.` : "No turn of its own yet." }),
  };
}

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
    pointsLost: null,
    cost: null,
    at: null,
    house: false,
    unreadable: why,
  },
});
