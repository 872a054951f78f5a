/** The card of a session in lists, from its result if current, otherwise from its turns. */
import { join } from "node:path";
import { sessionCard, sessionResult, type Episode, type SessionCard } from "../../contract/index.ts";
import { HarnessError } from "../../kernel/errors/index.ts";
import { JOURNAL_FILE } from "../../kernel/run/index.ts";
import { exists, fileInfo, refuseLinks } from "../../kernel/store/index.ts";
import { knownLoss, readResultFile, turnPath, turnsIn, wasRead, worstFirst } from "../../playtest/index.ts";
import { readSession, type ReadTools } from "./read-session.ts";

/** Undefined: the folder is not a session. A session that cannot be read gets a card that says so. */
export function readCard(dir: string, tools: ReadTools): ReadCard | undefined {
  let turns: number[];
  try {
    turns = turnsIn(dir);
  } catch {
    return undefined;
  }
  if (turns.length === 0) return undefined;
  try {
    refuseLinks(dir);
    return begun(dir, turns, storedCard(dir, turns) ?? cardFromTurns(dir, tools));
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
  if (!file) return read;
  const at = new Date(file.modifiedMs).toISOString();
  return { ...read, card: { ...read.card, at, lastAt: at } };
}

const hasAll = (turns: readonly number[]): boolean => turns.length === turns.at(-1)! - turns[0]! + 1;

/** From `session.json` if it covers the last turn: fast, because nothing is folded. */
function storedCard(dir: string, turns: readonly number[]): ReadCard | undefined {
  const stored = readResultFile(dir, picked);
  return hasAll(turns) && stored?.turns === turns.at(-1) ? cardOf(stored!) : undefined;
}

/** From the turns, if it is being played, was killed, or cannot be read to its end. The list shows the same as the page. */
function cardFromTurns(dir: string, tools: ReadTools): ReadCard {
  const { result, unreadable: error } = readSession(dir, tools);
  const { card, ...read } = cardOf(picked.parse(result));
  return {
    ...read,
    card: {
      ...card,
      cost: exists(join(dir, JOURNAL_FILE)) ? card.cost : null,
      unreadable: error && whyUnreadable(dir, error),
    },
  };
}

/** The facts of a session in lists, apart from those of its folder and of this server. */
export type ReadCard = {
  sessionId: string;
  card: Omit<SessionCard, "id" | "live">;
  issues: readonly Episode[];
};

/** What rows pick of a result. The metrics, most of the file, are skipped. */
const picked = sessionResult
  .pick({
    sessionId: true,
    story: true,
    prompt: true,
    narrator: true,
    at: true,
    lastAt: true,
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
  })
  .extend({
    totals: sessionResult.shape.totals.pick({ all: true }),
    models: sessionResult.shape.models.pick({ players: true }),
    metrics: sessionResult.shape.metrics.unwrap().pick({ score: true }).nullable(),
  });
type Picked = ReturnType<typeof picked.parse>;

function cardOf({ sessionId, issues, models, totals, read, metrics, cost, ...same }: Picked): ReadCard {
  const { at = null, lastAt = at, pulses } = same;
  return {
    sessionId,
    issues,
    card: {
      ...same,
      players: models.players.length,
      at,
      lastAt,
      pulses: { detected: pulses.detected, expected: pulses.expected },
      ...problemsOf(issues, { isRead: wasRead({ read }) }),
      pointsLost: metrics && knownLoss(metrics.score),
      cost: totals.all.unpriced > 0 ? null : cost.total,
      // The players of a transcript have no archetype.
      observed: models.players.some(({ archetype }) => archetype === "unknown") || undefined,
    },
  };
}

/** If the turns were not read, finding nothing means nothing. */
function problemsOf(
  issues: readonly Episode[],
  { isRead }: { isRead: boolean },
): Pick<SessionCard, "issues" | "errors" | "worst"> {
  const [worst] = worstFirst(issues);
  return {
    issues: issues.length === 0 && !isRead ? null : issues.length,
    errors: issues.filter(({ severity }) => severity === "error").length,
    worst: sessionCard.shape.worst.parse(worst),
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
    lastAt: null,
    house: false,
    unreadable: why,
  },
});
