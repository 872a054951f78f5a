/** Keeps private what only sounds private: narrows what the plain reading left for all, by the marks of secrecy. */
import { splitSentences, wrappedPattern } from "../../text/index.ts";
import { clip } from "../evidence.ts";
import { hasWords, unquoted, type Heard, type Piece } from "../pieces.ts";
import { addressesIn, saysYou, type NameBook } from "../player-names.ts";
import { openlyToAll } from "./audience.ts";
import { KEEP, marks, OUTRIGHT, playersIn } from "./secrecy-marks.ts";
import { isGroupQuestion, returnsToGroup } from "./secret-end.ts";

/** Less sure than a tag, or than words that exclude everybody else. */
const CONFIDENCE = 0.7;
/** How many pieces back a request to keep a secret reaches. */
const FAR_BACK = 4;

/** `from` is the first piece of the telling. */
type Telling = Heard & { seats: number[]; idea: string; from: number };
/** The last player spoken to, or spoken of, in a paragraph, and in which piece. */
type Last = { seat: number; addressed: boolean; at: number } | undefined;

/** A sentence with a mark goes to its target alone, together with the sentences that continue it. */
export function applyMarks(
  flat: string,
  { pieces, heard, book }: { pieces: readonly Piece[]; heard: readonly Heard[]; book: NameBook },
): Heard[] {
  const result = [...heard];
  let telling: Telling | undefined;
  let last: Last;
  let paragraph = -1;
  let quoting = false;
  for (const [at, piece] of pieces.entries()) {
    const text = flat.slice(piece.start, piece.end);
    if (!hasWords(text)) continue;
    if (piece.paragraph !== paragraph) {
      telling = last = undefined;
      quoting = false;
      paragraph = piece.paragraph;
    }
    const { aloud, open } = unquoted(text, quoting);
    quoting = open;
    const sentence = readNames(text, aloud, book);
    if (heard[at]!.seats !== "all" || heard[at] === openlyToAll || piece.tag) telling = undefined;
    else {
      if (telling && readOut.test(sentence.aloud))
        for (let back = telling.from; back < at; back++) result[back] = heard[back]!;
      const marked = markedFor(sentence, { last, book, at });
      if (marked && (!telling || replaces(marked, telling, sentence))) telling = marked;
      else if (telling && endsTelling(sentence, { telling, book })) telling = undefined;
      if (telling) result[at] = telling;
      if (telling && telling === marked) reachBack(at, telling);
    }
    last = lastNamed(sentence, at) ?? last;
  }
  return result.map(({ seats, confidence, evidence }) => ({ seats, confidence, evidence }));

  /** "Being small has its uses, Pip. At your height …", "The locket is your mother's, Pip. Keep that to yourself." */
  function reachBack(index: number, telling: Telling): void {
    const from = last?.addressed && last.seat === telling.seats[0] ? last.at : index;
    if (index - from > (telling.idea === KEEP ? FAR_BACK : 1)) return;
    for (let at = from; at < index; at++)
      if (result[at]!.seats === "all" && !pieces[at]!.tag) result[at] = telling;
  }
}

type Sentence = {
  text: string;
  /** The part outside quotation marks. */
  aloud: string;
  masked: string;
  /** The players addressed, and the players named, in the narrator's own words. */
  addressed: number[];
  named: number[];
};

