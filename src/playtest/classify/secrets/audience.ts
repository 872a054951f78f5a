/** Decides who hears each piece of an output by its tags and by what its prose plainly says. */
import { clip, looseEvidence, tagEvidence } from "../evidence.ts";
import { hasWords, unquoted, withWordless, type Heard, type Piece } from "../pieces.ts";
import { addressesIn, type NameBook } from "../player-names.ts";
import { addressed, readSentence, secretTarget, type Reading, type SpokenTo } from "./read-sentence.ts";
import { youPerceive } from "./secrecy-phrases.ts";
import {
  continuesSecret,
  isGroupQuestion,
  isLoose,
  onlyAnnounces,
  returnsToGroup,
  tellsOpenly,
  tellsWhatOthersPerceive,
} from "./secret-end.ts";

type Private = Heard & { seats: number[] };

const toAll: Heard = { seats: "all", confidence: 0.9, evidence: "told to all" };
/** A player's secret that the narrator openly tells to all. */
export const openlyToAll: Heard = { ...toAll };
const byName: Heard = {
  seats: "all",
  confidence: 0.75,
  evidence: "spoken to by name, and nothing says that it is secret",
};

/** How many pieces back a secret may begin before the words that say it is one. */
const FAR_BACK = 6;

/** Enough characters of a secret to know what it is about. */
const FAR_ON = 4_000;

/** The state before the next piece. */
type State = {
  /** The secret being told: it lasts to the end of its paragraph, or until the narrator turns to the group. */
  secret?: Private;
  spokenTo?: SpokenTo & { paragraph: number };
  /** A secret was announced and its owner comes next: "Only one of you hears it. Sam, …" */
  announced?: { confidence: number; evidence: string; ifPerceived: boolean };
  quoting: boolean;
  /** The open quotation was announced to all. */
  openly: boolean;
  /** The secret so far, and whether its last sentence may have been for all. */
  told: string;
  loose: boolean;
  last?: { paragraph: number; text: string; heard: Heard; reading: Reading };
};

