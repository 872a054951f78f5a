import { addressesIn, nameGroups, saysYou, type Address } from "./address.ts";
import { around } from "./evidence.ts";
import type { Mention, NameBook } from "./name-book.ts";
import {
  innerExperience,
  leavesOut,
  perceivesLess,
  secrecy,
  setsApart,
  speaksOfWhatWasTold,
} from "./secrecy.ts";

/** What one sentence says by itself about who is meant. */
export type Reading = {
  whole: string;
  /** Players spoken to by name. */
  addresses: Address[];
  /** Players set apart by name: "only Sam hears". */
  apart: number[];
  /** Every player named, in order. */
  named: number[];
  says: "secret" | "inner" | "nothing";
  /** The players spoken to nearest to the words that say so, and whoever shares it with them. */
  nearest: number[];
  /** The words that decided, and the same with some of what stands around them. */
  phrase: string;
  words: string;
  you: boolean;
  /** Told in secret to a name that nobody bears: "Bob, you alone notice". */
  stranger: boolean;
  /** Players of whom it says that they perceive nothing, or less. */
  leftOut: number[];
  /** The secret came before: "no one else hears it". */
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
  // Where something is secret, a name in small letters will do, and a misspelt one.
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
    apart: seatsOf(apart),
    named,
    says: apart[0] || phrase ? "secret" : inner ? "inner" : "nothing",
    nearest: seatsOf([
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
    leftOut: seatsOf(leftOut),
    speaksOfWhatWasTold: apart[0] || phrase ? speaksOfWhatWasTold(flat, at) : "no",
  };
}

/** What may stand before those who perceive less: nothing, or a turn of the sentence. */
const turn =
  /(?:^|[,;—.])[\s*_"'(]{0,6}(?:(?:but|while|and|whereas|though|yet|meanwhile),?[\s*_]{1,4})?$|(?:but|while|whereas)[\s*_]{1,4}$/i;

/** "Alex can't see this, but Sam, …", "Sam, you see a face, but Alex sees nothing": another player is spoken to. */
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

/** Somebody spoken to first: "Minvera, you alone notice". */
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

/** The seats that a sentence speaks to by name. */
export const addressed = ({ addresses }: Reading): number[] => seatsOf(addresses);

const seatsOf = (groups: ReadonlyArray<{ seats: number[] }>): number[] =>
  [...new Set(groups.flatMap(({ seats }) => seats))].sort((a, b) => a - b);

function nearest(addresses: readonly Address[], at: number): Address[] {
  const distance = ({ start, end }: Address) => (start >= at ? start - at : Math.max(0, at - end));
  return addresses.length === 0
    ? []
    : [addresses.reduce((best, address) => (distance(address) < distance(best) ? address : best))];
}
