import type { Story } from "../../../contract/index.ts";
import { contentWords } from "../../detect/index.ts";
import { fill, toldToAll, withWords } from "../narration-edits.ts";
import type { Edit, Operator, Plant, PlantOptions } from "../operator.ts";
import { openTurns, recordAt, type Transcript } from "../transcript.ts";
import { ways } from "./contradiction-ways.ts";

type Fact = Story["pulses"][number]["facts"][number];
type Against = { way: string; slots: Record<string, string> };
type Kind = {
  name: Operator["name"];
  against(fact: Fact, transcript: Transcript): Against | undefined;
  /** Where no guide states anything: what is told first. */ setUp: ReadonlyArray<{
    first: string;
    fact: Fact;
  }>;
};

const NUMBERS = ["two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"];
const INVENTED = ["Prudence Hale", "Marten Kvist", "Odile Sorel", "Jasper Thrale", "Wilhelmina Groot"];
const REPLIES = /^(?:the group|the players)$/i;
const isSomebody = (name: string, { config }: Transcript) =>
  config.storyGuide.npcs.some((npc) => npc.name === name);
const shares = (a: string, b: string) => contentWords(a).some((word) => contentWords(b).includes(word));

const kinds: readonly Kind[] = [
  {
    name: "revived-dead",
    against: ({ attribute, value, entity }) =>
      attribute === "alive" && /\bdead\b/i.test(value) ? { way: "revive", slots: { entity } } : undefined,
    setUp: [
      { first: "Marwick Dole is dead.", fact: { entity: "Marwick Dole", attribute: "alive", value: "dead" } },
      {
        first: "Sister Odda lies dead on the floor.",
        fact: { entity: "Sister Odda", attribute: "alive", value: "dead" },
      },
    ],
  },
  {
    name: "teleport",
    against({ entity, attribute, value }, transcript) {
      const { locations } = transcript.config.storyGuide;
      const known = locations.some(({ name }) => shares(name, value)) || attribute === "place";
      const other = locations.find(({ name }) => !shares(name, value) && !shares(name, entity));
      return attribute !== "place" ||
        /[^s]s$/.test(entity) ||
        !known ||
        !other ||
        /\b(?:missing|nowhere|unknown)\b|\bwith\b|\bfrom\b/i.test(value)
        ? undefined
        : { way: "elsewhere", slots: { entity, place: other.name.replace(/^The /, "the ") } };
    },
    setUp: [
      {
        first: "Marwick Dole is in the tavern.",
        fact: { entity: "Marwick Dole", attribute: "place", value: "the tavern" },
      },
    ],
  },
  {
    name: "swapped-name",
    against({ entity, attribute, value }, transcript) {
      const name = INVENTED.find(
        (each) => !transcript.config.group.players.some((player) => shares(player.name, each)),
      );
      return attribute === "name" && isSomebody(value, transcript) && /^the [a-z]/.test(entity)
        ? { way: "rename", slots: { entity, name: name! } }
        : undefined;
    },
    setUp: [
      {
        first: "The innkeeper, Berta Loom, wipes the bar.",
        fact: { entity: "the innkeeper", attribute: "name", value: "Berta Loom" },
      },
    ],
  },
  {
    name: "flipped-lock",
    against({ entity, attribute, value }) {
      if (attribute !== "state") return undefined;
      if (/\b(?:locked|bolted|barred|sealed)\b/i.test(value)) return { way: "open", slots: { entity } };
      return /^open$/i.test(value) ? { way: "lock", slots: { entity } } : undefined;
    },
    setUp: [
      {
        first: "The cellar door is locked.",
        fact: { entity: "the cellar door", attribute: "state", value: "locked" },
      },
      {
        first: "The chapel gate stands open.",
        fact: { entity: "the chapel gate", attribute: "state", value: "open" },
      },
    ],
  },
  {
    name: "moved-item",
    against({ entity, attribute, value }, transcript) {
      const { npcs } = transcript.config.storyGuide;
      const dead = new Set(
        npcs
          .filter(({ name }) =>
            transcript.config.storyGuide.pulses.some(({ facts }) =>
              facts.some((fact) => fact.entity === name && /\bdead\b/i.test(fact.value)),
            ),
          )
          .map(({ name }) => name),
      );
      const other = npcs.find(
        ({ name }) =>
          !dead.has(name) && !shares(name, value) && !shares(name, entity) && /^\p{Lu}/u.test(name),
      );
      return attribute === "holder" && (REPLIES.test(value) || isSomebody(value, transcript)) && other
        ? { way: "move", slots: { entity, other: other.name } }
        : undefined;
    },
    setUp: [
      {
        first: "You take the amulet.",
        fact: { entity: "the amulet", attribute: "holder", value: "the group" },
      },
    ],
  },
  {
    name: "flipped-time",
    against({ attribute, value }) {
      if (attribute !== "time") return undefined;
      if (/^(?:night|midnight|dark)$/i.test(value)) return { way: "toDay", slots: {} };
      return /^(?:day|noon|morning|afternoon)$/i.test(value) ? { way: "toNight", slots: {} } : undefined;
    },
    setUp: [
      { first: "It is night.", fact: { entity: "the sky", attribute: "time", value: "night" } },
      { first: "It is noon.", fact: { entity: "the sky", attribute: "time", value: "noon" } },
    ],
  },
  {
    name: "changed-count",
    against({ entity, attribute, value }) {
      const counted =
        attribute === "count" ? NUMBERS.findIndex((word) => new RegExp(`^${word}\\b`, "i").test(value)) : -1;
      // "The three bangs" say their number themselves.
      return counted < 0 || NUMBERS.some((word) => contentWords(entity).includes(word))
        ? undefined
        : { way: "recount", slots: { entity, number: NUMBERS[(counted + 3) % NUMBERS.length]! } };
    },
    setUp: [
      {
        first: "There are three guards.",
        fact: { entity: "the guards", attribute: "count", value: "three" },
      },
    ],
  },
  {
    name: "flipped-state",
    against: ({ entity, attribute, value }) =>
      attribute === "state" && /^broken$/i.test(value) ? { way: "mend", slots: { entity } } : undefined,
    setUp: [
      {
        first: "The lantern is broken.",
        fact: { entity: "the lantern", attribute: "state", value: "broken" },
      },
    ],
  },
];

