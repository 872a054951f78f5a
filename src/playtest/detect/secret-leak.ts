import { remember } from "../../kernel/memo/index.ts";
import { storyWords } from "../text/index.ts";
import { comparedPart } from "./compared-part.ts";
import { excerpt } from "./excerpt.ts";
import { runNumbers } from "./fingerprint.ts";
import type { Detector, Finding, Observation } from "./observation.ts";
import type { Secret } from "./secret-ledger.ts";
import { sentences, type Span } from "./sentences.ts";
import { shingles } from "./shingles.ts";
import { read } from "./text.ts";
import { words } from "./words.ts";

/**
 * The narrator may let a secret come back in front of everybody, and most stories want that: then a part of its words is
 * there, among new ones. Whoever gives it away tells most of it, or whole stretches of it word for word.
 */
const TOLD = { runs: 0.3, words: 0.7, fewest: 4 };
/** Of those who were not told nobody has any business with its words. */
const USED = { runs: 0.15, words: 0.4, fewest: 3 };
const RUN = 3;
/** Less is worth a question, where there is somebody to ask. */
const DOUBT = { narrator: 0.5, player: 0.25 };

/** Something that some were told alone turns up with others: the narrator tells it to everybody, a player knows it, or the relay has it. */
export const secretLeak: Detector = (observation) => {
  const { secrets = [], heard = observation.text, told = [], players, relayNow } = observation;
  if (secrets.length === 0 || observation.phase !== "story") return { findings: [] };
  const users: User[] = [
    ...players.map(({ seat, says, wants }) => ({
      seat,
      who: observation.names[seat] ?? "A player",
      by: "player" as const,
      text: `${says}\n${wants}`,
    })),
    ...(relayNow
      ? [{ seat: relayNow.seat, who: "The relay", by: "relay" as const, text: relayNow.text }]
      : []),
  ];
  return {
    findings: secrets.flatMap((secret): Finding[] => {
      const toldAll = mostOf(secret, heard, TOLD, DOUBT.narrator);
      // What the narrator has said aloud is everybody's from then on.
      if (toldAll)
        return [
          finding(observation, secret, toldAll, {
            description: `Narrator told everybody what only ${secret.target} had been told in turn ${secret.turn}, and had not shared.`,
            severity: "error",
          }),
        ];
      // Said of those who know it, and not to them: it was meant for whoever was listening.
      const openly = told
        .filter(({ seat, text }) => secret.seats.includes(seat) && !speaksTo(text))
        .flatMap(({ text }) => mostOf(secret, text, TOLD, DOUBT.narrator) ?? []);
      if (openly[0])
        return [
          finding(observation, secret, openly[0], {
            description: `Narrator spoke openly, and not to ${secret.target}, of what only ${secret.target} had been told in turn ${secret.turn}, and had not shared.`,
            severity: "warning",
          }),
        ];
      const others = told
        .filter(({ seat }) => !secret.seats.includes(seat))
        .flatMap(({ seat, text }) => {
          const found = mostOf(secret, text, TOLD, DOUBT.narrator);
          return found ? [{ who: observation.names[seat] ?? "another player", found }] : [];
        });
      if (others[0])
        return [
          finding(observation, secret, others[0].found, {
            description: `Narrator told ${others[0].who} what only ${secret.target} had been told in turn ${secret.turn}, and had not shared.`,
            severity: "warning",
          }),
        ];
      const used: Array<Omit<User, "text"> & { found: Found }> = [];
      for (const { text, seat, who, by } of users) {
        const found = secret.seats.includes(seat) ? undefined : mostOf(secret, text, USED, DOUBT.player);
        if (found) used.push({ seat, who, by, found });
      }
      const [first] = used.toSorted((a, b) => Number(b.found.clear) - Number(a.found.clear));
      return first
        ? [
            finding(observation, secret, first.found, {
              description: `${first.who} used what only ${secret.target} had been told in turn ${secret.turn}, and had not shared.`,
              severity: "warning",
              by: first.by,
            }),
          ]
        : [];
    }),
  };
};

