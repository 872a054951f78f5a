import type { Issue } from "../../contract/index.ts";
import { shingles, splitSentences, words } from "../text/index.ts";
import { comparedPart, excerpt, MECHANICAL, type Observation, type ReaderKind } from "./finding-kind.ts";
import type { Secret } from "./secret-ledger.ts";

/** A secret told to some players is revealed to others. Code finds it verbatim; a reader finds paraphrases. */
export const leak = {
  plural: "leaks",
  rank: 3,
  scored: "failure",
  // Any description or quote would reveal it again.
  publicly: null,
  reader: {
    is: "what only some players were told is told to others, taken as known to them or spoken of as common knowledge, before one who knew has told them",
    not: "told again to those who know; they act on it; everybody sees or hears it happen on the page; a hint that gives nothing away",
    notes: { against: "for a leak always the secret's id" },
    quotedFrom: "narration",
    needsEarlierQuote: true,
    severity: "error",
    secondLook: {
      shows: [],
      // The passage does not always show who was told.
      established({ against }, { toldTo }) {
        const names = against && toldTo(against);
        return names
          ? [`Told to ${names.join(" and ")} alone in turn ${against.turn}, and not to the others since.`]
          : [];
      },
    },
    caseFile: "reveals-secret",
    label: "secret-leak",
  },
  detect,
  onlyReader: "paraphrased leaks",
} satisfies ReaderKind;

const RUN = 3;
/** A secret may return among new words, and most stories want that. A revealed one appears in verbatim stretches. */
const GIVEN_AWAY = 0.3;

/** A private telling appears verbatim in what others hear or say. */
function detect({
  turn,
  phase,
  text,
  secrets = [],
  heard = text,
  told = [],
  players,
  relayNow,
  names,
}: Observation): Issue[] {
  if (phase !== "story") return [];
  return secrets.flatMap((secret): Issue[] => {
    const { target, seats } = secret;
    const what = `what only ${target} had been told in turn ${secret.turn}, and had not shared`;
    const isOther = ({ seat }: { seat: number }) => !seats.includes(seat);
    const tellings: Array<Pick<Issue, "description" | "severity" | "by"> & { text: string }> = [
      { text: heard, description: `Narrator told everybody ${what}.`, severity: "error" },
      ...told.filter(isOther).map(({ seat, text }) => ({
        text,
        description: `Narrator told ${names[seat] ?? "another player"} ${what}.`,
        severity: "warning" as const,
      })),
      ...players.filter(isOther).map(({ seat, says, wants }) => ({
        text: `${says}\n${wants}`,
        description: `${names[seat] ?? "A player"} used ${what}.`,
        severity: "warning" as const,
        by: "player" as const,
      })),
      ...(relayNow && isOther(relayNow)
        ? [
            {
              text: relayNow.text,
              description: `The relay used ${what}.`,
              severity: "warning" as const,
              by: "relay" as const,
            },
          ]
        : []),
    ];
    // What the narrator has said aloud is public from then on: only the first time counts.
    const found = tellings.find((telling) => givesAway(telling.text, secret));
    if (!found) return [];
    const { text, ...issue } = found;
    return [
      {
        turn,
        type: "leak",
        ...issue,
        evidence: [
          { turn: secret.turn, text: excerpt(secret.text) },
          { turn, text: around(text, secret) },
        ],
        confidence: 0.9,
        source: MECHANICAL,
      },
    ];
  });
}

function givesAway(text: string, secret: Secret): boolean {
  const own = runsOf(secret.text);
  const said = new Set(runsOf(comparedPart(text)));
  return own.length > 0 && own.filter((run) => said.has(run)).length / own.length >= GIVEN_AWAY;
}

const runsOf = (text: string): string[] => shingles(words(text), RUN);

/** From the first sentence that shares a run with the secret to the last. */
function around(text: string, secret: Secret): string {
  const own = new Set(runsOf(secret.text));
  const sharing = splitSentences(text).filter(({ start, end }) =>
    runsOf(text.slice(start, end)).some((run) => own.has(run)),
  );
  return excerpt(text, { start: sharing[0]?.start, end: sharing.at(-1)?.end });
}
