/**
 * The plain narrator of the offline cast: reads the guide's beats aloud, one an output, with markers. It answers
 * questions, returns from digressions and gives asides. An actor with a script, not evidence about a prompt.
 */
import type { Pulse } from "../../contract/index.ts";
import { dice, type Dice } from "../../kernel/dice/index.ts";
import type { HouseRequest } from "../../kernel/models/index.ts";
import { filled, offer, option, relayed } from "./forms.ts";
import type { HouseTruth } from "./truth.ts";
import { narratorLines as lines } from "./lines.ts";
import type { Stage } from "./stage.ts";

export type Scene = Stage<"narrator"> & {
  /** The beats that can be marked, and the index of the last one told; -1 before the first. */
  beats: Pulse[];
  at: number;
  /** Its own earlier outputs. */
  outputs: Array<{ turn: number; text: string }>;
  /** What the group last told the narrator. */
  relay: string;
  /** The same for every house narrator: a faulty one narrates like the plain one except for its fault. */
  dice(...purpose: Array<string | number>): Dice;
};

/** An output before it is written. Without a marker it is the end. */
export type Draft = Partial<HouseTruth> & {
  marker?: string;
  /** The last one leaves the group with a question. */
  paragraphs: string[];
  /** The index of the beat that it tells. */
  beat?: number;
};

export function write({ marker, paragraphs, beat, ...known }: Draft): { text: string; truth: HouseTruth } {
  const body = paragraphs.join("\n\n");
  const movesOn = beat !== undefined || marker === undefined;
  return {
    text: marker === undefined ? `${body}\n\n[[END]]` : `[[${marker}]]\n${body}`,
    truth: { version: 2, planted: [], movesOn, noticed: false, payoffs: [], ...known },
  };
}

export function readScene(stage: Stage<"narrator">, { seed, messages }: HouseRequest): Scene {
  const own = messages.filter(({ role }) => role === "assistant");
  const last = messages.findLastIndex(({ role }) => role === "assistant");
  // A title without a letter or digit cannot be recognised in a marker.
  const beats = stage.guide.pulses.filter(({ title }) => /[\p{L}\p{N}]/u.test(title));
  return {
    ...stage,
    beats,
    at: beats.findLastIndex(({ id }) => stage.told.includes(id)),
    outputs: own.map(({ text }, index) => ({ turn: stage.turn - own.length + index, text })),
    relay: last < 0 ? "" : (messages[last + 1]?.text ?? ""),
    dice: (...purpose) => dice(seed, "house", "narrator", ...purpose),
  };
}

/** How often the narrator stays with a digression or a question for an output of its own. */
const LINGERS = 0.25;
const ANSWERS = 0.15;

type Segue = (scene: Scene, strayed?: string) => NonNullable<HouseTruth["returned"]>;

export function narrate(scene: Scene, segue: Segue = naturalSegue): Draft {
  const { phase, turn, beats, at, relay, dice } = scene;
  if (phase === "creation") return greet(scene);
  const open = beats[at];
  const detail = open && untoldDetail(scene, open);
  const asks = relay.includes(relayed.question);
  const strayed = scene.players.find(({ name }) => relay.includes(relayed.stray(name)))?.name;
  const before = scene.outputs.at(-1)?.text ?? "";
  // At most one output about a beat that was told, then the next one.
  if (open && before.startsWith("[[PULSE")) {
    const closing = closingOf(scene, open);
    if (relay.includes(relayed.recap)) return { marker: "RECAP", paragraphs: [recapOf(scene), closing] };
    if (detail && strayed !== undefined && dice(turn, "linger").chance(LINGERS)) {
      const words = filled(dice(turn, "lingering").pick(lines.lingering), { name: strayed });
      return { marker: "TANGENT", paragraphs: [`${words} ${detail}`, closing], noticed: true };
    }
    if (detail && asks && dice(turn, "answer").chance(ANSWERS))
      return { marker: "CLARIFY", paragraphs: [detail, closing] };
  }
  const isOff = strayed !== undefined || before.startsWith("[[TANGENT]]");
  const returned = isOff ? segue(scene, strayed) : undefined;
  const answer = asks ? (detail ?? dice(turn, "unknown").pick(lines.unknown)) : undefined;
  const lead = [returned?.segue, answer, chosenOption(scene, open)?.outcome].filter(Boolean).join(" ");
  const next = at + 1;
  const draft: Draft = beats[next] ? tellBeat(scene, next) : { paragraphs: [endingOf(scene, open)] };
  return {
    ...draft,
    paragraphs: [...(lead === "" ? [] : [oneParagraph(lead)]), ...draft.paragraphs],
    returned,
    noticed: returned !== undefined,
  };
}