export const contradictions: readonly Operator[] = kinds.map((kind) => ({
  name: kind.name,
  expects: "contradiction",
  plant: (transcript, options) =>
    transcript.config.storyGuide.pulses.some(({ facts }) => facts.length > 0)
      ? againstGuide(kind, transcript, options)
      : againstSetUp(kind, transcript, options),
}));

/** Says the contrary of what a told pulse made true, was put into words, and still holds. */
function againstGuide(
  { against }: Kind,
  transcript: Transcript,
  { dice, bank }: PlantOptions,
): Plant | undefined {
  for (const turn of dice.shuffle(openTurns(transcript, { from: 2 }))) {
    const found = dice.shuffle(holding(transcript, turn)).flatMap((fact) => against(fact, transcript) ?? []);
    const [chosen] = found;
    if (!chosen) continue;
    const words = said(dice.pick(ways[chosen.way]![bank]), chosen.slots);
    return {
      turn,
      endTurn: turn,
      edits: new Map([[turn, { text: withWords(recordAt(transcript, turn)!, words) }]]),
      about: words,
    };
  }
  return undefined;
}

/** States something of the bench's own, and two turns later the contrary. */
function againstSetUp(
  { against, setUp }: Kind,
  transcript: Transcript,
  { dice, bank }: PlantOptions,
): Plant | undefined {
  const turns = openTurns(transcript, { from: 4 });
  if (turns.length === 0) return undefined;
  const turn = dice.pick(turns);
  const { first, fact } = dice.pick(setUp);
  const chosen = against(fact, {
    ...transcript,
    config: {
      ...transcript.config,
      storyGuide: {
        ...transcript.config.storyGuide,
        npcs: [
          ...transcript.config.storyGuide.npcs,
          { ...transcript.config.storyGuide.npcs[0]!, name: fact.value },
        ],
      },
    },
  });
  if (!chosen) return undefined;
  const words = said(dice.pick(ways[chosen.way]![bank]), chosen.slots);
  const edits = new Map<number, Edit>([
    [turn - 2, { text: withWords(recordAt(transcript, turn - 2)!, first) }],
    [turn, { text: withWords(recordAt(transcript, turn)!, words) }],
  ]);
  return { turn, endTurn: turn, edits, about: `"${first}" and "${words}"` };
}

