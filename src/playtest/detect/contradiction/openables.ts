import { allMatches } from "../all-matches.ts";
import type { Names } from "./mentions.ts";
import { HEADS } from "./topic-words.ts";

/** Something that can be locked or open, as a sentence names it. */
export type Openable = {
  entity: string;
  label: string;
  /** Is it one of a kind? "The church door" is; "the heavy door" may be any; "the door" tells nothing. */
  kind: "named" | "described" | "bare";
  /** "The locked church door" says what it is. */
  value?: "locked" | "open";
  /** Where in the sentence. */
  start: number;
  end: number;
};

const NO_MODIFIER =
  "a an the of and or but in on at to by from with for into is are was were his her their your its my our you he she they it every each no any all both some as that which who near behind beside through";
const OTHER = new Set(
  "first second third fourth fifth last next other another far near left right opposite same adjacent nearest only adjoining neighbouring neighboring top bottom upper lower car elevator lift refrigerator fridge".split(
    " ",
  ),
);
const GENERIC = new Set(
  `front back side rear main outer inner heavy wooden iron metal steel oak oaken old ancient small little big large great huge massive tall wide narrow low single double
  closed shut half-open half rotten rotting rusty rusted worn weathered thick thin dark black white red green blue grey gray brown bronze brass stone glass strange plain simple
  sturdy solid ornate carved painted broken damaged battered creaking wet dusty long short round arched reinforced secret hidden wicker sliding swinging`.split(
    /\s+/,
  ),
);
/** A place that a door belongs to makes it one of a kind. */
const PLACES = new Set(
  `church cellar kitchen attic library vault chapel crypt barn tower lighthouse engine cargo bridge cabin office study bedroom garden stable prison tavern inn temple castle palace
  warehouse bank school hospital station archive archives laboratory lab workshop boathouse basement hall harbour harbor city town village cemetery graveyard mine ship reactor museum
  theatre theater mill farmhouse manor mansion shop store house bakery forge armoury armory treasury throne ballroom dining bathroom pantry greenhouse observatory shed garage hangar
  medbay infirmary monastery abbey cathedral vestry sacristy belfry customs signal pump boiler control dungeon courtyard nursery parlour parlor wine root`.split(
    /\s+/,
  ),
);
const LOCKED = new Set(["locked", "bolted", "barred", "padlocked", "sealed"]);
const OPEN = new Set(["open", "unlocked", "half-open", "ajar"]);

const either = (word: string) => `[${word[0]!.toUpperCase()}${word[0]}]${word.slice(1)}`;
const PHRASE = new RegExp(
  String.raw`(?<![\p{L}'-])([Tt]he|[Tt]his|[Tt]hat|\p{Lu}[\p{L}-]*'s)\s+((?:(?!(?:${NO_MODIFIER.replaceAll(" ", "|")})\s)[\p{L}'-]+\s+){0,3}?)(${HEADS.map(either).join("|")})(?:s|es)?(?![\p{L}'-]|\s(?:${HEADS.map(either).join("|")}))(?:\s+(?:of|to|into)\s+(?:the\s+)?(?!(?:${NO_MODIFIER.replaceAll(" ", "|")})\b)([\p{L}-]+))?`,
  "gu",
);

/** The openables that a sentence names for certain, those of the guide first: "a door" and "the other door" are not among them. */
export function openables(
  { text }: { text: string },
  { vocabulary, openables: tracked }: Pick<Names, "vocabulary" | "openables">,
): Openable[] {
  const known = tracked(text)
    .filter(({ possessive }) => !possessive)
    .map(({ entity, label, start, end }): Openable => ({
      entity,
      label,
      kind: "named",
      start: start - (/\bthe\s+$/i.exec(text.slice(0, start))?.[0].length ?? 0),
      end,
    }));
  const isKnown = ({ start, end }: Openable) => known.some((thing) => thing.start < end && start < thing.end);
  return [...known, ...inWords(text, vocabulary).filter((thing) => !isKnown(thing))];
}

/** Whatever is called a door, a gate, a chest. */
function inWords(text: string, vocabulary: ReadonlySet<string>): Openable[] {
  return allMatches(text, PHRASE).flatMap((found) => {
    const [all, determiner, modifiers, head, place] = found;
    const words = modifiers!.toLowerCase().split(/\s+/).filter(Boolean);
    if (words.some((word) => OTHER.has(word))) return [];
    const owner = determiner!.endsWith("'s") ? [determiner!.toLowerCase().replace(/'s$/, "")] : [];
    const rest = words.filter((word) => !LOCKED.has(word) && !OPEN.has(word) && !word.endsWith("ly"));
    const telling = [
      ...owner,
      ...rest.filter((word) => !GENERIC.has(word)).map((word) => word.replace(/'s$/, "")),
      ...(place ? [place.toLowerCase()] : []),
    ];
    const named = telling.some((word) => vocabulary.has(word) || PLACES.has(word) || owner.includes(word));
    const called = [...(telling.length > 0 ? telling : rest), head!.toLowerCase()].join(" ");
    const value = words.some((word) => LOCKED.has(word))
      ? "locked"
      : words.some((word) => OPEN.has(word))
        ? "open"
        : undefined;
    return [
      {
        entity: called,
        label: `the ${called}`,
        kind: named ? "named" : rest.length > 0 || telling.length > 0 ? "described" : "bare",
        value,
        start: found.index,
        end: found.index + all.length,
      },
    ];
  });
}
