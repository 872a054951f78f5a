import { existsSync, lstatSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { HarnessError } from "../../kernel/errors/index.ts";
import { JOURNAL_FILE } from "../../kernel/run/index.ts";
import { linkIn, refuseNewer } from "../../kernel/store/index.ts";
import {
  peekSession,
  readCosts,
  salvageTurns,
  turnPath,
  turnsIn,
  type SessionState,
} from "../../playtest/index.ts";
import {
  aboutState,
  cardOf,
  inShort,
  playingCardOf,
  unreadable,
  type About,
  type InShort,
  type ReadCard,
} from "./card-of.ts";
import { mergedDamage } from "./damage-in.ts";
import { linkDamage, turnDamage } from "./damage-told.ts";
import { disagrees, readSession, type ReadTools } from "./read-session.ts";

/** Undefined: the folder is no session. One of which nothing can be read is told as such. */
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
    const link = linkIn(dir);
    if (link !== undefined)
      return unreadable(dir, `${link} is a link, and links in a session's folder are not followed.`, [
        linkDamage(link),
      ]);
    return begun(
      dir,
      turns,
      storedCard(dir, turns) ?? (live ? playingCard(dir, tools) : toldCard(dir, tools, turns)),
    );
  } catch (error) {
    if (!(error instanceof HarnessError)) return unreadable(dir, "Its files cannot be read.");
    return unreadable(dir, error.message.replaceAll(`${dir}/`, ""), turnDamage(salvageTurns(dir)));
  }
}

/** One that has just been started has no turn of its own that could tell the time; its first file does. */
function begun(dir: string, [first]: readonly number[], read: ReadCard): ReadCard {
  if (read.card.at !== null) return read;
  const file = lstatSync(turnPath(dir, first!), { throwIfNoEntry: false });
  return file ? { ...read, card: { ...read.card, at: file.mtime.toISOString() } } : read;
}

const hasAll = (turns: readonly number[]): boolean => turns.length === turns.at(-1)! - turns[0]! + 1;

/** From `session.json`, where it tells of the last turn: quick, because nothing is folded. */
function storedCard(dir: string, turns: readonly number[]): ReadCard | undefined {
  const stored = readInShort(dir);
  if (!hasAll(turns) || !stored || stored.turns !== turns.at(-1) || disagrees(stored)) return undefined;
  const about = aboutStored(dir, stored, turns);
  return about && cardOf(stored, about);
}

function readInShort(dir: string): InShort | undefined {
  try {
    const path = join(dir, "session.json");
    const value: unknown = JSON.parse(readFileSync(path, "utf8"));
    refuseNewer(value, path);
    return inShort.parse(value);
  } catch {
    // Not there yet, spoiled, or of a later version: the turns know.
    return undefined;
  }
}

/** Files of before the result said these have them in the first turns alone, which take longer to read. Undefined: those are spoiled. */
function aboutStored(
  dir: string,
  { story, prompt, narrator, at, branchedFrom, models: { players } }: InShort,
  turns: readonly number[],
): About | undefined {
  if (narrator !== undefined && at !== undefined)
    return { story, prompt, narrator, players: players.length, at, ...(branchedFrom && { branchedFrom }) };
  try {
    const {
      start: { config },
      at,
    } = peekSession(dir, turns);
    return {
      story,
      prompt,
      narrator: config.narratorModel,
      players: config.group.players.length,
      at: at ?? null,
      ...(branchedFrom && { branchedFrom }),
    };
  } catch {
    return undefined;
  }
}

/** From the turns: it was killed, or its result is spoiled. What a page of it shows is what the list says. */
function toldCard(dir: string, tools: ReadTools, turns = turnsIn(dir)): ReadCard {
  const { state, result, damage: found, isStandIn, isWritten } = readSession(dir, tools);
  // A later file may hold what is missing: then all is there to be shown, and a file is missing all the same.
  const damage = hasAll(turns) ? found : mergedDamage(turnDamage(salvageTurns(dir)), found);
  const { card, ...read } = cardOf(result, {
    ...aboutState(state),
    ...(isStandIn && { at: result.at ?? null }),
  });
  const isUnpriced =
    !isWritten && (!existsSync(join(dir, JOURNAL_FILE)) || damage.some(({ file }) => file === JOURNAL_FILE));
  return {
    ...read,
    card: { ...card, ...(isUnpriced && { cost: null }), ...(damage.length > 0 && { damage: [...damage] }) },
  };
}

/** It is being played: nobody scores half a session for a list. */
function playingCard(dir: string, tools: ReadTools): ReadCard {
  const state = stateOf(dir, tools);
  if (!state) return toldCard(dir, tools);
  return playingCardOf(state, costOf(dir));
}

function stateOf(dir: string, { states }: ReadTools): SessionState | undefined {
  try {
    return states.latest(dir).state;
  } catch {
    // Spoiled: then what is left of it is worth the time.
    return undefined;
  }
}

function costOf(dir: string): number | null {
  try {
    return readCosts(dir).cost;
  } catch {
    return null;
  }
}
