import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { sessionResult, type BranchOrigin, type Damage, type Issue, type SessionCard } from "../../contract/index.ts";
import { HarnessError } from "../../kernel/errors/index.ts";
import { JOURNAL_FILE } from "../../kernel/run/index.ts";
import { peekSession, readCosts, salvageTurns, turnsIn, type SessionState } from "../../playtest/index.ts";
import { linkDamage, turnDamage } from "./damage-told.ts";
import { linkIn } from "./link-in.ts";
import { disagrees, readSession, type ReadTools } from "./read-session.ts";

/** An issue of a session's own turns, and its place among all of the session's. */
export type OwnIssue = { issue: Issue; index: number };
/** What lists say of a session, without what only the folder and this server know. */
export type ReadCard = { sessionId: string; card: Omit<SessionCard, "id" | "live" | "stoppable">; issues: readonly OwnIssue[] };

/** What cards are made of. The metrics, which are most of the file and of the time to look at it, are not looked at. */
const inShort = sessionResult.pick({ sessionId: true, story: true, prompt: true, narrator: true, at: true, branchedFrom: true, outcome: true, why: true, turns: true, pulses: true, issues: true, overall: true, cost: true, house: true, judged: true, audit: true }).extend({
  totals: sessionResult.shape.totals.pick({ all: true }),
  models: sessionResult.shape.models.pick({ players: true }),
  metrics: sessionResult.shape.metrics.unwrap().unwrap().pick({ composite: true }).nullable().catch(null),
});
type InShort = ReturnType<typeof inShort.parse>;
type About = Pick<SessionCard, "story" | "prompt" | "narrator" | "players" | "at" | "branchedFrom">;

/** Undefined: the folder is no session. One of which nothing can be read is told as such. */
export function readCard(dir: string, { live, ...tools }: ReadTools & { live: boolean }): ReadCard | undefined {
  let turns: number[];
  try {
    turns = turnsIn(dir);
  } catch {
    return undefined;
  }
  if (turns.length === 0) return undefined;
  try {
    const link = linkIn(dir);
    if (link !== undefined) return unreadable(dir, `${link} is a link, and links in a session's folder are not followed.`, [linkDamage(link)]);
    return storedCard(dir, turns) ?? (live ? playingCard(dir, tools) : toldCard(dir, tools));
  } catch (error) {
    if (!(error instanceof HarnessError)) return unreadable(dir, "Its files cannot be read.");
    return unreadable(dir, error.message.replaceAll(`${dir}/`, ""), turnDamage(salvageTurns(dir)));
  }
}

/** From `session.json`, where it tells of the last turn: quick, because nothing is folded. */
function storedCard(dir: string, turns: readonly number[]): ReadCard | undefined {
  const stored = readInShort(dir);
  if (!stored || stored.turns !== turns.at(-1) || disagrees(stored)) return undefined;
  const about = aboutStored(dir, stored, turns);
  return about && cardOf(stored, about);
}

function readInShort(dir: string): InShort | undefined {
  try {
    return inShort.parse(JSON.parse(readFileSync(join(dir, "session.json"), "utf8")));
  } catch {
    // Not there yet, or spoiled: the turns know.
    return undefined;
  }
}

/** Files of before the result said these have them in the first turns alone, which take longer to read. Undefined: those are spoiled. */
function aboutStored(dir: string, { story, prompt, narrator, at, branchedFrom, models: { players } }: InShort, turns: readonly number[]): About | undefined {
  if (narrator !== undefined && at !== undefined) return { story, prompt, narrator, players: players.length, at, ...(branchedFrom && { branchedFrom }) };
  try {
    const { start: { config }, at } = peekSession(dir, turns);
    return { story, prompt, narrator: config.narratorModel, players: config.group.players.length, at: at ?? null, ...(branchedFrom && { branchedFrom }) };
  } catch {
    return undefined;
  }
}