/** The room keys are in somebody's hands; the lamp is. */
function said(line: string, slots: Record<string, string>): string {
  const isMany = /[^s]s$/.test(slots["entity"] ?? "");
  const agreeing = isMany
    ? line
        .replace("{entity} is", "{entity} are")
        .replace("{entity} has", "{entity} have")
        .replace("{entity} stands", "{entity} stand")
        .replace("it has", "they have")
        .replace("had it", "had them")
        .replace(/as it (\w+)/, (_, verb: string) => `as they ${verb === "was" ? "were" : verb}`)
    : line;
  return fill(agreeing, slots);
}

/** Facts of told pulses that hold in a turn: the last word on each thing, and not about to change in this very turn or a recap of the past. */
function holding(transcript: Transcript, turn: number): Fact[] {
  const { pulses } = transcript.config.storyGuide;
  const told = transcript.records.slice(0, turn - 1);
  const changing = new Set(
    pulses.find(({ id }) => id === recordAt(transcript, turn)?.guidePulse)?.facts.map(subjectOf),
  );
  const last = new Map<string, { fact: Fact; since: number }>();
  for (const { guidePulse, turn: since } of told)
    for (const fact of pulses.find(({ id }) => id === guidePulse)?.facts ?? [])
      last.set(keyOf(fact), { fact, since });
  if (recordAt(transcript, turn)?.classification.type === "recap") return [];
  return [...last.values()]
    .filter(
      ({ fact, since }) =>
        !changing.has(subjectOf(fact)) &&
        told.slice(since - 1).some((record) => saysSo(toldToAll(record), fact)),
    )
    .map(({ fact }) => fact);
}

/** There is one time of day, whatever it is told of. */
const subjectOf = ({ entity, attribute }: Fact): string => (attribute === "time" ? attribute : entity);
const keyOf = (fact: Fact): string => `${subjectOf(fact)}/${fact.attribute}`;

/** A fact that no telling has put into words contradicts nothing that was heard. */
function saysSo(text: string, { entity, attribute, value }: Fact): boolean {
  const said = new Set(contentWords(text));
  const named = attribute === "time" ? [] : contentWords(attribute === "name" ? value : entity);
  if (!named.every((word) => said.has(word))) return false;
  return text.split(/(?<=[.!?])\s+/).some((sentence) => {
    const heard = new Set(contentWords(sentence));
    return (
      (named.length === 0 || named.some((word) => heard.has(word))) &&
      (attribute === "name" || saysValue(sentence, heard, { attribute, value }))
    );
  });
}

function saysValue(
  sentence: string,
  heard: ReadonlySet<string>,
  { attribute, value }: Pick<Fact, "attribute" | "value">,
): boolean {
  if (attribute === "alive") return !/\bdead\b/i.test(value) || /\b(?:dead|dies|died)\b/i.test(sentence);
  if (attribute === "holder" && REPLIES.test(value)) return /\byour?\b/i.test(sentence);
  if (attribute === "count") return new RegExp(`\\b${value.split(/ besides\b/)[0]}\\b`, "i").test(sentence);
  return contentWords(value).some((word) => heard.has(word));
}
