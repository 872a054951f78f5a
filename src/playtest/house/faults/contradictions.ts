import type { Pulse } from "../../../contract/index.ts";
import type { Scene } from "../narrator/index.ts";
import { contentWords } from "../words/index.ts";

export type Contradiction = { kind: string; about: string; text: string };
type Fact = Pulse["facts"][number];

/** What can be said against what holds: of facts that were told, and that the pulse which is told now leaves as they are. */
export function contradictions(scene: Scene): Contradiction[] {
  const { guide, story, isNew } = scene;
  const changing = new Set(guide.pulses[story.at + 1]?.facts.map(({ entity }) => entity));
  const holding = new Map(guide.pulses.slice(0, story.at + 1).flatMap(({ facts }) => facts).map((fact) => [`${fact.entity}/${fact.attribute}`, fact]));
  const heard = new Set(contentWords(story.words));
  return [...holding.values()]
    .filter(({ entity }) => !changing.has(entity))
    .flatMap((fact) => against(fact, scene).map((found) => ({ ...found, about: `${fact.entity}: ${fact.attribute} ${fact.value}`, told: wasSaid(fact, heard) })))
    .filter(({ text }) => isNew(text))
    .sort((a, b) => Number(b.told) - Number(a.told))
    .map(({ kind, about, text }) => ({ kind, about, text }));
}

/** A fact of the guide that no telling has put into words contradicts nothing that was heard. */
const wasSaid = ({ entity, value }: Fact, heard: ReadonlySet<string>) => contentWords(entity).every((word) => heard.has(word)) && contentWords(value).some((word) => heard.has(word));

function against({ entity, attribute, value }: Fact, { guide, names }: Scene): Array<{ kind: string; text: string }> {
  switch (attribute) {
    case "state":
      if (/\b(?:locked|bolted|barred|sealed|shut|closed)\b/i.test(value)) return [{ kind: "flipped-lock", text: `You find ${entity} wide open, as ever.` }];
      if (/\bopen\b/i.test(value)) return [{ kind: "flipped-lock", text: `You find ${entity} locked, as ever.` }];
      if (/\bbroken\b/i.test(value)) return [{ kind: "flipped-state", text: `You find ${entity} whole, without a crack, as ever.` }];
      return [];
    case "alive":
      if (/\bdead\b/i.test(value)) return [{ kind: "revived-dead", text: `"You took your time," says ${entity}, alive and well, and shakes your hands.` }];
      return [{ kind: "killed-living", text: `You remember that ${entity} has been dead since before you came.` }];
    case "holder": {
      const other = [...guide.npcs.map(({ name }) => name), ...names].find((name) => !contentWords(value).some((word) => contentWords(name).includes(word)) && !contentWords(entity).some((word) => contentWords(name).includes(word)));
      return other === undefined ? [] : [{ kind: "moved-item", text: `It is ${other} who has had ${entity} from the first, and has it now.` }];
    }
    case "time":
      if (/\bnight\b|\bmidnight\b|\bdark\b/i.test(value)) return [{ kind: "flipped-time", text: "It is broad day, and the noon sun stands straight above you." }];
      if (/\bday\b|\bnoon\b|\bmorning\b|\bafternoon\b/i.test(value)) return [{ kind: "flipped-time", text: "It is the middle of the night, and has been since you came." }];
      return [];
    case "count": {
      const counted = numbers.findIndex((word) => new RegExp(`^${word}\\b`, "i").test(value));
      return counted < 0 ? [] : [{ kind: "changed-count", text: `You count ${entity}, and there are ${numbers[(counted + 3) % numbers.length]} of them, as there were before.` }];
    }
    default:
      return [];
  }
}

const numbers = ["one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"];
