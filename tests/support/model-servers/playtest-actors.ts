/**
 * Rule-based answers for each role: varied, but the same for the same request, so that a killed and resumed session can
 * be compared with an undisturbed one.
 */
import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import type { Story } from "../../../src/contract/index.ts";
import { nothing, turnsToRead, type Answer } from "../playtest/scripted-reader.ts";
import { narratorTurn, type Asked } from "./playtest-request.ts";

export type ActorOptions = {
  /** The turn in which the narrator tells the end. */
  endsAt: number;
};

/** A text, or for a structured answer its value. */
export function act(asked: Asked, { endsAt }: ActorOptions): string {
  switch (asked.part) {
    case "narrator":
      return narrate(asked, endsAt);
    case "player":
      return JSON.stringify(react(asked));
    case "cross-talk":
      return JSON.stringify(reactToOthers(asked));
    case "spokesperson":
      return relay(asked);
    case "classifier":
      return JSON.stringify(classify(asked));
    case "reader":
      return JSON.stringify(readerAnswer(asked));
    case "second-look":
      return JSON.stringify({
        turns: [],
        verdicts: [...asked.last.matchAll(/^Claim (\d+)/gm)].map(([, number]) => ({
          claim: Number(number),
          defence: "The passages show it.",
          upheld: true,
        })),
      });
    case "summariser":
      return `So far, in short: ${asked.last.slice(0, 200)}`;
    case "character":
      return JSON.stringify({
        backstory: `${asked.name} has lived here all along. ${pick(asked, "past", pasts)}`,
        character: pick(asked, "character", characters),
      });
  }
}

/** A reading of every turn that is asked for, with the findings of some. */
export const readerAnswer = (
  asked: Asked,
  of: (turn: number) => Partial<Answer> = () => ({}),
): { turns: Answer[]; verdicts: [] } => ({
  turns: turnsToRead(asked.text).map((turn) => ({ ...nothing, turn, ...of(turn) })),
  verdicts: [],
});

/** The first sentence that the narrator said to everybody in a turn that a reader sees. */
export const firstSentence = ({ messages }: Pick<Asked, "messages">, turn: number): string =>
  new RegExp(`<<< TURN ${turn} \\w+\\nNARRATION:\\n([^]*?[.!?])(?=\\s)`).exec(
    messages.map(({ text }) => text).join("\n"),
  )![1]!;

const folder = new URL("../../../stories/", import.meta.url);
const guides = new Map(
  readdirSync(folder).map((file) => {
    const guide = JSON.parse(readFileSync(new URL(file, folder), "utf8")) as Story;
    return [guide.title, guide] as const;
  }),
);

const titleOf = ({ system }: Asked) => /^# Story guide: (.+) \(.+\)$/m.exec(system)?.[1] ?? "";

/** Two turns of questions, then the guide's pulses in their order, then an ending. */
function narrate(asked: Asked, endsAt: number): string {
  const guide = guides.get(titleOf(asked))!;
  const turn = narratorTurn(asked);
  const names =
    /^Now begin the story.* for (.+)\.$/m.exec(asked.messages.map(({ text }) => text).join("\n"))?.[1] ?? "";
  if (turn === 1)
    return `Welcome to ${guide.title}. Before we begin: how many of you are there, and what are you called?`;
  if (turn === 2)
    return `Good to have you. Tell me about yourselves, one by one. ${guide.questions.join(" ")}`;
  const pulse = guide.pulses[(turn - 3) % guide.pulses.length]!;
  // Markers where the prompt asks for them.
  const marked = asked.system.includes("[[PULSE:");
  if (turn === endsAt) return `${guide.endings[0]!.text}\n\n${marked ? "[[END]]" : "The End."}`;
  const heard =
    turn === 3
      ? `So it begins, for ${names}.`
      : pick(asked, "heard", [
          "You do as you said.",
          "It is done as you wished.",
          "So you go about it together.",
          "You take your time, and then you act.",
        ]);
  return `${marked ? `[[PULSE: ${pulse.title}]]\n` : ""}${heard} ${pulse.text[turn % pulse.text.length]}\n\n${pulse.choice!.question}`;
}

/** What a player says about the words that stand out in what was just told; now and then they tell a secret. */
function react(asked: Asked): object {
  const now = asked.messages.findLast(({ text }) => text.includes("\n\nThis turn: "))?.text ?? asked.last;
  const told = now.includes("Narrator, to you alone: ");
  const about = salient(
    /^Narrator: ([\s\S]*?)(?:\n\nNarrator, to you alone|\n\nThis turn: )/m.exec(now)?.[1] ?? now,
    asked,
  );
  const off = /It takes you (off the story for|off the story, onto|away from the story)/.exec(now)?.[1];
  const known = [...now.matchAll(/^- turn (\d+): (.+)$/gm)].filter(() => now.includes("Only you know this."));
  const tells = known.find(([, turn]) => number(asked, `tells ${turn}`) % 3 === 0);
  return {
    says: `${fill(pick(asked, "says", sayings), about, asked.name)}${tells ? ` ${TELLS} ${tells[2]!.slice(0, 80)}` : ""}`,
    wants: fill(pick(asked, "wants", wishes), about, asked.name),
    offTopic:
      off === undefined
        ? "none"
        : { "off the story for": "light", "off the story, onto": "medium", "away from the story": "heavy" }[
            off
          ]!,
    private: told ? pick(asked, "answer", answers) : null,
    tells: tells ? [Number(tells[1])] : [],
    remember: number(asked, "remember") % 4 === 0 ? `Keep an eye on the ${about}.` : null,
  };
}

