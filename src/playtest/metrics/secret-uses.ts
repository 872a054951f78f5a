import { knownToAll, saidAloud, type SessionState } from "../session/index.ts";
import { publicPart, toldTo } from "../agents/index.ts";
import { storyWords } from "../classify/index.ts";

/** Words of a private moment that turned up with somebody, while nobody had said them aloud. */
export type SecretUse = {
  /** The moment's index in the session. */
  moment: number;
  turn: number;
  /** Who used them: the narrator to everybody, or a seat that was not told. */
  by: "narrator" | number;
  words: string[];
  /** Of the words that only this moment had when it was told. */
  share: number;
  /** A name or a number is among them. */
  named: boolean;
};

type Secret = { moment: number; owners: ReadonlySet<number>; size: number; names: ReadonlySet<string> };

/**
 * A ledger of who knows what, in one walk through the session: what everybody has heard is no secret any more. In a turn
 * the narrator speaks first, then all players at once, then the spokesperson.
 */
export function secretUses(state: SessionState): readonly SecretUse[] {
  const uses = known.get(state) ?? usesIn(state);
  known.set(state, uses);
  return uses;
}

/** The metrics and the players' audit ask for the same. */
const known = new WeakMap<SessionState, readonly SecretUse[]>();

function usesIn({ records, privateMoments, config }: SessionState): SecretUse[] {
  if (privateMoments.length === 0) return [];
  const momentsIn = Map.groupBy(privateMoments.keys(), (index) => privateMoments[index]!.turn);
  const heard = new Set<string>();
  const secret = new Map<string, Secret[]>();
  const uses: SecretUse[] = [];
  for (const text of knownToAll(config)) hear(text);

  for (const { turn, narrator, classification, players, relay } of records) {
    const narration = publicPart(narrator.text, classification);
    if (secret.size > 0) note(turn, "narrator", storyWords(narration));
    hear(narration);
    for (const index of momentsIn.get(turn) ?? []) keep(index, players.filter(({ seat }) => toldTo(narrator.text, classification, seat) !== "").map(({ seat }) => seat));
    // What was said before this turn is all that a player can have from the others.
    if (secret.size > 0) for (const { seat, says, wants } of players) note(turn, seat, storyWords(says), storyWords(wants));
    for (const text of saidAloud({ players, relay })) hear(text);
  }
  return uses;

  function hear(text: string): void {
    for (const word of storyWords(text)) {
      heard.add(word);
      secret.delete(word);
    }
  }

  function keep(moment: number, owners: readonly number[]): void {
    const { content, turn, seat } = privateMoments[moment]!;
    // What one of those who were told has shared is no secret.
    if (privateMoments.some((other) => other.shared && other.turn === turn && other.content === content)) return;
    const words = [...storyWords(content)].filter((word) => !heard.has(word));
    const kept: Secret = { moment, owners: new Set([...owners, seat]), size: words.length, names: namesAndNumbers(content) };
    for (const word of words) secret.set(word, [...(secret.get(word) ?? []), kept]);
  }

  function note(turn: number, by: SecretUse["by"], ...said: ReadonlyArray<ReadonlySet<string>>): void {
    const found = new Map<Secret, Set<string>>();
    for (const words of said) {
      for (const word of words) {
        for (const each of secret.get(word) ?? []) {
          if (by !== "narrator" && each.owners.has(by)) continue;
          const used = found.get(each);
          if (used) used.add(word);
          else found.set(each, new Set([word]));
        }
      }
    }
    for (const [{ moment, size, names }, used] of found) uses.push({ moment, turn, by, words: [...used], share: used.size / size, named: !used.isDisjointFrom(names) });
  }
}

/** A capital at the beginning of a sentence makes no name. */
const namesAndNumbers = (text: string): ReadonlySet<string> => storyWords((text.match(/(?<=[\p{L}\p{N},;:—-]\s+["“'‘]?)\p{Lu}[\p{L}'’-]{2,}|\p{L}*\p{N}[\p{L}\p{N}]*/gu) ?? []).join(" "));
