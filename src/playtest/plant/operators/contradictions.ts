import type { Story } from "../../../contract/index.ts";
import { contentWords } from "../../detect/index.ts";
import { fill, toldToAll, withWords } from "../narration-edits.ts";
import type { Bank, Edit, Operator, Plant, PlantOptions } from "../operator.ts";
import { openTurns, recordAt, type Transcript } from "../transcript.ts";

type Fact = Story["pulses"][number]["facts"][number];
type Against = { way: string; slots: Record<string, string> };
type Kind = { name: Operator["name"]; against(fact: Fact, transcript: Transcript): Against | undefined; /** Where no guide states anything: what is told first. */ setUp: ReadonlyArray<{ first: string; fact: Fact }> };

/** Ways to say what cannot be, told as plainly as anything else. What may have changed untold is said to be as it was: without that a reader would shrug. */
const ways: Readonly<Record<string, Readonly<Record<Bank, readonly string[]>>>> = {
  revive: {
    fit: ['"You took your time," says {entity}, alive and well, and shakes your hands.', "{entity} nods to each of you and asks what kept you.", '"There you are," says {entity}, and walks ahead.', "{entity} laughs at that and pours each of you a cup.", '"I had begun to wonder about you," says {entity} from the corner.', "{entity} comes in, stamps the cold off, and sits down among you.", "{entity} waves, and calls out to you."],
    report: ['"Mind the step," says {entity}, and holds the light for you.', "{entity} turns round and asks which of you is hungry.", "{entity} whispers something to the one who stands nearest.", '"I would not do that," mutters {entity}.'],
  },
  open: {
    fit: ["You find {entity} wide open, as ever.", "You look round, and {entity} stands open, as it did from the first.", "{entity} is open, as it has been all along."],
    report: ["{entity} is open, as it always was.", "Beside you {entity} is unlocked, and has been from the first.", "You see that {entity} is open, as it was before.", "{entity} is wide open, as before."],
  },
  lock: {
    fit: ["You find {entity} locked, as ever.", "You look round, and {entity} is locked, as it was from the first.", "{entity} is locked, as it has been all along."],
    report: ["{entity} is locked, as it always was.", "Beside you {entity} is locked, and has been from the first.", "You see that {entity} is locked, as it was before.", "{entity} is firmly locked, as before."],
  },
  move: {
    fit: ["It is {other} who has had {entity} from the first, and nobody else.", "{other} still has {entity}, as always.", "{other} holds {entity}, and has done so all along.", "{other} carries {entity}, as ever.", "{other} has {entity}, and has had it all along.", "{entity} is in {other}'s hands, as before.", "{other} holds {entity}, as before."],
    report: ["{entity} is in {other}'s pocket, as it always was.", "{other} has {entity}, as from the beginning.", "{other} still carries {entity}, as before.", "{entity} is in {other}'s bag, as ever."],
  },
  elsewhere: {
    fit: ["{entity} has been at {place} all along.", "You find {entity} at {place}, as ever.", "{entity} is still at {place}, as always."],
    report: ["{entity} is at {place}, and has been since you came.", "{entity} has never left {place}.", "{entity} waits at {place}, as before.", "All along {entity} has been at {place}."],
  },
  rename: {
    fit: ["{entity}, {name}, turns to you.", "{entity}'s name is {name}, as it has always been.", "{name}, {entity}, nods to you."],
    report: ["{entity} is called {name}.", "{entity}, whose name is {name}, looks up.", "It is {name}, {entity}, who looks up first.", "{entity}, {name}, says nothing to that."],
  },
};

const INVENTED = ["Prudence Hale", "Marten Kvist", "Odile Sorel", "Jasper Thrale", "Wilhelmina Groot"];
const REPLIES = /^(?:the group|the players)$/i;
const isSomebody = (name: string, { config }: Transcript) => config.storyGuide.npcs.some((npc) => npc.name === name);
const shares = (a: string, b: string) => contentWords(a).some((word) => contentWords(b).includes(word));