/** From the turns: it was killed, or its result is spoiled. What a page of it shows is what the list says. */
function toldCard(dir: string, tools: ReadTools): ReadCard {
  const { state, result, damage, isStandIn, isWritten } = readSession(dir, tools);
  const { card, ...read } = cardOf(result, { ...aboutState(state), ...(isStandIn && { at: result.at ?? null }) });
  const isUnpriced = !isWritten && (!existsSync(join(dir, JOURNAL_FILE)) || damage.some(({ file }) => file === JOURNAL_FILE));
  return { ...read, card: { ...card, ...(isUnpriced && { cost: null }), ...(damage.length > 0 && { damage: [...damage] }) } };
}

/** It is being played: nobody scores half a session for a list. */
function playingCard(dir: string, tools: ReadTools): ReadCard {
  const state = stateOf(dir, tools);
  if (!state) return toldCard(dir, tools);
  const { turn, pulses, issues, config, ending, branchedFrom, sessionId } = state;
  return {
    sessionId,
    issues: ownOf(issues, branchedFrom),
    card: { ...aboutState(state), outcome: ending?.outcome ?? "unfinished", why: ending?.why ?? "", turns: turn, pulses: { detected: pulses.length, expected: config.expectedPulses }, ...countsOf(issues, branchedFrom), overall: null, interval: null, cost: costOf(dir), house: isHouse(state), brokenByPlayers: false },
  };
}

function stateOf(dir: string, { states }: ReadTools): SessionState | undefined {
  try {
    return states.latest(dir).state;
  } catch {
    // Spoiled: then what is left of it is worth the time.
    return undefined;
  }
}

const aboutState = ({ config, branchedFrom, records }: SessionState): About => ({ story: config.story, prompt: config.prompt, narrator: config.narratorModel, players: config.group.players.length, at: records.find(({ turn }) => turn > (branchedFrom?.turn ?? 0))?.at ?? null, ...(branchedFrom && { branchedFrom }) });

function cardOf({ sessionId, outcome, why, turns, pulses, issues, overall, metrics, totals, judged, cost, house, audit }: InShort, about: About): ReadCard {
  const unpriced = totals.all.unpriced + (judged?.unpriced ?? 0);
  return {
    sessionId,
    issues: ownOf(issues, about.branchedFrom),
    card: { ...about, outcome, why, turns, pulses: { detected: pulses.detected, expected: pulses.expected }, ...countsOf(issues, about.branchedFrom), overall, ...coverOf(turns, about.branchedFrom), interval: metrics?.composite.interval ?? null, cost: unpriced > 0 ? null : cost.total, house, brokenByPlayers: audit?.broken ?? false },
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

/** What stands in turns that a branch took over is its parent's, and told there. */
const ownOf = (issues: readonly Issue[], branchedFrom: BranchOrigin | undefined): OwnIssue[] => issues.map((issue, index) => ({ issue, index })).filter(({ issue }) => issue.turn > (branchedFrom?.turn ?? 0));

const counted = (issues: readonly Issue[]) => ({ issues: issues.length, errors: issues.filter(({ severity }) => severity === "error").length });
function countsOf(issues: readonly Issue[], branchedFrom: BranchOrigin | undefined): Pick<SessionCard, "issues" | "errors" | "inherited"> {
  const own = counted(issues.filter(({ turn }) => turn > (branchedFrom?.turn ?? 0)));
  const all = counted(issues);
  return { ...own, ...(branchedFrom && { inherited: { turns: branchedFrom.turn, issues: all.issues - own.issues, errors: all.errors - own.errors } }) };
}

const coverOf = (turns: number, branchedFrom: BranchOrigin | undefined): Pick<SessionCard, "scoresCover"> =>
  !branchedFrom || branchedFrom.turn === 0 ? {} : { scoresCover: `The whole session: turns 1 to ${branchedFrom.turn} as its parent played them, and ${turns - branchedFrom.turn} of its own.` };

const unreadable = (dir: string, why: string, damage?: Damage[]): ReadCard => ({
  sessionId: dir,
  issues: [],
  card: { story: "?", prompt: "?", narrator: "?", players: 0, outcome: "unfinished", why, turns: 0, pulses: { detected: 0, expected: 0 }, issues: 0, errors: 0, overall: null, interval: null, cost: null, at: null, house: false, brokenByPlayers: false, unreadable: why, ...(damage && { damage }) },
});
