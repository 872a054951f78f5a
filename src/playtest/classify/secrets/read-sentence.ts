/** Reads one sentence: does it tell a secret, and to whom? */
import { splitSentences, wrappedPattern, type Span } from "../../text/index.ts";
import { around } from "../evidence.ts";
import {
  addressesIn,
  nameGroups,
  saysYou,
  seatsIn,
  type Address,
  type Mention,
  type NameBook,
} from "../player-names.ts";
import {
  auxiliary,
  innerExperience,
  leavesOut,
  perceive,
  perceivesLess,
  secrecy,
  setsApart,
  spaced,
  speaksOfWhatWasTold,
} from "./secrecy-phrases.ts";
import { returnsToGroup } from "./secret-end.ts";

/** What a sentence alone says about its audience. */
export type Reading = {
  whole: string;
  /** Players spoken to by name. */
  addresses: Address[];
  /** Players set apart by name: "only Sam hears". */
  apart: number[];
  /** Every player named, in order. */
  named: number[];
  says: "secret" | "inner" | "nothing";
  /** The players addressed nearest to the words that say so, and those who share it with them. */
  nearest: number[];
  /** The words that decided, and the same with some context. */
  phrase: string;
  words: string;
  you: boolean;
  /** Told in secret to a name that no player has: "Bob, you alone notice". */
  stranger: boolean;
  /** Players who, it says, perceive nothing or less. */
  leftOut: number[];
  /** The secret came before this sentence: "no one else hears it". */
  speaksOfWhatWasTold: "surely" | "perhaps" | "no";
};

export function readSentence(flat: string, book: NameBook): Reading {
  const mentions = book.inProse(flat);
  const groups = nameGroups(mentions, flat);
  const named = [...new Set(groups.flatMap(({ seats }) => seats))];
  const apart = groups.flatMap((group) =>
    setsApart(flat, group)
      ? [group]
      : leavesOut(flat, group)
        ? [{ ...group, seats: everybody(book).filter((seat) => !group.seats.includes(seat)) }]
        : [],
  );
  const leftOut = groups
    .filter((group) => group.joinedByAnd || group.mentions.length === 1)
    .filter(
      (group) =>
        turn.test(flat.slice(Math.max(0, group.start - 24), group.start)) && perceivesLess(flat, group),
    );
  const phrase = apart[0]
    ? undefined
    : (secrecy.exec(flat) ?? (leftOut.length > 0 ? othersPerceive(flat, { mentions, leftOut }) : null));
  // In a secret sentence a name in lower case counts, and a misspelt one.
  const spelt = phrase && mentions.length === 0 ? book.inTag(flat) : mentions;
  const addresses = addressesIn(flat, phrase && spelt.length === 0 ? misspelt(flat, book) : spelt);
  const you = saysYou(flat);
  const inner =
    !apart[0] && !phrase && addresses.length === 1 && addresses[0]!.seats.length === 1
      ? innerExperience.exec(flat)
      : null;
  const at = apart[0]?.start ?? phrase?.index ?? inner?.index ?? 0;
  return {
    whole: flat,
    addresses,
    apart: seatsIn(apart),
    named,
    says: apart[0] || phrase ? "secret" : inner ? "inner" : "nothing",
    nearest: seatsIn([
      ...nearest(addresses, at),
      ...groups.filter(({ start }) =>
        /(?:only|just)[\s*_]{1,4}you,?[\s*_]{1,4}and[\s*_]{1,4}$/i.test(
          flat.slice(Math.max(0, start - 30), start),
        ),
      ),
    ]),
    phrase: phrase?.[0] ?? "",
    words: around(flat, at, { before: 40, after: 80 }),
    you,
    stranger: Boolean(phrase) && you && named.length === 0 && addresses.length === 0 && namesStranger(flat),
    leftOut: seatsIn(leftOut),
    speaksOfWhatWasTold: apart[0] || phrase ? speaksOfWhatWasTold(flat, at) : "no",
  };
}

/** What may precede those who perceive less: nothing, or a conjunction. */
const turn = wrappedPattern(
  String.raw`
  (?:^|[,;—.])[\s*_"'(]{0,6}(?:(?:but|while|and|whereas|though|yet|meanwhile),?[\s*_]{1,4})?$|
  (?:but|while|whereas)[\s*_]{1,4}$
`,
  "i",
);

/** Another player is addressed: "Alex can't see this, but Sam, …", "Sam, you see a face, but Alex sees nothing". */
function othersPerceive(
  flat: string,
  { mentions, leftOut }: { mentions: readonly Mention[]; leftOut: readonly Mention[] },
): RegExpExecArray | null {
  const out = new Set(leftOut.flatMap(({ seats }) => seats));
  return addressesIn(flat, mentions).some(({ seats }) => !seats.some((seat) => out.has(seat)))
    ? /\S+/.exec(flat)
    : null;
}

