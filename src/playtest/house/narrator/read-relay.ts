/** The group's wishes, read from the relay by rules. */
import { contentWords } from "../words/nouns.ts";
import { sentences } from "../../text/index.ts";
import { theirs } from "../words/choose-line.ts";

export type Relay = {
  /** The chosen option, who was for it, who was for another, and whether something else comes first. */
  decision?: { option: number; by?: string; against?: string; held?: boolean };
  question?: { text: string; by?: string };
  aside?: { phrase: string; by?: string };
  recap?: { by?: string };
  /** Something that was not offered. */
  attempt?: { text: string; by?: string };
  /** The player who shared a secret. */
  shared?: { by?: string };
};

type ReadOptions = { text: string; names: readonly string[]; labels: readonly string[] };

/** "Ann asks", "I want to know": but not "we ask the driver", which is an action. */
const asksFor =
  /\?$|\basks\b|^I ask\b|\band I ask\b|\bwonders?\b|\bcurious\b|\b(?:wants?|like|love) to (?:know|hear|ask)\b/i;
const recapFor =
  /\brecap\b|\bcatch(?:es|ing)? (?:\w+ )?up\b|\blost the thread\b|\bremind (?:us|me)\b|\bwhere were we\b/i;
const asideCue = /\b(?:jok(?:e|es|ing)|puns?|kidding|reminds (?:me|us) of|side note|by the way|off topic)\b/i;
const telling = /\b(?:told|tells) (?:us|the others)\b|\blet us in on\b/i;
/** A retold secret is quoted whole: it is not a wish. */
const toldInFull = /((?:told|tells) (?:us|the others)|let us in on)([^"\n]*?):? "[^"]*"/gi;
const waiting =
  /,? but (?:first|not before|not yet|before that|one thing comes|that can wait)\b[^.;:]{0,20}(?::|(?=[.;]))/i;
const trying = /\b(?:wants? to|idea: to|would like to|tries to) (.+?)(?:,? if it can be done)?[.!]?$/i;
/** Only a question, about anything. */
const outright =
  /\?$|\b(?:wants?|like|love) to know\b|\bwonders?\b|(?:\basks|\bI ask) (?:whether|what|who|how|where|when|why|about)\b/i;
/** An option is meant if this share of its own words is used. */
const ENOUGH = 0.5;
const NEARLY_ALL = 0.9;

export function readRelay({ text, names, labels }: ReadOptions): Relay {
  const ways = distinctWords(labels);
  const relay: Relay = {};
  const votes = labels.map(() => 0);
  const supporters: string[][] = labels.map(() => []);
  let last: string | undefined;
  for (const clause of spoken(text.replaceAll(toldInFull, "$1$2.").replace(waiting, ";")).flatMap(
    (sentence) => (telling.test(sentence) ? [sentence] : clauses(sentence)),
  )) {
    const who = names.filter((name) =>
      new RegExp(`(?<![\\p{L}])${escaped(name)}(?![\\p{L}])`, "u").test(clause),
    );
    const by = who[0] ?? (/^(?:it was|that)\b/i.test(clause) ? last : undefined);
    last = who[0] ?? last;
    const quoted = /"([^"]{4,80}?)[.,!?]?"/.exec(clause)?.[1];
    if (telling.test(clause)) {
      relay.shared ??= { by };
      continue;
    }
    if (recapFor.test(clause)) relay.recap ??= { by };
    if (quoted !== undefined || asideCue.test(clause))
      relay.aside ??= { phrase: quoted ?? shortened(clause), by };
    else if (recapFor.test(clause)) continue;
    else if (!vote(clause, who) && asksFor.test(clause)) relay.question ??= { text: clause, by };
  }
  const most = Math.max(0, ...votes);
  if (most === 0) return relay;
  const option = votes.indexOf(most);
  const against = supporters
    .flatMap((list, index) => (index === option ? [] : list))
    .find((name) => !supporters[option]!.includes(name));
  return {
    ...relay,
    decision: { option, by: supporters[option]![0], against, ...(waiting.test(text) ? { held: true } : {}) },
  };

  /** Counts a clause for its option; a question may mention one too, but rarely in all its words. */
  function vote(clause: string, who: readonly string[]): boolean {
    const words = new Set(contentWords(clause));
    const fits = ways.map(({ own, weight }) =>
      own.length === 0 ? 0 : (weight * own.filter((word) => words.has(word)).length) / own.length,
    );
    const best = Math.max(...fits, 0);
    if (best >= (asksFor.test(clause) ? NEARLY_ALL : ENOUGH) && !outright.test(clause)) {
      const option = fits.indexOf(best);
      // The group's decision outweighs individual wishes.
      votes[option]! +=
        Math.max(1, who.length + (/ and I\b/.test(clause) ? 1 : 0)) +
        (/^(?:so|in the end|we|all right|together|our answer)\b/i.test(clause) ? 2 : 0);
      supporters[option]!.push(...who);
      return true;
    }
    // The spokesperson says "I".
    const attempt =
      (who.length === 1 || /^I\b/.test(clause)) && !asksFor.test(clause)
        ? trying.exec(clause)?.[1]
        : undefined;
    if (attempt !== undefined) relay.attempt ??= { text: theirs(attempt), by: who[0] };
    return attempt !== undefined;
  }
}

/** Without private answers and stage directions: they are in brackets, each a paragraph. */
export const spoken = (text: string): string[] =>
  text
    .split(/\n{2,}/)
    .filter((paragraph) => !/^\(.*\)$/s.test(paragraph.trim()))
    .flatMap(sentences);

const clauses = (sentence: string): string[] => sentence.split(/;\s+|,?\s+(?:while|but)\s+/);

/** The words of each label that no other label has; if none are left, all of them, at a lower weight. */
function distinctWords(labels: readonly string[]): Array<{ own: string[]; weight: number }> {
  const all = labels.map((label) => [...new Set(contentWords(label))]);
  const count = new Map<string, number>();
  for (const word of all.flat()) count.set(word, (count.get(word) ?? 0) + 1);
  return all.map((words) => {
    const distinct = words.filter((word) => count.get(word) === 1);
    return distinct.length > 0 ? { own: distinct, weight: 1 } : { own: words, weight: 0.9 };
  });
}

const shortened = (clause: string) =>
  clause
    .replace(/[.!?,;:]+$/, "")
    .split(/\s+/)
    .slice(-7)
    .join(" ");
const escaped = (name: string) => name.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