const kinds: readonly Kind[] = [
  {
    name: "revived-dead",
    against: ({ attribute, value, entity }) => (attribute === "alive" && /\bdead\b/i.test(value) ? { way: "revive", slots: { entity } } : undefined),
    setUp: [{ first: "Marwick Dole is dead.", fact: { entity: "Marwick Dole", attribute: "alive", value: "dead" } }, { first: "Sister Odda lies dead on the floor.", fact: { entity: "Sister Odda", attribute: "alive", value: "dead" } }],
  },
  {
    name: "teleport",
    against({ entity, attribute, value }, transcript) {
      const { locations } = transcript.config.storyGuide;
      const known = locations.some(({ name }) => shares(name, value)) || attribute === "place";
      const other = locations.find(({ name }) => !shares(name, value) && !shares(name, entity));
      return attribute !== "place" || /[^s]s$/.test(entity) || !known || !other || /\b(?:missing|nowhere|unknown)\b|\bwith\b|\bfrom\b/i.test(value) ? undefined : { way: "elsewhere", slots: { entity, place: other.name.replace(/^The /, "the ") } };
    },
    setUp: [{ first: "Marwick Dole is in the tavern.", fact: { entity: "Marwick Dole", attribute: "place", value: "the tavern" } }],
  },
  {
    name: "swapped-name",
    against({ entity, attribute, value }, transcript) {
      const name = INVENTED.find((each) => !transcript.config.group.players.some((player) => shares(player.name, each)));
      return attribute === "name" && isSomebody(value, transcript) && /^the [a-z]/.test(entity) ? { way: "rename", slots: { entity, name: name! } } : undefined;
    },
    setUp: [{ first: "The innkeeper, Berta Loom, wipes the bar.", fact: { entity: "the innkeeper", attribute: "name", value: "Berta Loom" } }],
  },
  {
    name: "flipped-lock",
    against({ entity, attribute, value }) {
      if (attribute !== "state") return undefined;
      if (/\b(?:locked|bolted|barred|sealed)\b/i.test(value)) return { way: "open", slots: { entity } };
      return /^open$/i.test(value) ? { way: "lock", slots: { entity } } : undefined;
    },
    setUp: [{ first: "The cellar door is locked.", fact: { entity: "the cellar door", attribute: "state", value: "locked" } }, { first: "The chapel gate stands open.", fact: { entity: "the chapel gate", attribute: "state", value: "open" } }],
  },
  {
    name: "moved-item",
    against({ entity, attribute, value }, transcript) {
      const { npcs } = transcript.config.storyGuide;
      const dead = new Set(npcs.filter(({ name }) => transcript.config.storyGuide.pulses.some(({ facts }) => facts.some((fact) => fact.entity === name && /\bdead\b/i.test(fact.value)))).map(({ name }) => name));
      const other = npcs.find(({ name }) => !dead.has(name) && !shares(name, value) && !shares(name, entity) && /^\p{Lu}/u.test(name));
      return attribute === "holder" && (REPLIES.test(value) || isSomebody(value, transcript)) && other ? { way: "move", slots: { entity, other: other.name } } : undefined;
    },
    setUp: [{ first: "You take the amulet.", fact: { entity: "the amulet", attribute: "holder", value: "the group" } }],
  },
];

export const contradictions: readonly Operator[] = kinds.map((kind) => ({ name: kind.name, expects: "contradiction", plant: (transcript, options) => (transcript.config.storyGuide.pulses.some(({ facts }) => facts.length > 0) ? againstGuide(kind, transcript, options) : againstSetUp(kind, transcript, options)) }));

/** Says the contrary of what a told pulse made true, was put into words, and still holds. */
function againstGuide({ against }: Kind, transcript: Transcript, { dice, bank }: PlantOptions): Plant | undefined {
  for (const turn of dice.shuffle(openTurns(transcript, { from: 2 }))) {
    const found = dice.shuffle(holding(transcript, turn)).flatMap((fact) => against(fact, transcript) ?? []);
    const [chosen] = found;
    if (!chosen) continue;
    const words = said(dice.pick(ways[chosen.way]![bank]), chosen.slots);
    return { turn, endTurn: turn, edits: new Map([[turn, { text: withWords(recordAt(transcript, turn)!, words) }]]), about: words };
  }
  return undefined;
}

