import { addressesIn, nameGroups, saysYou, type Address } from "./address.ts";
import type { NameBook } from "./name-book.ts";
import { innerExperience, secrecy, setsApart, speaksOfWhatWasTold } from "./secrecy.ts";

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
  /** The secret came before: "no one else hears it". */
  speaksOfWhatWasTold: "surely" | "perhaps" | "no";
};

export function readSentence(flat: string, book: NameBook): Reading {
  const mentions = book.inProse(flat);
  const groups = nameGroups(mentions, flat);
  const named = [...new Set(groups.flatMap(({ seats }) => seats))];
  const apart = groups.filter((group) => setsApart(flat, group));
  const phrase = apart[0] ? undefined : secrecy.exec(flat);
  // Where something is secret, a name in small letters will do.
  const addresses = addressesIn(flat, phrase && mentions.length === 0 ? book.inTag(flat) : mentions);
  const you = saysYou(flat);
  const inner = !apart[0] && !phrase && addresses.length === 1 && addresses[0]!.seats.length === 1 ? innerExperience.exec(flat) : null;
  const at = apart[0]?.start ?? phrase?.index ?? inner?.index ?? 0;
  return {
    whole: flat,
    addresses,
    apart: seatsOf(apart),
    named,
    says: apart[0] || phrase ? "secret" : inner ? "inner" : "nothing",
    nearest: seatsOf([...nearest(addresses, at), ...groups.filter(({ start }) => /(?:only|just)[\s*_]{1,4}you,?[\s*_]{1,4}and[\s*_]{1,4}$/i.test(flat.slice(Math.max(0, start - 30), start)))]),
    phrase: phrase?.[0] ?? "",
    words: flat.slice(Math.max(0, at - 40), at + 80),
    you,
    speaksOfWhatWasTold: apart[0] || phrase ? speaksOfWhatWasTold(flat, at) : "no",
  };
}

/** The seats that a sentence speaks to by name. */
export const addressed = ({ addresses }: Reading): number[] => seatsOf(addresses);

const seatsOf = (groups: ReadonlyArray<{ seats: number[] }>): number[] => [...new Set(groups.flatMap(({ seats }) => seats))].sort((a, b) => a - b);

function nearest(addresses: readonly Address[], at: number): Address[] {
  const distance = ({ start, end }: Address) => (start >= at ? start - at : Math.max(0, at - end));
  return addresses.length === 0 ? [] : [addresses.reduce((best, address) => (distance(address) < distance(best) ? address : best))];
}
