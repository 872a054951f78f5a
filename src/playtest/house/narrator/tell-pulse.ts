/** How the narrator tells the next beat of the story. */
import type { HousePulse } from "../house-guide.ts";
import { contentWords } from "../words/nouns.ts";
import { unstopped } from "../words/choose-line.ts";
import { findings } from "./answer-question.ts";
import { offer } from "./offer-choice.ts";
import { consequence } from "./consequence.ts";
import { payoffsAt, revealAt } from "./private-hooks.ts";
import type { Scene } from "./scene.ts";
import type { Paragraph, Telling } from "./telling.ts";

/** How often a character of the story, or an observant player, gets a line in addition to the guide's telling. */
const SPEECH = 0.4;
const SPOTLIGHT = 0.4;

/** The next pulse: the outcome of the last choice, the beat itself, payoffs, a private telling, and the choice. */
export function tellPulse(
  scene: Scene,
  index: number,
  before: readonly Paragraph[] = consequence(scene),
): Telling {
  const pulse = scene.guide.pulses[index]!;
  const telling = tellingOf(scene, pulse);
  return {
    kind: "pulse",
    title: pulse.title,
    paragraphs: [
      ...before,
      { text: telling },
      ...payoffsAt(scene, pulse).map((text) => ({ text })),
      ...revealAt(scene, pulse),
      {
        text: [flourish(scene, pulse, telling), offer(scene, pulse)].filter((part) => part !== "").join(" "),
      },
    ],
  };
}

/** One of the guide's tellings; one without repeats, if possible. */
export function tellingOf({ dice, isNew }: Scene, { id, text }: HousePulse): string {
  const shuffled = dice.always("telling", id).shuffle(text);
  return shuffled.find(isNew) ?? shuffled[0]!;
}

function flourish(scene: Scene, pulse: HousePulse, telling: string): string {
  const thrown = scene.dice.now("flourish");
  const speaks = thrown.chance(SPEECH);
  const notices = thrown.chance(SPOTLIGHT);
  // If the telling already has a speaker, one voice is enough.
  const line = speaks && !telling.includes('"') ? speech(scene, pulse) : "";
  return line !== "" || !notices ? line : spotlight(scene, pulse);
}

/** A line of a present, living character. Lines come in the guide's order, once. */
export function speech({ guide, story, isNew, say, dice, names }: Scene, pulse: HousePulse): string {
  const upTo = guide.pulses.slice(0, guide.pulses.indexOf(pulse) + 1);
  const deaths = upTo
    .flatMap(({ facts }) => facts)
    .filter(({ attribute, value }) => attribute === "alive" && /dead|no\b|not\b/i.test(value));
  const dead = new Set(deaths.flatMap(({ entity }) => contentWords(entity)));
  const present = guide.npcs.filter(
    ({ id, name }) => pulse.npcs.includes(id) && !contentWords(name).some((word) => dead.has(word)),
  );
  const lines = present.flatMap(({ name, lines }) =>
    lines
      .map(unquoted)
      .filter((line) => isTimely(line) && isNew(line) && !story.words.includes(unstopped(line)))
      .slice(0, 1)
      .map((line) => ({ name, line })),
  );
  if (lines.length === 0) return "";
  /** A speaker who mentions another in the past tense may reveal what has not happened yet. */
  function isTimely(line: string): boolean {
    return (
      upTo.length * 2 > guide.pulses.length ||
      !/\b(?:he|she|they)\b[^.]*\b(?:was|were|had|did|said|never)\b/i.test(line)
    );
  }
  const { name: npc, line } = dice.now("speech").pick(lines);
  const said = say(speeches, "speech", { npc, line: unstopped(line), name: inTurn(names, story.at) });
  const end = /[?!]$/.exec(line)?.[0];
  return end === undefined
    ? said
    : said
        .replace(`${unstopped(line)},"`, `${unstopped(line)}${end}"`)
        .replace(`${unstopped(line)}."`, `${unstopped(line)}${end}"`);
}

/** Guides write lines with quotation marks or without. */
const unquoted = (line: string) => line.trim().replace(/^"(.*)"$/s, "$1");

/** Every player gets some attention, the quiet ones too. */
function spotlight(scene: Scene, pulse: HousePulse): string {
  const name = inTurn(scene.names, scene.story.at);
  const [found] = findings(scene, pulse);
  if (name === undefined || found === undefined) return "";
  const epithet = scene.epithets.get(name);
  const lead =
    epithet === undefined
      ? scene.say(spotlights, "spotlight", { name })
      : scene.say([...spotlightsAs, ...spotlights], "spotlight", { name, epithet });
  return [lead, found.text].filter((part) => part !== "").join(" ");
}

const inTurn = (names: readonly string[], count: number) => names[(count + 1) % names.length];

/** A character of the story speaks; the last of them to {name}. */
const speeches: readonly string[] = [
  '"{line}," says {npc}.',
  '"{line}," {npc} remarks, to nobody in particular.',
  '{npc} looks from one to the other of you. "{line}."',
  '"{line}," says {npc}, and lets it stand.',
  '{npc} has been waiting to say it. "{line}."',
  '{npc} turns to {name}. "{line}."',
  '"{line}," says {npc} to {name}, as if it had been asked for.',
  'It is {name} whom {npc} speaks to. "{line}."',
];

/** {name} gets a moment of attention, and sees something. */
const spotlights: readonly string[] = [
  "{name} keeps hold of one small thing.",
  "It is {name} who does not miss it.",
  "One thing more, for whoever keeps count, and {name} does.",
  "{name} nudges the nearest of you.",
  "You would have gone past it, but {name} does not.",
  "Trust {name} to have noticed.",
];

/** The same with the character of {name}: {epithet}. */
const spotlightsAs: readonly string[] = [
  "It takes {epithet} to notice, and that is {name}.",
  "{name} sees it first, as {epithet} would.",
  "You can tell that {name} is {epithet}: nothing is let slip.",
  "Being {epithet} is good for something, and {name} proves it.",
  "{name} looks at it with the eye of {epithet}.",
];
