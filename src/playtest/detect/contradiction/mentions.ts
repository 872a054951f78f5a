import { allMatches } from "../all-matches.ts";
import type { Story } from "../../../contract/index.ts";
import { remember } from "../../../kernel/memo/index.ts";
import { keptFor } from "../kept-for.ts";
import { headOf, topicsBy, type Topics } from "./topics.ts";
import { COUNTING, DEATH, DOORS, LIGHT, PARTS } from "./topic-words.ts";

/** Somebody or something of the guide, named in a sentence. */
export type Mention = { entity: string; label: string; start: number; end: number; possessive: boolean };

/** How the guide's people, things and places are found in a sentence. */
export type Names = {
  people(sentence: string): Mention[];
  devices(sentence: string): Mention[];
  locations(sentence: string): Mention[];
  /** What the guide says is locked or open, broken or whole, or so many, at some point of the story. */
  openables(sentence: string): Mention[];
  breakables(sentence: string): Mention[];
  countables(sentence: string): Mention[];
  /** Things whose place it tells, and parts that somebody by name plays: "the schoolteacher". */
  placeables(sentence: string): Mention[];
  roles(sentence: string): Mention[];
  /** Does the guide say when it is day and when it is night? */
  keepsTime: boolean;
  /** Single words of the guide's places, things and people. */
  vocabulary: ReadonlySet<string>;
  players: ReadonlySet<string>;
  topics: Topics;
};

type Alias = { name: string; entity: string; label: string; part: boolean };

const TITLES = new Set(
  "mr mrs ms miss dr doctor captain father mother sister brother old young sir lady lord professor sergeant officer aunt uncle madame saint the of von van de la".split(
    " ",
  ),
);
/** Given names that are words as well: at the head of a sentence they prove nothing. */
const ALSO_WORDS = new Set(
  "will hope grace mark rose dawn may june april august faith joy bill art pat rich frank ray sky storm river chance drew jack gale sunny guy".split(
    " ",
  ),
);