/** Text in capitals is a message, and text after a colon is content: players named there are not addressed. */
const inCapitals = /(?:(?<!\p{L})\p{Lu}[\p{Lu}'-]*[\s,.]{1,3}){2,40}\p{Lu}{2,}(?!\p{Ll})/gu;

function readNames(text: string, aloud: string, book: NameBook): Sentence {
  const own = aloud.replaceAll(inCapitals, " ");
  const names = book.inProse(own);
  const colon = own.indexOf(":");
  const before = names.filter(({ end }) => end <= colon);
  return {
    text,
    aloud,
    masked: masked(text, book),
    addressed: seatsNamed(addressesIn(own, names)),
    named: seatsNamed(before.length > 0 ? before : names),
  };
}

/** Whom a telling is for by its own words: the players addressed in it, else those named in its first sentence with a name. */
export function namedIn(text: string, book: NameBook): number[] {
  let quoting = false;
  let named: number[] = [];
  for (const { start, end } of splitSentences(text)) {
    const { aloud, open } = unquoted(text.slice(start, end), quoting);
    quoting = open;
    const sentence = readNames(text.slice(start, end), aloud, book);
    if (sentence.addressed.length > 0) return sentence.addressed;
    if (named.length === 0) named = sentence.named;
  }
  return named;
}

/** In the order of mention. */
const seatsNamed = (mentions: ReadonlyArray<{ seats: number[] }>): number[] => [
  ...new Set(mentions.flatMap(({ seats }) => seats)),
];

/** In lower case and with single spaces, each player's name replaced by `@` and the seat. */
export function masked(text: string, book: NameBook): string {
  let result = "";
  let from = 0;
  for (const { start, end, seats } of book.inProse(text)) {
    result += `${text.slice(from, start)}@${seats[0]}`;
    from = end;
  }
  return (result + text.slice(from)).toLowerCase().replaceAll(/[\s*_]+/g, " ");
}

/** Said aloud to everybody: not a whisper, regardless of the rest of the sentence. */
const saidToAll = wrappedPattern(
  String.raw`
  (?<!\p{L}|(?:n't|not|never|without|nothing)[^.;]{0,30})(?:stage whisper|aloud|out loud|
  so (?:loud|loudly|that everyone|everyone|the whole)|(?:loud|loudly|clear|clearly) enough|
  for (?:all|every(?:one|body)) to (?:see|hear)|in full view|in front of every(?:one|body)|
  to the whole \p{L}+)(?!\p{L})
`,
  "iu",
);
/** "A letter comes for Sam. The vicar reads it aloud": the text before is public too. */
const readOut = wrappedPattern(
  String.raw`
  (?<!(?:n't|not|never|without)[^.;]{0,30})(?<!\p{L})read(?:s|ing)? (?:it|them|this|
  (?:the|his|her|their) \p{L}+) (?:aloud|out)(?!\p{L})
`,
  "iu",
);

function markedFor(
  sentence: Sentence,
  { last, book, at }: { last: Last; book: NameBook; at: number },
): Telling | undefined {
  if (saidToAll.test(sentence.text)) return undefined;
  const toGroup =
    returnsToGroup(sentence.aloud, book.size) || (book.size > 2 && sentence.named.length === book.size);
  const found = marks
    .filter(({ idea }) => !toGroup || OUTRIGHT.includes(idea))
    .flatMap(({ idea, says }) =>
      says.flatMap(({ pattern }) => {
        const match = pattern.exec(sentence.masked);
        return match ? [{ idea, match }] : [];
      }),
    );
  const out = found.flatMap(({ match }) => seatsIn(playersIn(match, "from")));
  let toNobody: Telling | undefined;
  for (const { idea, match } of found) {
    const seats = targetOf(match, sentence, { last, size: book.size, out, idea });
    if (!seats) continue;
    const evidence = clip(`${idea}: ${sentence.text}`);
    const telling: Telling = { seats, confidence: CONFIDENCE, evidence, idea, from: at };
    if (seats.length > 0) return telling;
    toNobody ??= telling;
  }
  return toNobody;
}

const seatsIn = (words = ""): number[] => Array.from(words.matchAll(/@(\d+)/g), ([, seat]) => Number(seat));

/** Said to, or perceived by. */
const receives = wrappedPattern(
  String.raw`
  (?<!\p{L})(?:to|at|for|beside|with|tells?|shows?|hands?|gives?|lets?)[\s*_]{1,4}@(\d+)|
  @(\d+)[\s*_]{1,4}(?:sees?|hears?|feels?|notices?|finds?|gets?|reads?|knows?)(?!\p{L})
`,
  "giu",
);

/**
 * Whom a mark means: the player in its own words, else the one addressed, else the one named, else the last one before,
 * else, in a request to keep it from the others, the only one left. Empty if several are named and nothing says which: a
 * guess would tell a secret.
 */
function targetOf(
  match: RegExpExecArray,
  { masked, addressed, named }: Sentence,
  { last, size, out, idea }: { last: Last; size: number; out: readonly number[]; idea: string },
): number[] | undefined {
  const left = (seats: readonly number[]) => [...new Set(seats)].filter((seat) => !out.includes(seat));
  const receivers = () => left(Array.from(masked.matchAll(receives), ([, to, by]) => Number(to ?? by)));
  const here = [left(seatsIn(playersIn(match, "to"))), left(addressed).slice(0, 1), left(named)].find(
    (seats) => seats.length > 0,
  );
  if (here?.length === 1) return here;
  if (here && receivers().length === 1) return receivers();
  if (here) return here.length === size && out.length === 0 ? undefined : [];
  // "Your" is the player spoken to, "her" the player spoken of.
  if (last && !out.includes(last.seat) && (last.addressed || !saysYou(match[0]))) return [last.seat];
  const spokenOf = left(seatsIn(masked));
  if (spokenOf.length === 1) return spokenOf;
  const remaining = left(Array.from({ length: size }, (_, seat) => seat));
  return idea === KEEP && remaining.length === 1 ? remaining : undefined;
}

/** Within a telling only a plain mark begins one for another player: a secret often names somebody else. */
const replaces = ({ idea, seats }: Telling, before: Telling, { addressed }: Sentence): boolean =>
  String(seats) === String(before.seats) || addressed.includes(seats[0]!) || OUTRIGHT.includes(idea);

function lastNamed({ addressed, named }: Sentence, at: number): Last {
  if (addressed.length === 1) return { seat: addressed[0]!, addressed: true, at };
  return named.length === 1 ? { seat: named[0]!, addressed: false, at } : undefined;
}

/** Turns from the telling to the scene: another place, another time, somebody who stops talking, a noise. */
const toScene = [
  String.raw`
    meanwhile|back (?:at|in|on|with)|elsewhere|outside|overhead|at the far|across the|the rest of|
    in the distance|far off|somewhere (?:above|below|outside)
  `,
  String.raw`(?:out|up|down|over) (?:on|in|at|by) (?:the|deck)`,
  String.raw`
    (?:the )?(?:morning|dawn|day|night|evening|dusk|sunrise) (?:comes?|breaks?|falls?|finds?|rises?|
    arrives?)|by (?:morning|dawn|daylight)(?= the|,)|the next (?:morning|day)
  `,
  String.raw`
    (?:then |and then |with that,? )?(?:he|she|it|they|the \p{L}+) (?:stands?|straightens?|
    steps? back|lets? go|turns? (?:back|away)|raises? (?:his|her|its|their) voice|moves? on|bows?|
    claps?|slaps?|strides?|hurries|melts? away|vanishes|is gone|laughs?|starts? up|resumes?)
  `,
  String.raw`
    (?:then )?(?:the|an?) [^,.;:"]{1,40}? (?:jangles?|clangs?|clatters?|bumps?|booms?|tolls?|
    crash(?:es)?|slams?|thunders?|screech(?:es)?|falls? silent|starts? up|
    (?:swings?|creaks?|bursts?|flies) open|
    strikes? (?:\p{L}+|the hour))(?=[,.!;]| (?:and|on|against|into|with|again|as)\s)
  `,
].map((words) => wrappedPattern(String.raw`^[\s\p{P}]{0,4}(?:${words})(?!\p{L})`, "iu"));
/** An NPC speaks to the whole room. */
const speaksToAll = wrappedPattern(
  String.raw`
  (?<!\p{L})(?:(?:orders?|tells?|asks?|says? to|calls? to|turns? to|addresses) (?:every(?:one|body)|
  you all|the (?:whole )?(?:room|table|company|party))|shouts?|bellows?|calls? out|
  cries out)(?!\p{L})
`,
  "iu",
);
/** What follows a player's quotation: "says Alex". */
const speaks = /^\s*(?:says?|asks?|calls?|shouts?|laughs?)\s/iu;

/** A telling ends before its paragraph does if the group or another player is addressed, another player speaks, or the scene resumes. */
function endsTelling(
  { aloud, addressed, named }: Sentence,
  { telling, book }: { telling: Telling; book: NameBook },
): boolean {
  if (addressed.some((seat) => telling.seats.includes(seat))) return false;
  return (
    addressed.length > 0 ||
    toScene.some((turn) => turn.test(aloud)) ||
    saidToAll.test(aloud) ||
    speaksToAll.test(aloud) ||
    returnsToGroup(aloud, book.size) ||
    isGroupQuestion(aloud) ||
    (speaks.test(aloud) && named.some((seat) => !telling.seats.includes(seat)))
  );
}