/** States something of the bench's own, and two turns later the contrary. */
function againstSetUp({ against, setUp }: Kind, transcript: Transcript, { dice, bank }: PlantOptions): Plant | undefined {
  const turns = openTurns(transcript, { from: 4 });
  if (turns.length === 0) return undefined;
  const turn = dice.pick(turns);
  const { first, fact } = dice.pick(setUp);
  const chosen = against(fact, { ...transcript, config: { ...transcript.config, storyGuide: { ...transcript.config.storyGuide, npcs: [...transcript.config.storyGuide.npcs, { ...transcript.config.storyGuide.npcs[0]!, name: fact.value }] } } });
  if (!chosen) return undefined;
  const words = said(dice.pick(ways[chosen.way]![bank]), chosen.slots);
  const edits = new Map<number, Edit>([[turn - 2, { text: withWords(recordAt(transcript, turn - 2)!, first) }], [turn, { text: withWords(recordAt(transcript, turn)!, words) }]]);
  return { turn, endTurn: turn, edits, about: `"${first}" and "${words}"` };
}

/** The room keys are in somebody's hands; the lamp is. */
function said(line: string, slots: Record<string, string>): string {
  const isMany = /[^s]s$/.test(slots["entity"] ?? "");
  const agreeing = isMany ? line.replace("{entity} is", "{entity} are").replace("{entity} has", "{entity} have").replace("{entity} stands", "{entity} stand").replace("it has", "they have").replace("had it", "had them").replace(/as it (\w+)/, (_, verb: string) => `as they ${verb === "was" ? "were" : verb}`) : line;
  return fill(agreeing, slots);
}

/** Facts of told pulses that hold in a turn: the last word on each thing, and not about to change in this very turn or a recap of the past. */
function holding(transcript: Transcript, turn: number): Fact[] {
  const { pulses } = transcript.config.storyGuide;
  const told = transcript.records.slice(0, turn - 1);
  const changing = new Set(pulses.find(({ id }) => id === recordAt(transcript, turn)?.guidePulse)?.facts.map(({ entity }) => entity));
  const last = new Map<string, { fact: Fact; since: number }>();
  for (const { guidePulse, turn: since } of told) for (const fact of pulses.find(({ id }) => id === guidePulse)?.facts ?? []) last.set(`${fact.entity}/${fact.attribute}`, { fact, since });
  if (recordAt(transcript, turn)?.classification.type === "recap") return [];
  return [...last.values()].filter(({ fact, since }) => !changing.has(fact.entity) && told.slice(since - 1).some((record) => saysSo(toldToAll(record), fact))).map(({ fact }) => fact);
}

/** A fact that no telling has put into words contradicts nothing that was heard. */
function saysSo(text: string, { entity, attribute, value }: Fact): boolean {
  const said = new Set(contentWords(text));
  const named = contentWords(attribute === "name" ? value : entity);
  if (!named.every((word) => said.has(word))) return false;
  return text.split(/(?<=[.!?])\s+/).some((sentence) => {
    const heard = new Set(contentWords(sentence));
    return named.some((word) => heard.has(word)) && (attribute === "name" || saysValue(sentence, heard, { attribute, value }));
  });
}

function saysValue(sentence: string, heard: ReadonlySet<string>, { attribute, value }: Pick<Fact, "attribute" | "value">): boolean {
  if (attribute === "alive") return !/\bdead\b/i.test(value) || /\b(?:dead|dies|died)\b/i.test(sentence);
  if (attribute === "holder" && REPLIES.test(value)) return /\byour?\b/i.test(sentence);
  return contentWords(value).some((word) => heard.has(word));
}