/** The same thing by any article, case or possessive is one entity. */
export const normalise = (name: string): string =>
  name
    .toLowerCase()
    .replaceAll("’", "'")
    .replaceAll(/'s\b/g, "")
    .replaceAll(/[^\p{L}\p{N}\s'-]/gu, " ")
    .replace(/^\s*(?:the|an?|this|that)\s+/, "")
    .replaceAll(/\s+/g, " ")
    .trim();

/** `met`: people whom the narrator brought in. */
export function namesOf({
  guide,
  players,
  met,
}: {
  guide: Story;
  players: readonly string[];
  met: readonly string[];
}): Names {
  const { last, bookOf } = booksOf(guide);
  // From one turn to the next hardly anybody is met.
  if (!last.names || !isSame(last.players, players) || !isSame(last.met, met))
    Object.assign(last, { players, met, names: bookOf(JSON.stringify({ players, met })) });
  return last.names!;
}

type Last = { players: readonly string[]; met: readonly string[]; names?: Names };
const isSame = (one: readonly string[], other: readonly string[]): boolean =>
  one === other || (one.length === other.length && one.every((name, at) => name === other[at]));

/** Made when somebody new comes in, not every turn. */
const booksOf = keptFor((guide: Story) => ({
  last: { players: [], met: [] } as Last,
  bookOf: remember((key): Names => makeBook(guide, JSON.parse(key) as { players: string[]; met: string[] }), {
    most: 100,
  }),
}));

/** The things whose state, number or holder the guide's facts tell, by how they are called there. */
const trackedIn = keptFor(
  (
    guide: Story,
  ): Record<
    "openables" | "breakables" | "countables" | "holdables" | "mortals" | "time" | "placeables" | "roles",
    string[]
  > => {
    const facts = guide.pulses.flatMap((pulse) => pulse.facts);
    const of = (attribute: string, value = /./) => [
      ...new Set(
        facts
          .filter((fact) => fact.attribute === attribute && value.test(fact.value))
          .map(({ entity }) => entity),
      ),
    ];
    return {
      openables: of("state", /\b(?:locked|bolted|barred|sealed|open|unlocked)\b/i),
      breakables: of(
        "state",
        /\b(?:broken|smashed|shattered|torn|wrecked|destroyed|whole|mended|repaired)\b/i,
      ),
      countables: of("count"),
      holdables: of("holder"),
      mortals: of("alive"),
      time: of("time"),
      placeables: of("place"),
      roles: of("name").filter((role) => /^the \p{Ll}/u.test(role)),
    };
  },
);

function makeBook(
  guide: Story,
  { players, met }: { players: readonly string[]; met: readonly string[] },
): Names {
  const named = (list: ReadonlyArray<{ name: string }>) => list.map(({ name }) => name);
  const { openables, breakables, countables, holdables, mortals, time, placeables, roles } = trackedIn(guide);
  const npcs = [...new Set([...named(guide.npcs), ...mortals])];
  const known = new Set(npcs.map(normalise));
  const brought = met.filter((entity) => !known.has(entity));
  // A player by the same name is meant at least as often.
  const playing = new Set(players.map(normalise));
  const people = unambiguous([
    ...npcs.flatMap(aliasesOf),
    ...brought.map((entity) => whole(capitalised(entity))),
  ]).filter(({ name }) => !playing.has(normalise(name)));
  const things = [...new Set([...named(guide.devices), ...holdables])].map(whole);
  const places = named(guide.locations).map(whole);
  const states = [...openables, ...breakables, ...countables].map(whole);
  const placed = placeables.filter((name) => !known.has(normalise(name))).map(whole);
  const parts = roles.map(whole);
  const tracked = forLast(finder(unambiguous(states), isThing));
  const among = (names: readonly string[]) => {
    const wanted = new Set(names.map(normalise));
    return (sentence: string) => tracked(sentence).filter(({ entity }) => wanted.has(entity));
  };
  const heads = (aliases: readonly Alias[]) => aliases.map(({ name }) => headOf(name));
  return {
    people: finder(people, isPerson),
    devices: finder(unambiguous(things), isThing),
    locations: finder(unambiguous(places), isThing),
    keepsTime: time.length > 0,
    openables: among(openables),
    breakables: among(breakables),
    countables: among(countables),
    placeables: finder(unambiguous(placed), isThing),
    roles: finder(unambiguous(parts), isThing),
    vocabulary: new Set(
      [...people, ...things, ...places]
        .flatMap(({ entity }) => entity.split(" "))
        .filter((word) => word.length > 2),
    ),
    players: playing,
    topics: topicsBy({
      people: heads(people),
      devices: heads(things),
      tracked: heads(states),
      placeables: heads(placed),
      roles: heads(parts),
      doors: DOORS,
      numbers: COUNTING,
      light: LIGHT,
      death: DEATH,
      parts: PARTS,
    }),
  };
}

const whole = (name: string): Alias => ({
  name: name.replace(/^(?:the|an?)\s+/i, ""),
  entity: normalise(name),
  label: name,
  part: false,
});

const capitalised = (entity: string) =>
  entity.replaceAll(/(^|[\s-])(\p{L})/gu, (_, gap: string, letter: string) => gap + letter.toUpperCase());

/** People are also called by one of their names: "Obed Marsh", "Obed", "Marsh". */
function aliasesOf(name: string): Alias[] {
  const full = whole(name);
  const parts = full.name
    .split(/\s+/)
    .filter((part) => /^\p{Lu}[\p{L}'-]{2,}$/u.test(part) && !TITLES.has(part.toLowerCase()));
  return [
    full,
    ...(parts.length === 1 && parts[0] === full.name
      ? []
      : parts.map((part) => ({ ...full, name: part, part: true }))),
  ];
}

/** A name that two share names neither. */
function unambiguous(aliases: readonly Alias[]): Alias[] {
  const owners = Map.groupBy(aliases, ({ name }) => name.toLowerCase());
  return aliases.filter(
    ({ name }) => new Set(owners.get(name.toLowerCase())!.map(({ entity }) => entity)).size === 1,
  );
}

type Accept = (alias: Alias, place: { before: string; after: string; found: string }) => boolean;

function finder(aliases: readonly Alias[], accept: Accept): (sentence: string) => Mention[] {
  const byName = new Map(aliases.map((alias) => [alias.name.toLowerCase(), alias]));
  // The longest first, so that a full name is not taken for a part of it.
  const names = [...byName.keys()].toSorted((a, b) => b.length - a.length || (a < b ? -1 : 1));
  if (names.length === 0) return () => [];
  const pattern = new RegExp(
    String.raw`(?<![\p{L}\p{N}'-])(${names.map((name) => escape(name).replaceAll(/\s+/g, String.raw`\s+`)).join("|")})('s)?(?![\p{L}\p{N}-])`,
    "giu",
  );
  return (sentence) =>
    allMatches(sentence, pattern).flatMap(({ 0: all, 1: found, 2: possessive, index }) => {
      const alias = byName.get(found!.toLowerCase().replaceAll(/\s+/g, " "));
      const place = {
        before: sentence.slice(0, index),
        after: sentence.slice(index + all.length),
        found: found!,
      };
      if (!alias || !accept(alias, place)) return [];
      return [
        {
          entity: alias.entity,
          label: alias.label,
          start: index,
          end: index + all.length,
          possessive: possessive !== undefined,
        },
      ];
    });
}

/** Every rule asks about the same sentence, one after the other. */
function forLast<Found>(find: (sentence: string) => Found): (sentence: string) => Found {
  let last: { sentence: string; found: Found } | undefined;
  return (sentence) => {
    if (last?.sentence !== sentence) last = { sentence, found: find(sentence) };
    return last.found;
  };
}

/** A name is written as one, and is not part of a longer one: "Mrs Marsh" is not Obed Marsh, nor is "Marsh Street". */
function isPerson(
  { name, entity, part }: Alias,
  { before, after, found }: { before: string; after: string; found: string },
): boolean {
  if (/^\p{Lu}/u.test(name) && !/^\p{Lu}/u.test(found)) return false;
  if (!part) return true;
  const atHead = before.trim() === "";
  if (atHead && ALSO_WORDS.has(name.toLowerCase())) return false;
  const follows = /^\s(\p{Lu}[\p{L}'-]+)/u.exec(after)?.[1];
  if (follows !== undefined && !entity.includes(follows.toLowerCase())) return false;
  const precedes = /(?<!\p{L})(?!(?:Old|Young|Poor|Dear)\s)(\p{Lu}[\p{L}'-]*)\s$/u.exec(before);
  const atStart = precedes?.index !== undefined && before.slice(0, precedes.index).trim() === "";
  return (
    !precedes ||
    entity.includes(precedes[1]!.toLowerCase()) ||
    (atStart && !TITLES.has(precedes[1]!.toLowerCase()))
  );
}

/** "A lantern" is any lantern; "the lantern" is the one we know. */
function isThing(_: Alias, { before }: { before: string }): boolean {
  return (
    !/\b(?:an?|another|some|any|every|each|no|two|three)\s+(?:[\p{L}'-]+\s+)?$/iu.test(before) ||
    /\bthe\s+(?:[\p{L}'-]+\s+)?$/iu.test(before)
  );
}

const escape = (text: string) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
