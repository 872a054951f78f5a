/** A narrator who contradicts itself. */
import { CREATION_TURNS } from "../../agents/index.ts";
import { narrate } from "../narrator/narrate.ts";
import { type Fault, perform, plain, withWords, isPlanted } from "./perform.ts";
import type { Pulse } from "../../../contract/index.ts";
import type { Scene } from "../narrator/scene.ts";
import { contentWords } from "../words/nouns.ts";
import { fill } from "../words/choose-line.ts";
import { sentences } from "../../text/index.ts";

/** Contradicts its own facts: the dead speak, locks turn by themselves, things change hands. */
export const forgetful: Fault = (scene) => {
  const { turn, dice, story } = scene;
  const found =
    isPlanted(dice, "forgetful", turn) && !story.ended && story.at >= 0 ? contradictions(scene) : [];
  // Kinds alternate.
  const chosen = found.find(({ kind }) => !wasUsed(story.words, kind)) ?? found[turn % found.length];
  if (!chosen) return plain(scene);
  return perform(scene, withWords(narrate(scene), chosen.text, "after"), [
    { fault: "forgetful", turn, finding: "contradiction", ...chosen },
  ]);
};

type Contradiction = {
  kind: string;
  about: string;
  text: string;
  against: { turn: number; text: string };
};
type Fact = Pulse["facts"][number];

/** Ways to state a contradiction: with a claim that it was always so, and as plain narration. */
const ways: Readonly<Record<string, readonly string[]>> = {
  "found-open": [
    "You find {entity} wide open, as ever.",
    "You look round, and {entity} stands open.",
    "{entity} is open, as it has been all along.",
  ],
  "found-locked": [
    "You find {entity} locked, as ever.",
    "You look round, and {entity} is locked.",
    "{entity} is locked, as it has been all along.",
  ],
  "flipped-state": [
    "You find {entity} whole, without a crack, as ever.",
    "You look round, and {entity} is in one piece.",
    "{entity} has never been damaged, and is as sound as on the first day.",
  ],
  "revived-dead": [
    '"You took your time," says {entity}, alive and well, and shakes your hands.',
    "{entity} nods to each of you and asks what kept you.",
    '"There you are," says {entity}, and walks ahead.',
  ],
  "killed-living": [
    "You remember that {entity} has been dead since before you came.",
    "{entity}, as you all know, died years ago.",
    "Nobody speaks of {entity}, who has been dead for ten years.",
  ],
  "moved-item": [
    "It is {other} who has had {entity} from the first, and nobody else.",
    "{other} still has {entity}, as always.",
    "{other} holds {entity}, and has done so all along.",
  ],
  "flipped-to-day": [
    "It is broad day, and the noon sun stands straight above you.",
    "It is noon, and it has been day since you came.",
    "Sunlight falls on all of you, for it is the middle of the day.",
  ],
  "flipped-to-night": [
    "It is the middle of the night, and has been since you came.",
    "It is night, and the moon stands straight above you.",
    "The stars are out, for it is past midnight.",
  ],
  "changed-count": [
    "You count {entity}, and there are {number} of them, as there were before.",
    "You look over {entity}: there are {number} of them.",
    "There are {number} of them, {entity}, as there always were.",
  ],
};

/** Possible contradictions: of stated facts that the current pulse does not change. */
function contradictions(scene: Scene): Contradiction[] {
  const { guide, story, isNew, turn } = scene;
  const changing = new Set(guide.pulses[story.at + 1]?.facts.map(keyOf));
  const told = guide.pulses.slice(0, story.at + 1).flatMap(({ facts }) => facts);
  const holding = new Map(told.map((fact) => [keyOf(fact), fact]));
  const dead = new Set(
    [...holding.values()]
      .filter(({ attribute, value }) => attribute === "alive" && /\bdead\b/i.test(value))
      .map(({ entity }) => entity),
  );
  return (
    [...holding]
      .flatMap(([key, fact]) => {
        const said = changing.has(key) ? undefined : whereSaid(fact, story.outputs);
        if (!said) return [];
        const about = `${fact.entity}: ${fact.value}`;
        return against(fact, { scene, dead }).map(({ kind, way, slots }) => ({
          kind,
          about,
          said,
          lines: ways[way]!.map((line) => fill(line, slots)!),
        }));
      })
      // Once stated, it is the latest fact: repeating it contradicts nothing.
      .filter(({ lines }) => lines.every(isNew))
      .map(({ kind, about, said, lines }) => ({
        kind,
        about,
        text: lines[turn % lines.length]!,
        against: said,
      }))
  );
}

