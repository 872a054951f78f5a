import { readFileSync } from "node:fs";
import { join } from "node:path";
import { sessionResult, type Issue, type SessionCard } from "../../contract/index.ts";
import { HarnessError } from "../../kernel/errors/index.ts";
import { loadLatest, peekSession, readCosts, turnsIn, type PeekedSession, type SessionState } from "../../playtest/index.ts";

/** What lists say of a session, without the id: that is the folder's. */
export type ReadCard = { sessionId: string; card: Omit<SessionCard, "id" | "live">; issues: readonly Issue[] };

/** What cards are made of. The metrics, which are most of the file and of the time to look at it, are not looked at. */
const inShort = sessionResult.pick({ outcome: true, why: true, turns: true, pulses: true, issues: true, overall: true, cost: true, house: true, judged: true, audit: true }).extend({
  totals: sessionResult.shape.totals.pick({ all: true }),
  metrics: sessionResult.shape.metrics.unwrap().unwrap().pick({ composite: true }).nullable().catch(null),
});

/** Undefined: the folder is no session. One that cannot be read is told as such. */
export function readCard(dir: string): ReadCard | undefined {
  let turns: number[];
  try {
    turns = turnsIn(dir);
  } catch {
    return undefined;
  }
  if (turns.length === 0) return undefined;
  try {
    const begun = peekSession(dir, turns);
    return storedCard(dir, begun, turns.at(-1)!) ?? foldedCard(dir, begun);
  } catch (error) {
    return unreadable(dir, error instanceof HarnessError ? error.message : "Its files cannot be read.");
  }
}

const about = ({ start: { config, branchedFrom }, at }: PeekedSession) => ({ story: config.story, prompt: config.prompt, narrator: config.narratorModel, players: config.group.players.length, at: at ?? null, ...(branchedFrom && { branchedFrom }) });

/** From `session.json`, where it tells of the last turn: quick, because nothing is folded. */
function storedCard(dir: string, begun: PeekedSession, lastTurn: number): ReadCard | undefined {
  const stored = readInShort(dir);
  if (stored?.turns !== lastTurn) return undefined;
  const { outcome, why, turns, pulses, issues, overall, metrics, totals, judged, cost, house, audit } = stored;
  const unpriced = totals.all.unpriced + (judged?.unpriced ?? 0);
  return {
    sessionId: begun.sessionId,
    issues,
    card: { ...about(begun), outcome, why, turns, pulses: { detected: pulses.detected, expected: pulses.expected }, ...countsOf(issues), overall, interval: metrics?.composite.interval ?? null, cost: unpriced > 0 ? null : cost.total, house, brokenByPlayers: audit?.broken ?? false },
  };
}

function readInShort(dir: string) {
  try {
    return inShort.parse(JSON.parse(readFileSync(join(dir, "session.json"), "utf8")));
  } catch {
    // Not there yet, or spoiled: the turns know.
    return undefined;
  }
}

/** From the turns: it is being played, or was killed. Nobody scores half a session for a list. */
function foldedCard(dir: string, begun: PeekedSession): ReadCard {
  const { state } = loadLatest(dir);
  const { turn, pulses, issues, config, ending } = state;
  return {
    sessionId: state.sessionId,
    issues,
    card: { ...about(begun), outcome: ending?.outcome ?? "unfinished", why: ending?.why ?? "", turns: turn, pulses: { detected: pulses.length, expected: config.expectedPulses }, ...countsOf(issues), overall: null, interval: null, cost: costOf(dir), house: isHouse(state), brokenByPlayers: false },
  };
}

function costOf(dir: string): number | null {
  try {
    return readCosts(dir).cost;
  } catch {
    return null;
  }
}

const isHouse = ({ config }: SessionState): boolean => [config.narratorModel, ...config.group.players.map(({ model }) => model)].some((model) => model.split("/")[0] === "house");
const countsOf = (issues: readonly Issue[]) => ({ issues: issues.length, errors: issues.filter(({ severity }) => severity === "error").length });

const unreadable = (dir: string, why: string): ReadCard => ({
  sessionId: dir,
  issues: [],
  card: { story: "?", prompt: "?", narrator: "?", players: 0, outcome: "unfinished", why, turns: 0, pulses: { detected: 0, expected: 0 }, issues: 0, errors: 0, overall: null, interval: null, cost: null, at: null, house: false, brokenByPlayers: false, unreadable: why },
});
