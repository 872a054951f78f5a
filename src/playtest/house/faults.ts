/** House narrators with a known fault: each narrates like the plain one except for what it plants. */
import type { HouseActor } from "../../kernel/models/index.ts";
import { sentences } from "../../kernel/text/index.ts";
import { filled } from "./forms.ts";
import type { Planted } from "./truth.ts";
import { faultLines as lines } from "./lines.ts";
import { hooksOf, narrate, tellBeat, tellingOf, type Draft, type Scene } from "./narrator.ts";

type Narrators = Readonly<Record<HouseActor, (scene: Scene) => Draft>>;
export const narrators: Narrators = { plain: narrate, blunt, looping, leaky, forgetful, stalled, rushed };

/** Returns from every digression with forced words. */
function blunt(scene: Scene): Draft {
  const draft = narrate(scene, ({ turn, dice }) => ({
    how: "forced",
    quality: 1,
    segue: dice(turn, "forced").pick(lines.forced),
  }));
  const text = draft.returned?.segue;
  return text === undefined ? draft : { ...draft, planted: [{ finding: "forced-segue", text }] };
}

/** Repeats one of the last beats, word for word or nearly. */
function looping(scene: Scene): Draft {
  const told = scene.outputs.filter(({ text }) => text.startsWith("[[PULSE")).slice(-6);
  if (!isDue(scene) || told.length === 0) return narrate(scene);
  const dice = scene.dice(scene.turn, "loop");
  const { turn, text } = dice.pick(told);
  const [first = "", ...others] = text
    .slice(text.indexOf("\n") + 1)
    .split("\n\n")
    .filter((paragraph) => !paragraph.startsWith("[To "));
  const quote = firstSentence(first);
  return {
    marker: text.slice(2, text.indexOf("]]")),
    paragraphs: [dice.chance(0.5) ? first : `${dice.pick(lines.again)} ${first}`, ...others],
    planted: [{ finding: "loop", text: quote, against: { turn, text: quote } }],
  };
}

/** Tells everybody what one player was told alone in one of the last outputs. */
function leaky(scene: Scene): Draft {
  const leaks = hooksOf(scene).flatMap(({ seat, name, secret, told }) => {
    if (told === undefined || told < scene.turn - LEAKS.within) return [];
    return [{ text: filled(lines.leak, { name, secret }), against: { turn: told, text: secret }, seat }];
  });
  const isDue = scene.dice(scene.turn, "leak").chance(LEAKS.chance);
  return isDue ? planting(scene, "leak", leaks) : narrate(scene);
}

/** Contradicts a sentence of a beat that was told. */
function forgetful(scene: Scene): Draft {
  const wrong = scene.beats.slice(0, scene.at + 1).flatMap((pulse) => {
    const sentence = scene.dice("wrong", pulse.id).pick(sentences(tellingOf(scene, pulse)));
    const turn = scene.outputs.find(({ text }) => text.includes(sentence))?.turn;
    const text = filled(lines.wrong, { sentence });
    return turn === undefined ? [] : [{ text, against: { turn, text: sentence } }];
  });
  return isDue(scene) ? planting(scene, "contradiction", wrong) : narrate(scene);
}

/** Does not move on for eight to ten turns, whatever the group does; first from turn 6 on. */
function stalled(scene: Scene): Draft {
  const { turn, relay, phase } = scene;
  const dice = scene.dice("stall");
  let first = 6;
  for (let last = 13 + dice.int(3); last < turn; last = first + 7 + dice.int(3))
    first = last + 11 + dice.int(3);
  if (phase === "creation" || turn < first) return narrate(scene);
  const text = `${lines.waiting[turn % lines.waiting.length]} ${lines.idling[turn % lines.idling.length]}`;
  const against = { turn: turn - 1, text: relay };
  return { marker: "CLARIFY", paragraphs: [text], planted: [{ finding: "ignored-request", text, against }] };
}

/** Tells three beats in one output and decides a choice between them. */
function rushed(scene: Scene): Draft {
  const draft = narrate(scene);
  if (draft.beat === undefined) return draft;
  const paragraphs = draft.paragraphs.slice(0, -1);
  const payoffs = [...draft.payoffs!];
  const planted: Planted[] = [];
  for (const beat of [draft.beat + 1, draft.beat + 2].filter((index) => index < scene.beats.length)) {
    const { choice } = scene.beats[beat - 1]!;
    const told = tellBeat(scene, beat);
    if (choice && planted.length === 0) {
      const { outcome: text } = scene.dice("decided", beat).pick(choice.options);
      paragraphs.push(text);
      planted.push({ finding: "takes-over", text });
    }
    paragraphs.push(`[[${told.marker}]]`, ...told.paragraphs.slice(0, -1));
    payoffs.push(...told.payoffs);
    planted.push({ finding: "rushed", text: firstSentence(told.paragraphs[0]!) });
  }
  return { ...draft, paragraphs, payoffs, planted };
}

/** For how many turns a secret may leak, and how often it does. */
const LEAKS = { within: 2, chance: 0.6 };

/** Is a fault due in this turn? Never before turn 5, then every four or five turns. */
function isDue({ turn, dice }: Scene): boolean {
  const thrown = dice("due");
  let next = 5 + thrown.int(2);
  while (next < turn) next += 4 + thrown.int(2);
  return next === turn;
}

/** The plain narration with words of a fault after its first paragraph, if some are left that were not said before. */
function planting(scene: Scene, finding: Planted["finding"], faults: Array<Omit<Planted, "finding">>): Draft {
  const draft = narrate(scene);
  const unsaid = faults.filter(({ text }) => !scene.outputs.some((output) => output.text.includes(text)));
  if (unsaid.length === 0) return draft;
  const planted = { finding, ...scene.dice(scene.turn, "fault").pick(unsaid) };
  return { ...draft, paragraphs: draft.paragraphs.toSpliced(1, 0, planted.text), planted: [planted] };
}

const firstSentence = (text: string): string => sentences(text)[0] ?? text;