function greet({ turn, guide, players, dice }: Scene): Draft {
  const names = players.map(({ name }) => name).join(", ");
  const slots = { title: guide.title, premise: guide.premise ?? "", names };
  const words = dice("greeting").pick(turn === 1 ? lines.greetings : lines.welcomes);
  const question = turn === 1 ? lines.askNames : guide.questions.join(" ");
  return { marker: "CLARIFY", paragraphs: [oneParagraph(filled(words, slots)), question] };
}

/** A beat with its pay-offs and asides. */
export function tellBeat(scene: Scene, beat: number) {
  const pulse = scene.beats[beat]!;
  const hooks = hooksOf(scene);
  const asides = hooks.flatMap(({ hook, aside }) => (hook.at === pulse.id ? [aside] : []));
  const payoffs = hooks.flatMap(({ hook, seat, name, told }) =>
    hook.payoffAt === pulse.id && told !== undefined
      ? [{ turn: told, seat, quote: oneParagraph(filled(hook.payoff, { name })) }]
      : [],
  );
  const paragraphs = [tellingOf(scene, pulse), ...payoffs.map(({ quote }) => quote), ...asides];
  const marker = `PULSE: ${pulse.title.replaceAll(/[\][\n]+/g, " ").trim()}`;
  return { marker, beat, paragraphs: [...paragraphs, closingOf(scene, pulse)], payoffs };
}

export const tellingOf = ({ dice }: Scene, { id, title, text, summary }: Pulse): string =>
  oneParagraph(text.length > 0 ? dice("telling", id).pick(text) : `${title}. ${summary}`);

/** The players' private hooks, and the turn that told each. Players of one archetype take turns. */
export const hooksOf = ({ guide, players, outputs }: Scene) =>
  Object.entries(guide.privateHooks).flatMap(([archetype, hooks]) => {
    const seats = [...players.keys()].filter((seat) => players[seat]!.archetype === archetype);
    return (seats.length === 0 ? [] : hooks).map((hook, index) => {
      const seat = seats[index % seats.length]!;
      const { name } = players[seat]!;
      const secret = oneParagraph(filled(hook.reveal, { name }));
      const aside = `[To ${name} only] ${secret}`;
      const told = outputs.find(({ text }) => text.includes(aside))?.turn;
      return { hook, seat, name, secret, aside, told };
    });
  });

const oneParagraph = (text: string): string => text.replaceAll(/\s+/g, " ").trim();

function closingOf({ turn, dice }: Scene, { choice }: Pulse): string {
  if (!choice) return dice(turn, "closing").pick(lines.openQuestions);
  return oneParagraph(`${choice.question} ${offer(choice.options.map(({ label }) => label))}`);
}

/** The next detail of the place that was not told yet. */
const untoldDetail = ({ guide, outputs }: Scene, { details, location }: Pulse): string | undefined =>
  [...details, ...(guide.locations.find(({ id }) => id === location)?.details ?? [])]
    .map(oneParagraph)
    .find((detail) => !outputs.some(({ text }) => text.includes(detail)));

/** Titles only: told in the same words again, it would be a loop. */
const recapOf = ({ beats, at }: Scene): string => {
  const titles = beats.slice(Math.max(0, at - 2), at + 1).map(({ title }) => oneParagraph(title));
  return filled(lines.recap, { titles: titles.join("; ") });
};

const chosenOption = ({ relay }: Scene, open: Pulse | undefined) =>
  open?.choice?.options.find(({ label }, index) => relay.includes(relayed.wish(option(label, index))));

/** Endings are in the order of the last choice's options. */
function endingOf(scene: Scene, open: Pulse | undefined): string {
  const { endings } = scene.guide;
  const chosen = open?.choice?.options.indexOf(chosenOption(scene, open)!) ?? -1;
  const ending = endings[chosen] ?? scene.dice("ending").shuffle(endings)[0];
  return oneParagraph(ending?.text ?? ending?.when ?? lines.ending);
}

const naturalSegue: Segue = ({ turn, dice }, name) =>
  name === undefined
    ? { how: "natural", quality: 4, segue: dice(turn, "segue").pick(lines.natural) }
    : { how: "woven", quality: 5, segue: filled(dice(turn, "segue").pick(lines.woven), { name }) };