/** Who hears each piece, in order. In doubt the fewest hear it. */
export function audiences(flat: string, pieces: readonly Piece[], book: NameBook): Heard[] {
  const heard: Heard[] = [];
  const turnsAway: boolean[] = [];
  const state: State = { quoting: false, openly: false, told: "", loose: false };
  const textOf = ({ start, end }: Piece) => flat.slice(start, end);

  for (const [index, piece] of pieces.entries()) {
    const text = textOf(piece);
    turnsAway.push(false);
    heard.push(toAll);
    if (!hasWords(text)) continue;
    if (state.last?.paragraph !== piece.paragraph) beginParagraph(text, index);
    const { aloud, open } = unquoted(text, state.quoting);
    // The quotation was one player's secret, and the narrator says so.
    const openly =
      state.openly || (aloud !== text && tellsOpenly(aloud) && readSentence(aloud, book).says === "nothing");
    state.quoting = open;
    state.openly = openly && open;
    const reading = readSentence(text, book);
    turnsAway[index] = openly || turnsToGroup(aloud === text ? reading : readSentence(aloud, book), aloud);
    const now =
      piece.tag && piece.tag.audience !== "unknown"
        ? tagged(piece, index)
        : openly
          ? toldOpenly()
          : spoken(reading, { index, aloud });
    heard[index] = now;
    state.spokenTo = spokenToAfter(reading, index);
    state.last = { paragraph: piece.paragraph, text: text.slice(-80), heard: now, reading };
  }
  return withWordless(flat, pieces, heard);

  function beginParagraph(text: string, index: number): void {
    const { last } = state;
    const continues =
      last &&
      isPrivate(last.heard) &&
      (/:[\s*_"]{0,6}$/.test(last.text) || continuesSecret(text) || onlyAnnounced(last.paragraph, index));
    state.secret = continues ? (last.heard as Private) : undefined;
    state.announced = undefined;
    state.loose = state.quoting = state.openly = false;
    // A player who was only spoken of in the last paragraph is not addressed in the next one.
    if (state.spokenTo?.sure === false) state.spokenTo = undefined;
  }

  /** "Sam, you alone see it.", and what Sam sees comes in the next paragraph. */
  function onlyAnnounced(paragraph: number, index: number): boolean {
    for (let at = index - 1; at >= 0 && pieces[at]!.paragraph >= paragraph; at--) {
      // The reach of a tag is already decided.
      if (pieces[at]!.tag && hasWords(textOf(pieces[at]!))) return false;
      if (isPrivate(heard[at]!) && !onlyAnnounces(textOf(pieces[at]!), book)) return false;
    }
    return true;
  }

  function tagged({ tag }: Piece, index: number): Heard {
    const { audience, words, pointsBack, named } = tag!;
    state.secret = state.announced = undefined;
    const now: Heard = named
      ? { seats: audience as number[] | "all", confidence: 0.97, evidence: tagEvidence(words) }
      : {
          seats: audience as number[],
          confidence: 0.6,
          evidence: tagEvidence(
            words,
            audience.length > 0 ? ", taken to mean this player" : ", which names no player",
          ),
        };
    if (pointsBack && isPrivate(now)) reachBack(index, now, true);
    return now;
  }

  function toldOpenly(): Heard {
    state.secret = state.announced = undefined;
    return openlyToAll;
  }

  function spoken(reading: Reading, { index, aloud }: { index: number; aloud: string }): Heard {
    const target = secretTarget(reading, state.spokenTo) ?? announcedTarget(reading);
    if (target) {
      const secret = { ...target, evidence: clip(reading.words) };
      const back = reading.speaksOfWhatWasTold;
      if (back === "surely" || (back === "perhaps" && reading.addresses.length === 0))
        reachBack(index, secret, back === "surely");
      return tell(secret, reading);
    }
    if (reading.stranger && aloud === reading.whole)
      return tell(
        { seats: [], confidence: 0.5, evidence: clip(`names no player: ${reading.words}`) },
        reading,
      );
    if (state.secret && !turnsAway[index]) return continueSecret(state.secret, reading, { index, aloud });
    const others = state.secret ? "no" : reading.leftOut.length > 0 ? "less" : tellsWhatOthersPerceive(aloud);
    state.secret = state.announced = undefined;
    if (others === "less") contrast(index, reading.leftOut);
    if (others !== "no") state.announced = { confidence: 0.6, evidence: clip(aloud), ifPerceived: true };
    return toTheGroup(reading, pieces[index]!);
  }

  function tell(secret: Private, { whole }: Reading): Heard {
    state.announced = undefined;
    state.told = whole;
    state.loose = false;
    return (state.secret = secret);
  }

  /** A secret lasts to the end of its paragraph, except for a closing question to all. */
  function continueSecret(
    secret: Private,
    { whole, addresses }: Reading,
    { index, aloud }: { index: number; aloud: string },
  ): Heard {
    if (addresses.length === 0 && isGroupQuestion(aloud) && endsParagraph(index)) return toAll;
    state.loose = secret.seats.length > 0 && isLoose(whole, { secret: state.told, afterLoose: state.loose });
    if (state.loose) return { ...secret, confidence: 0.5, evidence: looseEvidence(whole) };
    if (state.told.length < FAR_ON) state.told += whole;
    return secret;
  }

  function endsParagraph(index: number): boolean {
    let at = index + 1;
    while (pieces[at]?.paragraph === pieces[index]!.paragraph && !hasWords(textOf(pieces[at]!))) at++;
    return pieces[at]?.paragraph !== pieces[index]!.paragraph;
  }

  function toTheGroup(reading: Reading, { tag }: Piece): Heard {
    if (tag) return { ...toAll, confidence: 0.4, evidence: clip(`names no player: ${tag.words}`) };
    if (reading.says === "secret") {
      const evidence = clip(`secret, but no player is named: ${reading.words}`);
      state.announced = { confidence: 0.7, evidence: clip(reading.words), ifPerceived: false };
      return { ...toAll, confidence: 0.4, evidence };
    }
    return reading.addresses.length > 0 && reading.you ? byName : toAll;
  }

  function announcedTarget(reading: Reading): { seats: number[]; confidence: number } | undefined {
    const seats = addressed(reading);
    if (!state.announced || seats.length !== 1 || !reading.you) return undefined;
    return state.announced.ifPerceived && !youPerceive.test(reading.whole)
      ? undefined
      : { seats, confidence: state.announced.confidence };
  }

  /** "Sam, you see a face. The others see only their own." */
  function contrast(index: number, leftOut: readonly number[]): void {
    const { last, spokenTo } = state;
    const { paragraph } = pieces[index]!;
    if (
      !last ||
      !spokenTo?.sure ||
      spokenTo.paragraph !== paragraph ||
      isPrivate(last.heard) ||
      leftOut.includes(spokenTo.seats[0]!)
    )
      return;
    const since = pieces
      .slice(Math.max(0, index - FAR_BACK), index)
      .filter((piece) => piece.paragraph === paragraph)
      .map(textOf);
    if (since.some((text) => youPerceive.test(text)))
      reachBack(index, { seats: spokenTo.seats, confidence: 0.6, evidence: clip(last.reading.whole) }, false);
  }

  /** Speaks to all again or to another player, and not to the owner of the secret. */
  function turnsToGroup(reading: Reading, aloud: string): boolean {
    const { secret } = state;
    const seats = addressed(reading);
    if (secret && seats.some((seat) => secret.seats.includes(seat))) return false;
    return returnsToGroup(aloud, book.size) || (reading.you && seats.length > (secret ? 0 : 1));
  }

  /** The secret came just before: back to the address of the player, or else, if certain, one sentence. */
  function reachBack(index: number, now: Private, sure: boolean): void {
    const { paragraph } = pieces[index]!;
    let from = index;
    for (let at = index - 1; at >= Math.max(0, index - FAR_BACK); at--) {
      const piece = pieces[at]!;
      if (piece.paragraph !== paragraph || isPrivate(heard[at]!) || turnsAway[at] || piece.tag) break;
      const text = textOf(piece);
      const addresses = addressesIn(text, book.inProse(text));
      if (addresses.some(({ seats }) => !seats.some((seat) => now.seats.includes(seat)))) break;
      if ((sure && from === index) || addresses.length > 0) from = at;
      if (addresses.length > 0) break;
    }
    for (let at = from; at < index; at++) heard[at] = now;
  }

  function spokenToAfter(reading: Reading, index: number): State["spokenTo"] {
    const { paragraph } = pieces[index]!;
    const seats = addressed(reading);
    if (seats.length > 0) return seats.length === 1 ? { seats, sure: true, paragraph } : undefined;
    if (turnsAway[index]) return undefined;
    const now = heard[index]!;
    if (isPrivate(now) && now.seats.length === 1) return { seats: now.seats, sure: true, paragraph };
    if (reading.named.length === 1 && !reading.you) return { seats: reading.named, sure: false, paragraph };
    return state.spokenTo?.paragraph === paragraph ? state.spokenTo : undefined;
  }
}

const isPrivate = (heard: Heard): heard is Private => heard.seats !== "all";