/** There is only one time of day. */
const keyOf = ({ entity, attribute }: Fact) => (attribute === "time" ? attribute : `${entity}/${attribute}`);

/** A fact of the guide that was never narrated cannot be contradicted. */
function whereSaid(
  { entity, attribute, value }: Fact,
  outputs: Scene["story"]["outputs"],
): Contradiction["against"] | undefined {
  const named = attribute === "time" ? [] : contentWords(entity);
  for (const { turn, text } of outputs) {
    const all = new Set(contentWords(text));
    if (turn <= CREATION_TURNS || !named.every((word) => all.has(word))) continue;
    const said = sentences(text).find((sentence) => {
      const heard = new Set(contentWords(sentence));
      return (
        (named.length === 0 || named.some((word) => heard.has(word))) &&
        saysValue({ attribute, value }, sentence, heard)
      );
    });
    if (said !== undefined) return { turn, text: said };
  }
  return undefined;
}

function saysValue(
  { attribute, value }: Pick<Fact, "attribute" | "value">,
  sentence: string,
  heard: ReadonlySet<string>,
): boolean {
  if (attribute === "alive") return !/\bdead\b/i.test(value) || /\b(?:dead|dies|died)\b/i.test(sentence);
  if (attribute === "holder")
    return /^the (?:group|players)$/.test(value)
      ? /\byour?\b/i.test(sentence)
      : contentWords(value).some((word) => heard.has(word));
  if (attribute === "count") return new RegExp(`\\b${value.split(/ besides\b/)[0]}\\b`, "i").test(sentence);
  return contentWords(value).some((word) => heard.has(word));
}

type Against = { kind: string; way: string; slots: Record<string, string> };

function against(
  { entity, attribute, value }: Fact,
  { scene: { guide, names }, dead }: { scene: Scene; dead: ReadonlySet<string> },
): Against[] {
  const one = (kind: string, slots: Record<string, string> = {}, way = kind): Against[] => [
    { kind, way, slots: { entity, ...slots } },
  ];
  switch (attribute) {
    case "state":
      if (/\b(?:locked|bolted|barred|sealed)\b/i.test(value)) return one("flipped-lock", {}, "found-open");
      if (/^open$/i.test(value)) return one("flipped-lock", {}, "found-locked");
      return /^broken$/i.test(value) ? one("flipped-state") : [];
    case "alive":
      return one(/\bdead\b/i.test(value) ? "revived-dead" : "killed-living");
    case "holder": {
      const people = guide.npcs.map(({ name }) => name);
      const isSomebody = [...people, "the group", "the players"].includes(value);
      const other = [...people, ...names].find(
        (name) => !dead.has(name) && !shares(value, name) && !shares(entity, name) && /^\p{Lu}/u.test(name),
      );
      return !isSomebody || other === undefined ? [] : one("moved-item", { other });
    }
    case "time":
      if (/^(?:night|midnight|dark)$/i.test(value)) return one("flipped-time", {}, "flipped-to-day");
      return /^(?:day|noon|morning|afternoon)$/i.test(value)
        ? one("flipped-time", {}, "flipped-to-night")
        : [];
    case "count": {
      const counted = numbers.findIndex((word) => new RegExp(`^${word}\\b`, "i").test(value));
      const saysItself = numbers.some((word) => contentWords(entity).includes(word));
      return counted < 0 || saysItself
        ? []
        : one("changed-count", { number: numbers[(counted + 3) % numbers.length]! });
    }
    default:
      return [];
  }
}

const shares = (a: string, b: string) => contentWords(a).some((word) => contentWords(b).includes(word));

const numbers = ["two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"];

/** Has a contradiction of this kind been told, in any wording? */
function wasUsed(words: string, kind: string): boolean {
  const lines =
    kind === "flipped-lock"
      ? [...ways["found-open"]!, ...ways["found-locked"]!]
      : kind === "flipped-time"
        ? [...ways["flipped-to-day"]!, ...ways["flipped-to-night"]!]
        : ways[kind]!;
  return lines.some((line) => line.split(/\{\w+\}/).every((part) => words.includes(part)));
}