/** Who said something that the others heard. */
type User = { seat: number; who: string; by: "player" | "relay"; text: string };
type Found = { quote: string; clear: boolean; share: number };

/** Marked as somebody's, or told to "you". What stands in capitals is a text within the story. */
const speaksTo = (text: string): boolean => /^[\s*_]*[[(<{]|\b[Yy]ou(?:rs?|rself)?\b/.test(text);

/** The paragraph that has most of a secret, where that is enough. */
function mostOf(secret: Secret, text: string, enough: typeof TOLD, doubt: number): Found | undefined {
  let best: Found | undefined;
  for (const { text: paragraph, words } of paragraphsIn(comparedPart(text))) {
    const shared = sharedBy(secret, words);
    if (shared.size < 2) continue;
    const share = shared.size / secret.size;
    const clear =
      (share >= enough.words && shared.size >= enough.fewest) ||
      sharesRuns(paragraph, secret.text, enough.runs);
    if (
      (clear || (share >= doubt && shared.size >= enough.fewest)) &&
      (best === undefined || share > best.share)
    )
      best = { quote: around(paragraph, shared), clear, share };
  }
  return best;
}

const NONE: ReadonlySet<string> = new Set();

function sharedBy({ words: secret }: Secret, said: ReadonlyArray<ReadonlySet<string>>): ReadonlySet<string> {
  if (said.every((words) => secret.isDisjointFrom(words))) return NONE;
  return new Set([...secret].filter((word) => said.some((words) => words.has(word))));
}

/** Two at a time: a secret may begin in one and end in the next. */
const paragraphsIn = remember(
  (text) => {
    // Between two of them there are two lines' ends.
    if (text.indexOf("\n") === text.lastIndexOf("\n")) return [{ text, words: [storyWords(text)] }];
    const alone = text.split(/\n\s*\n/).map((part) => ({ text: part, words: [storyWords(part)] }));
    return alone.length < 2
      ? alone
      : alone.slice(1).map((next, index) => ({
          text: `${alone[index]!.text}\n\n${next.text}`,
          words: [...alone[index]!.words, ...next.words],
        }));
  },
  { most: 100 },
);

/** Does so much of a secret stand in a text word for word? */
function sharesRuns(text: string, secret: string, least: number): boolean {
  const own = numbersOf(secret);
  if (own.length === 0) return false;
  // Runs that are the same have the same number: where too few have, the words need not be looked at.
  const numbers = new Set(numbersOf(text));
  if (own.filter((run) => numbers.has(run)).length / own.length < least) return false;
  const said = new Set(shingles(words(text), RUN));
  const runs = shingles(words(secret), RUN);
  return runs.filter((run) => said.has(run)).length / runs.length >= least;
}

const numbersOf = (text: string): Uint32Array => runNumbers(read(text).words, RUN);

/** From the first sentence with a word of the secret to the last. */
function around(text: string, wanted: ReadonlySet<string>): string {
  const tells = ({ text: sentence }: Span) => !storyWords(sentence).isDisjointFrom(wanted);
  const telling = sentences(text).filter(tells);
  return excerpt(text, { start: telling[0]?.start, end: telling.at(-1)?.end });
}

function finding(
  { turn }: Observation,
  secret: Secret,
  { quote, clear }: Found,
  { description, severity, by }: Pick<Finding, "description" | "severity" | "by">,
): Finding {
  return {
    turn,
    type: "leak",
    description,
    severity: clear ? severity : "warning",
    evidence: [
      { turn: secret.turn, text: excerpt(secret.text) },
      { turn, text: quote },
    ],
    confidence: clear ? 0.85 : 0.4,
    source: "leak",
    ...(by && { by }),
    candidate: !clear,
  };
}
