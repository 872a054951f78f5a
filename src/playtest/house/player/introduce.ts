/** A player's words before the story. */
import type { PlayerStage, ActorDice } from "../stage.ts";
import { archetypeOf } from "../../archetypes/index.ts";
import { chooseLine, fill, unstopped, upperFirst } from "../words/choose-line.ts";
import { sentences } from "../../text/index.ts";
import { joined, type Spoken } from "./speak.ts";

const greetings: readonly string[] = [
  "{name}, hello.",
  "I'm {name}.",
  "{name} here. Good to be at the table.",
  "Hi, {name}.",
  "Just {name}, thank you.",
  "They call me {name}.",
];

/** Before the story: the name if asked for, else the character and an answer to one of the questions. */
export function introduce(stage: PlayerStage, dice: ActorDice): Spoken {
  const { name, seat, draw, archetype, narration } = stage;
  const order = dice.always("player", seat, "introduction");
  const remark = draw.quirk
    ? chooseLine(archetypeOf(archetype).house.introductions, { order, round: dice.turn, slots: {} })
    : undefined;
  const extra = [draw.tangent ? aside(stage) : undefined, remark];
  if (/\b(?:how many|names?|called)\b/i.test(narration) && narration.split("?").length <= 3) {
    return {
      says: joined(chooseLine(greetings, { order, round: seat, slots: { name } }), ...extra),
      wants: `Say that I'm ${name}.`,
    };
  }
  const { who, why, habit } = read(stage.character);
  return {
    says: joined(
      `I'm ${who}${why === undefined ? "" : `, and I came because of ${why}`}.`,
      habit === undefined ? undefined : `I'm also somebody who ${habit}.`,
      answer(stage, dice),
      ...extra,
    ),
    wants: `Introduce me as ${who}${habit === undefined ? "" : `${/\bwho\b/.test(who) ? " and" : " who"} ${habit}`}.`,
  };
}

/** Before the story there is only the table itself to stray to. */
function aside({ name, names, seat, archetype }: PlayerStage): string | undefined {
  const slots = { other: names.find((other) => other !== name) };
  const sayable = archetypeOf(archetype).house.tangents.flatMap(
    ({ says, aside }) => fill(says, { ...slots, aside: fill(aside, slots) }) ?? [],
  );
  return sayable[seat % Math.max(1, sayable.length)];
}

/** Characters made offline have this form; of others the first sentence is used. */
function read(character: string): { who: string; why?: string; habit?: string } {
  const found = /^(An? .+?) who came because of (.+?), and who (.+?)\.?$/s.exec(character);
  if (found) return { who: found[1]!.replace(/^A/, "a"), why: found[2], habit: found[3] };
  return {
    who: unstopped(sentences(character)[0] ?? "a stranger").replace(/^An? /, (article) =>
      article.toLowerCase(),
    ),
  };
}

function answer({ seat, narration }: PlayerStage, dice: ActorDice): string | undefined {
  const asked = sentences(narration).filter((sentence) => sentence.endsWith("?"));
  if (asked.length === 0) return undefined;
  const question = asked[(seat + dice.always("questions").int(asked.length)) % asked.length]!;
  // "When the room goes quiet, what do you do?" asks what.
  const asks =
    /^\W*(?:when|if|as|after|before)\b.*, (what|who|how|where|why|which)\b/i.exec(question) ??
    /^\W*(what|when|who|how|where|why|which)/i.exec(question);
  const kind = asks?.[1]?.toLowerCase() ?? "other";
  const replies = dice.always("answers", kind).shuffle(creationAnswers[kind]!);
  const reply = replies[seat % replies.length]!;
  const frame = dice.always("player", seat, "frame").pick(creationFrames);
  return upperFirst(fill(frame, { question, answer: reply }) ?? reply);
}

/** Answers to a narrator's questions before the story, by the start of the question. */
const creationAnswers: Readonly<Record<string, readonly string[]>> = {
  what: [
    "something small that I'd rather not see in anybody else's hands",
    "less than people think, and more than I let on",
    "a promise, mostly, and a coat that is too thin",
    "the thing that everybody else walks past",
    "whatever I was told not to",
  ],
  when: [
    "longer ago than I like to admit",
    "this morning, and I'd do it again",
    "the year everything else went wrong",
    "on the last warm day we had",
    "only once, and it was enough",
  ],
  who: [
    "somebody who has stopped writing",
    "nobody, and I try not to mind",
    "one person, and they don't know it",
    "an old friend who owes me an answer",
    "my grandmother, who was always right",
  ],
  how: [
    "badly, and with a smile",
    "quietly, until I don't",
    "better in company than alone",
    "by counting to ten and getting to four",
    "the way my father did, I'm afraid",
  ],
  where: [
    "where I can see the door",
    "nowhere for long",
    "a kitchen that isn't there any more",
    "as close to the water as they let me",
    "at the back, by the window",
  ],
  why: [
    "because nobody else would",
    "I ask myself that every morning",
    "because I said that I would",
    "it seemed better than staying",
    "for a reason I'll tell you when it's over",
  ],
  which: [
    "the one that looks harder",
    "neither, if I'm honest",
    "the one I can live with afterwards",
    "whichever is nearer the door",
  ],
  other: [
    "yes, though it took me a while",
    "I'd have to think about that",
    "not any more",
    "more often than I tell people",
  ],
};

/** {answer} to {question}, as spoken at a table. */
const creationFrames: readonly string[] = [
  'And to "{question}": {answer}.',
  'As for "{question}", {answer}.',
  '"{question}" Hm: {answer}.',
  'You ask "{question}", and I\'d say {answer}.',
];