const everybody = ({ size }: NameBook): number[] => Array.from({ length: size }, (_, seat) => seat);

/** A name at the start: "Minvera, you alone notice". */
const vocative = /^[\s\p{P}]{0,12}(\p{Lu}[\p{L}'-]{2,30})(?=[*_]{0,3}\s?[,:—…])/u;

function misspelt(flat: string, book: NameBook): Mention[] {
  const name = vocative.exec(flat)?.[1];
  const seats = name === undefined ? [] : book.nearest(name);
  const start = name === undefined ? 0 : flat.indexOf(name);
  return seats.length === 0 ? [] : [{ start, end: start + name!.length, seats }];
}

const noNames = new Set(
  "then now here there still yet and but meanwhile somehow tonight inside outside perhaps maybe again once yes well listen friends travellers travelers strangers everyone everybody alas instead indeed however today below above beyond ahead".split(
    " ",
  ),
);

function namesStranger(flat: string): boolean {
  const name = vocative.exec(flat)?.[1]?.toLowerCase();
  return name !== undefined && !noNames.has(name) && !/(?:ly|ing|ed|wards?)$/.test(name);
}

/** The seats a sentence speaks to by name. */
export const addressed = ({ addresses }: Reading): number[] => seatsIn(addresses);

function nearest(addresses: readonly Address[], at: number): Address[] {
  const distance = ({ start, end }: Address) => (start >= at ? start - at : Math.max(0, at - end));
  return addresses.length === 0
    ? []
    : [addresses.reduce((best, address) => (distance(address) < distance(best) ? address : best))];
}

/** Who was spoken to just before; not `sure` if only spoken of. */
export type SpokenTo = { seats: number[]; sure: boolean };

/** The audience of a secret sentence. Undefined: not secret, or unknown. */
export function secretTarget(
  { says, apart, addresses, nearest, named, you, phrase }: Reading,
  before: SpokenTo | undefined,
): { seats: number[]; confidence: number } | undefined {
  if (says === "nothing") return undefined;
  if (apart.length > 0) return { seats: apart, confidence: 0.9 };
  if (says === "inner") return { seats: nearest, confidence: 0.6 };
  if (addresses.length > 0) return { seats: nearest, confidence: 0.9 };
  if (before?.sure && (you || named.length === 0)) return { seats: before.seats, confidence: 0.75 };
  // "You" is not the one who was only spoken of, unless the sentence excludes all others.
  if (before && named.length === 0 && (!you || /alone|only|else/i.test(phrase)))
    return { seats: before.seats, confidence: 0.55 };
  if (named.length === 1) return { seats: named, confidence: 0.75 };
  // Of several, the one named first is most often the one it happens to.
  if (named.length > 1) return { seats: [named[0]!], confidence: 0.55 };
  return undefined;
}

/** How many characters and sentences back "just before" reaches. */
const NEAR = 400;
const SENTENCES = 2;

const perceives = new RegExp(String.raw`^${spaced(` ${auxiliary}${perceive}`)}(?!\p{L})`, "iu");

/**
 * For whom a private part must be if it does not say so: the player addressed by name in it, or else just before it.
 * Empty if there is none: a guess would tell a secret.
 */
export function plausibleTarget(
  flat: string,
  book: NameBook,
  { start, from = start, end }: Span & { /** Where the secret itself begins. */ from?: number },
): number[] {
  const inside = flat.slice(from, end);
  const mentions = book.inProse(inside);
  const [spokenTo] = addressesIn(inside, mentions);
  if (spokenTo) return spokenTo.seats;
  const [first] = mentions;
  // "[Private] [Sam] …"
  if (
    first &&
    !/[\p{L}\p{N}]/u.test(inside.slice(0, first.start)) &&
    /^[\])}>*_]/.test(inside.slice(first.end))
  )
    return first.seats;
  // "[Secret: Sam sees …]"
  const perceiving = new Set(
    mentions
      .filter((mention) => perceives.test(inside.slice(mention.end, mention.end + 60)))
      .map(({ seats }) => seats.join()),
  );
  if (perceiving.size === 1) return mentions.find(({ seats }) => perceiving.has(seats.join()))!.seats;
  // "**Sam:** (private) …"
  const onTheLine = flat
    .slice(Math.max(0, start - 24), start)
    .split("\n")
    .at(-1)!;
  return (
    book.inProse(onTheLine).at(-1)?.seats ??
    spokenToBefore(flat.slice(Math.max(0, start - NEAR), start), book)
  );
}

function spokenToBefore(text: string, book: NameBook): number[] {
  for (const { start, end } of splitSentences(text).slice(-SENTENCES).toReversed()) {
    const sentence = text.slice(start, end);
    const spokenTo = addressesIn(sentence, book.inProse(sentence)).at(-1);
    if (spokenTo) return spokenTo.seats;
    if (returnsToGroup(sentence, book.size)) return [];
  }
  return [];
}
