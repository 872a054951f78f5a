import type { PlayerStage } from "../stage.ts";
import type { Throws } from "../throws.ts";
import { archetypeOf } from "../../archetypes/index.ts";
import { chooseLine, fill, sentences, unstopped, upperFirst } from "../words/index.ts";
import { creationAnswers, creationFrames } from "./lines/creation-answers.ts";
import type { Spoken } from "./speak.ts";

const greetings: readonly string[] = [
  "{name}, hello.",
  "I'm {name}.",
  "{name} here. Good to be at the table.",
  "Hi, {name}.",
  "Just {name}, thank you.",
  "They call me {name}.",
];

/** Before the story: the name when names are asked for, else who they are and an answer to one of the questions. */
export function introduce(stage: PlayerStage, throws: Throws): Spoken {
  const { name, seat, draw, archetype, narration } = stage;
  const order = throws.always("player", seat, "introduction");
  const remark = draw.quirk
    ? chooseLine(archetypeOf(archetype).house.introductions, { order, round: throws.turn, slots: {} })
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
      answer(stage, throws),
      ...extra,
    ),
    wants: `Introduce me as ${who}${habit === undefined ? "" : `${/\bwho\b/.test(who) ? " and" : " who"} ${habit}`}.`,
  };
}

/** Before the story there is nothing to stray from but the table itself. */
function aside({ name, names, seat, archetype }: PlayerStage): string | undefined {
  const slots = { other: names.find((other) => other !== name) };
  const sayable = archetypeOf(archetype).house.tangents.flatMap(
    ({ says, aside }) => fill(says, { ...slots, aside: fill(aside, slots) }) ?? [],
  );
  return sayable[seat % Math.max(1, sayable.length)];
}

/** Characters made offline have this form; of others the first sentence will do. */
function read(character: string): { who: string; why?: string; habit?: string } {
  const found = /^(An? .+?) who came because of (.+?), and who (.+?)\.?$/s.exec(character);
  if (found) return { who: found[1]!.replace(/^A/, "a"), why: found[2], habit: found[3] };
  return {
    who: unstopped(sentences(character)[0] ?? "a stranger").replace(/^An? /, (article) =>
      article.toLowerCase(),
    ),
  };
}

function answer({ seat, narration }: PlayerStage, throws: Throws): string | undefined {
  const asked = sentences(narration).filter((sentence) => sentence.endsWith("?"));
  if (asked.length === 0) return undefined;
  const question = asked[(seat + throws.always("questions").int(asked.length)) % asked.length]!;
  // "When the room goes quiet, what do you do?" asks what.
  const asks =
    /^\W*(?:when|if|as|after|before)\b.*, (what|who|how|where|why|which)\b/i.exec(question) ??
    /^\W*(what|when|who|how|where|why|which)/i.exec(question);
  const kind = asks?.[1]?.toLowerCase() ?? "other";
  const replies = throws.always("answers", kind).shuffle(creationAnswers[kind]!);
  const reply = replies[seat % replies.length]!;
  const frame = throws.always("player", seat, "frame").pick(creationFrames);
  return upperFirst(fill(frame, { question, answer: reply }) ?? reply);
}

const joined = (...parts: Array<string | undefined>) => parts.filter((part) => part).join(" ");