const TELLS = "The narrator told me something:";

/** A word to one of those who have just spoken. */
function reactToOthers(asked: Asked): object {
  const names = [...asked.last.matchAll(/^(.+?) \(at the table\): /gm)].map(([, name]) => name!);
  return {
    says: `${pick(asked, "cross-talk", reactions)}, ${pick(asked, "whom", names)}.`,
    offTopic: "none",
    tells: [],
  };
}

/** Everybody's wish by name, and what somebody tells of a secret. */
function relay(asked: Asked): string {
  const part = (title: string) =>
    [
      ...(asked.last.split(`${title}:\n`)[1]?.split("\n\n")[0] ?? "").matchAll(
        /^- (.+?)(?: \(you\))?: (.+)$/gm,
      ),
    ].map(([, name, what]) => ({ name, what: what!.replace(/[.!?]+$/, "") }));
  const wants = part("What they also want").map(({ name, what }) => `${name} says we should ${what}`);
  const told = part("At the table").filter(({ what }) => what.includes(TELLS));
  return (
    `${pick(asked, "relay", ["Here is the plan.", "We talked it over.", "Right, listen."])} ` +
    `${wants.join("; ")}.${told.map(({ name, what }) => ` ${name} told us: ${what.split(TELLS)[1]!.trim()}.`).join("")}`
  );
}

/** A good classifier: it knows the guide's beats by their text, and finds what is private without a marker, and the end. */
function classify({ last, messages }: Asked): object {
  const sentences = [...partOf(last, "OUTPUT TO CLASSIFY").matchAll(/^(\d+): (".*")$/gm)].map(
    ([, number, json]) => ({ number: Number(number), text: JSON.parse(json!) as string }),
  );
  const [, title, players = ""] =
    /^Story: "(.+)"\. Players: (.+)\.$/m.exec(messages.map(({ text }) => text).join("\n")) ?? [];
  const names = [...players.matchAll(/"(.+?)"/g)].map(([, name]) => name!);
  return {
    types: ["pulse"],
    beats: (guides.get(title ?? "")?.pulses ?? []).flatMap(({ title, text }) => {
      const told = sentences.find((sentence) => text.some((version) => version.startsWith(sentence.text)));
      return told ? [{ title, quote: told.text }] : [];
    }),
    private: sentences.flatMap(({ number, text }) =>
      names
        .filter((name) => text.includes(`${name}, you alone`))
        .map((name) => ({ sentences: [number], players: [name] })),
    ),
    known: [],
    concluded: sentences.some(({ text }) => /^The End\.?$/.test(text)),
    confidence: 0.9,
  };
}

const partOf = (text: string, title: string): string =>
  text.slice(text.lastIndexOf(`<<< ${title}`), text.lastIndexOf(`>>> ${title}`));

/** A long word of the narration, as the subject of a reply. */
function salient(told: string, asked: Asked): string {
  const words = [...new Set(told.match(/\b[a-z]{6,}\b/g) ?? ["silence"])];
  return words[number(asked, "salient") % words.length]!;
}

const fill = (text: string, about: string, name: string) =>
  text.replaceAll("{it}", about).replaceAll("{me}", name);
const number = ({ system, last }: Asked, purpose: string): number =>
  createHash("sha256").update(`${purpose}\n${system}\n${last}`).digest().readUInt32BE(0);
const pick = (asked: Asked, purpose: string, from: readonly string[]): string =>
  from[number(asked, purpose) % from.length]!;

const sayings = [
  "I keep thinking about the {it}.",
  "The {it}, of all things. I take a closer look.",
  "I stay close to the wall and watch the {it}.",
  "That {it} cannot be right. I step nearer.",
  "I put a hand on the {it} and wait.",
  "{me} nods towards the {it}.",
  "I say nothing, and count my steps to the {it}.",
  "So this is what the {it} was about.",
];
const wishes = [
  "look into the {it} first.",
  "ask somebody who knows about the {it}.",
  "leave the {it} alone and go on.",
  "follow the {it}, quietly.",
  "stay together and write down what we saw of the {it}.",
  "go around the {it} and see the other side.",
];
const answers = [
  "I nod, and keep my face still.",
  "I ask under my breath what it wants from me.",
  "I would rather not have known that.",
  "I remember it well, and say so only to you.",
];
const reactions = ["I thought the same", "You would say that", "Go on, then", "Not so loud"];
const pasts = [
  "People know the face and forget the name.",
  "There was a sister once, who went away.",
  "There is a debt, and it is nearly paid.",
  "Nothing much happened until this year.",
];
const characters = [
  "A quiet hand who came for an old letter.",
  "A traveller who missed the last way back.",
  "A helper who promised to stay one night.",
  "A friend of a friend, here by mistake.",
];
