/** Which of the ways that the narrator named a group chooses, and whether an output then tells that it goes there. */
import { aboutAsking, hasRun, isOffer, pairsWith, placesIn, runsIn } from "./asked-words.ts";
import { clausesOf } from "./clauses.ts";
import { sentencesOf } from "./sentences.ts";
import { facet, read, wordsIn, type Text } from "./text.ts";
import { MARK } from "./word-marks.ts";
import { stemsOf, type Stems } from "./word.ts";

/** "sit with the Contessa and Sister Benedikta": sit, the Contessa, Sister Benedikta. */
export type Way = { parts: readonly Part[]; stems: Stems; runs: Uint32Array };
type Clause = { stems: ReadonlySet<string>; runs: Uint32Array; decides: boolean };
type Part = { stems: readonly string[]; isName: boolean };

/** So much of a way stands in one clause of a relay that chooses it. */
const CHOSEN = 0.8;
/** So much, where words in a row are the same. */
const WORD_FOR_WORD = 0.5;
/** And so much in one place of the next output, where it is taken up; in the one after that, which answers another relay, more. */
const TAKEN_UP = 0.34;
const TAKEN_UP_LATE = 0.65;
/** Of a way of one or two words either will do, where the output begins: what came of a choice is told first. */
const SHORT = 2;
const BEGINNING = 3;

/** One alone is a question, and no choice. */
export const namesWays = (output: Text): boolean => waysIn(output).length > 1;

/** Those of the ways named in an output that a relay decides for; where it decides nothing, all that it speaks of. */
export function chosenWays(relay: Text, output: Text): Way[] {
  const ways = waysIn(output);
  if (ways.length === 0) return [];
  const chosen = clausesIn(relay).map((clause) => ({
    decides: clause.decides,
    ways: ways.filter((way) => isIn(way, clause)),
  }));
  return (
    chosen.findLast((clause) => clause.decides && clause.ways.length > 0)?.ways ?? [
      ...new Set(chosen.flatMap((clause) => clause.ways)),
    ]
  );
}

function isIn({ parts, runs }: Way, clause: Clause): boolean {
  const share = parts.length === 0 ? 1 : countIn(parts, clause.stems) / parts.length;
  // One word is soon said, unless something is being decided.
  return (
    share >= WORD_FOR_WORD &&
    (hasRun(clause, runs) || (share >= CHOSEN && parts.length > (clause.decides ? 0 : 1)))
  );
}

/** Does the next output tell that the group goes this way? */
export function takesUp(output: Text, { parts, stems, runs }: Way): boolean {
  const places = placesIn(output);
  // Of a way without a word of its own nobody can say that it was not taken.
  if (parts.length === 0 || places.grants || hasRun(places, runs)) return true;
  const [names, others] = [parts.filter(({ isName }) => isName), parts.filter(({ isName }) => !isName)];
  return pairsWith(stems, places).some((said, index) => {
    const count = countIn(parts, said);
    // Whoever is named may be there anyway.
    if (parts.length <= SHORT)
      return (
        (parts.length === SHORT && count === SHORT) ||
        (index < BEGINNING && countIn(others.length > 0 ? others : names, said) > 0)
      );
    return count > 1 && count / parts.length > TAKEN_UP;
  });
}

/** Does the output after that, though the group has asked for something else by then? */
export function takesUpLate(output: Text, { parts, stems, runs }: Way): boolean {
  const places = placesIn(output);
  return (
    parts.length === 0 ||
    hasRun(places, runs) ||
    pairsWith(stems, places).some((said) => countIn(parts, said) / parts.length > TAKEN_UP_LATE)
  );
}

/** Does it say what the group said, word for word? */
export const saidAgain = (relay: Text, output: Text): boolean => hasRun(placesIn(output), runsSaid(relay));
const runsSaid = facet((relay) => Uint32Array.from(clausesIn(relay).flatMap(({ runs }) => [...runs])));

/** Does it tell, word for word, that the group goes one of the ways that were named? */
export const goesAnother = (output: Text, offer: Text): boolean =>
  waysIn(offer).some(({ runs }) => hasRun(placesIn(output), runs));

const countIn = (parts: readonly Part[], said: ReadonlySet<string>): number =>
  parts.filter(({ stems }) => stems.some((each) => said.has(each))).length;

/** "We go with the first", as against "I think that we should" and "Alma would rather". */
const DECIDES = /\b(?:we|let's|let us)\b(?! should)/i;

const clausesIn = facet((relay): Clause[] => {
  const text = relay.text.length > LONGEST ? read(relay.text.slice(0, LONGEST)) : relay;
  return clausesOf(text).map((clause) => {
    const stems = new Set<string>();
    let marks = 0;
    for (let at = clause.from; at < clause.to; at += 1) {
      const word = text.words[at]!;
      if (word.isContent) stems.add(word.stem);
      marks |= word.marks;
    }
    return {
      stems,
      runs: runsIn(text, [clause]),
      decides:
        (marks & MARK.decides) !== 0 &&
        DECIDES.test(text.text.slice(text.starts[clause.from], text.ends[clause.to - 1])),
    };
  });
});
const LONGEST = 4_000;

/** What leads up to the ways: "At this point you might", "Which way do you turn:", "Would you rather". */
const LEAD = /^.*?(?::|\byou (?:could|might|may|can)\b|\b(?:will|would|do) you(?: rather)?\b)/i;
/** Asks for a way, and names none. */
const ASKS_FOR_ONE = /^[\s"“]*(?:what|how|who|whom|whose|where|when|why|which)\b[^:]*$/i;

const NO_WAYS: readonly Way[] = [];
const waysIn = facet((output): readonly Way[] =>
  !(output.marks & MARK.or)
    ? NO_WAYS
    : sentencesOf(output)
        .filter(
          (sentence) =>
            sentence.marks & MARK.or &&
            sentence.text.includes(" or ") &&
            isOffer(sentence) &&
            !ASKS_FOR_ONE.test(sentence.text),
        )
        .flatMap(({ text }) => text.replace(LEAD, " ").split(/[,;:]| or /))
        .map((way) => {
          const parts = partsOf(way);
          return {
            parts,
            stems: stemsOf(parts.flatMap(({ stems }) => stems)),
            runs: runsIn({ words: wordsIn(way) }),
          };
        })
        .filter(({ parts, runs }) => parts.length > 0 || runs.length > 0),
);

const NAMES_AND_WORDS = /(?<=\s)\p{Lu}[\p{L}'’-]+(?:\s\p{Lu}[\p{L}'’-]+)*|[\p{L}'’-]+/gu;

/** Names of several words are one part: who says "Benedikta" has said all of it. */
function partsOf(way: string): Part[] {
  const parts: Part[] = [];
  for (const run of way.match(NAMES_AND_WORDS) ?? []) {
    const isName = /^\p{Lu}/u.test(run);
    const stems: string[] = [];
    for (const { isContent, text, stem } of wordsIn(run))
      if (isContent && text.length > 2 && (isName || !aboutAsking(text))) stems.push(stem);
    if (stems.length > 0) parts.push({ stems, isName });
  }
  return parts;
}
