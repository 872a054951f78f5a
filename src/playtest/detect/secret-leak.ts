import { remember } from "../../kernel/memo/index.ts";
import { storyWords } from "../classify/index.ts";
import { comparedPart } from "./compared-part.ts";
import { excerpt } from "./excerpt.ts";
import type { Detector, Finding, Observation } from "./observation.ts";
import type { Secret } from "./secret-ledger.ts";
import { sentences, type Span } from "./sentences.ts";
import { shingles } from "./shingles.ts";
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
  return {
    findings: secrets.flatMap((secret): Finding[] => {
      const toldAll = mostOf(secret, heard, TOLD, DOUBT.narrator);
      // What the narrator has said aloud is everybody's from then on.
      if (toldAll) return [finding(observation, secret, toldAll, { description: `Narrator told everybody what only ${secret.target} had been told in turn ${secret.turn}, and had not shared.`, severity: "error" })];
      // Said of those who know it, and not to them: it was meant for whoever was listening.
      const openly = told.filter(({ seat, text }) => secret.seats.includes(seat) && !speaksTo(text)).flatMap(({ text }) => mostOf(secret, text, TOLD, DOUBT.narrator) ?? []);
      if (openly[0]) return [finding(observation, secret, openly[0], { description: `Narrator spoke openly, and not to ${secret.target}, of what only ${secret.target} had been told in turn ${secret.turn}, and had not shared.`, severity: "warning" })];
      const others = told.filter(({ seat }) => !secret.seats.includes(seat)).flatMap(({ seat, text }) => {
        const found = mostOf(secret, text, TOLD, DOUBT.narrator);
        return found ? [{ who: observation.names[seat] ?? "another player", found }] : [];
      });
      if (others[0]) return [finding(observation, secret, others[0].found, { description: `Narrator told ${others[0].who} what only ${secret.target} had been told in turn ${secret.turn}, and had not shared.`, severity: "warning" })];
      const users = [
        ...players.filter(({ seat }) => !secret.seats.includes(seat)).map(({ seat, says, wants }) => ({ who: observation.names[seat] ?? "A player", by: "player" as const, text: `${says}\n${wants}` })),
        ...(relayNow && !secret.seats.includes(relayNow.seat) ? [{ who: "The relay", by: "relay" as const, text: relayNow.text }] : []),
      ];
      const used = users.flatMap(({ text, ...user }) => {
        const found = mostOf(secret, text, USED, DOUBT.player);
        return found ? [{ ...user, found }] : [];
      });
      const [first] = used.toSorted((a, b) => Number(b.found.clear) - Number(a.found.clear));
      return first ? [finding(observation, secret, first.found, { description: `${first.who} used what only ${secret.target} had been told in turn ${secret.turn}, and had not shared.`, severity: "warning", by: first.by })] : [];
    }),
  };
};

type Found = { quote: string; clear: boolean; share: number };

/** Marked as somebody's, or told to "you". What stands in capitals is a text within the story. */
const speaksTo = (text: string): boolean => /^[\s*_]*[[(<{]|\b[Yy]ou(?:rs?|rself)?\b/.test(text);

/** The paragraph that has most of a secret, where that is enough. */
function mostOf(secret: Secret, text: string, enough: typeof TOLD, doubt: number): Found | undefined {
  let best: Found | undefined;
  // Two paragraphs at a time: a secret may begin in one and end in the next.
  const paragraphs = comparedPart(text).split(/\n\s*\n/);
  for (const paragraph of paragraphs.length < 2 ? paragraphs : paragraphs.slice(1).map((next, index) => `${paragraphs[index]}\n\n${next}`)) {
    const known = storyWords(paragraph);
    const shared = [...secret.words].filter((word) => known.has(word));
    if (shared.length < 2) continue;
    const share = shared.length / secret.size;
    const runs = sharedRuns(paragraph, secret.text);
    const clear = runs >= enough.runs || (share >= enough.words && shared.length >= enough.fewest);
    if ((clear || (share >= doubt && shared.length >= enough.fewest)) && (best === undefined || share > best.share)) best = { quote: around(paragraph, new Set(shared)), clear, share };
  }
  return best;
}

/** How much of a secret stands in a text word for word. */
function sharedRuns(text: string, secret: string): number {
  const own = runsOf(secret);
  if (own.length === 0) return 0;
  const said = new Set(shingles(words(text), RUN));
  return own.filter((run) => said.has(run)).length / own.length;
}

const runsOf = remember((secret) => shingles(words(secret), RUN), { most: 200 });

/** From the first sentence with a word of the secret to the last. */
function around(text: string, wanted: ReadonlySet<string>): string {
  const tells = ({ text: sentence }: Span) => [...storyWords(sentence)].some((word) => wanted.has(word));
  const telling = sentences(text).filter(tells);
  return excerpt(text, { start: telling[0]?.start, end: telling.at(-1)?.end });
}

function finding({ turn }: Observation, secret: Secret, { quote, clear }: Found, { description, severity, by }: Pick<Finding, "description" | "severity" | "by">): Finding {
  return {
    turn,
    type: "secret-leak",
    description,
    severity: clear ? severity : "warning",
    evidence: [{ turn: secret.turn, text: excerpt(secret.text) }, { turn, text: quote }],
    confidence: clear ? 0.85 : 0.4,
    source: "secret-leak",
    ...(by && { by }),
    candidate: !clear,
  };
}
