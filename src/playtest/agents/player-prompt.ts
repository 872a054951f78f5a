/** A player's request for a turn, and the format of the reply. */
import { z } from "zod";
import type { PlayerAgent, TurnRecord } from "../../contract/index.ts";
import type { PromptMessage } from "../../kernel/models/index.ts";
import { archetypeOf, asksByName, type TurnDraw } from "../archetypes/index.ts";
import { cutText, LONGEST_SAID, lowerFirst } from "./cut-text.ts";
import { asHeard, playerView, type OwnTurn, type SeenTurn, type TableLine } from "./player-view.ts";

const offTopic = z
  .enum(["none", "light", "medium", "heavy"])
  .describe(
    "How far from the story what you say is: none (about the story), " +
      "light (a passing joke or aside), medium (a topic of its own), heavy (the story is forgotten)",
  );

const tells = z
  .array(z.number())
  .describe(
    "The turns of the things only you know that you give away in what you say now; an empty list if none",
  );

export const playerReply = z.object({
  says: z
    .string()
    .describe(
      "What you say aloud at the table, to the others or to people in the story: the spoken words; empty if you have nothing to say",
    ),
  wants: z
    .string()
    .describe(
      "What you want the group to do or ask next in the story, one short clause; " +
        "empty if what you say already is the wish, or if you just go along",
    ),
  offTopic,
  private: z
    .string()
    .nullable()
    .describe(
      "Your answer to what the narrator told you alone this turn; only the narrator learns of it. " +
        "Null if you let it be, or if it told you nothing alone",
    ),
  tells,
  remember: z
    .string()
    .nullable()
    .describe(
      "A note to yourself, one short line: a name, a promise, a suspicion. " +
        "Only you see it, and you get it back when the talk of today is long forgotten. " +
        "Null unless you will need it then",
    ),
});
type PlayerReply = z.infer<typeof playerReply>;

export const crossTalkReply = z.object({
  says: z
    .string()
    .describe("What you say to the others now, one short sentence; empty if there is nothing to add"),
  offTopic,
  tells,
});

/** Turns kept verbatim in a player's prompt. The window moves in steps, so that most turns only add to the prompt. */
const WINDOW = 8;
const STEP = 8;
/** Notes from before the window in a prompt, and the maximum characters of one. */
const MOST_NOTES = 12;
const LONGEST_NOTE = 240;

/** Something that only this player knows. */
export type Known = { turn: number; content: string };

export type PlayerPromptOptions = {
  player: PlayerAgent;
  names: readonly string[];
  records: readonly TurnRecord[];
  now: { turn: number; phase: "creation" | "story"; narration: string; told: string };
  draw: TurnDraw;
  /** What only they know, with what they were told just now. */
  knows: readonly Known[];
};

type Prompt = { instructions: string; messages: PromptMessage[] };

export function playerPrompt(options: PlayerPromptOptions): Prompt {
  const { messages, heard } = soFar(options);
  return {
    instructions: options.player.systemPrompt,
    messages: [...messages, { role: "user", content: `${heard}\n\n${thisTurn(options)}` }],
  };
}

/**
 * A player's reaction to what the others have just said: the turn as in `playerPrompt`, their own answer, then the
 * talk.
 */
export function crossTalkPrompt({
  said,
  own,
  strays,
  ...options
}: Omit<PlayerPromptOptions, "draw"> & {
  own: OwnTurn;
  said: readonly TableLine[];
  /** Is another player off the story? */
  strays: boolean;
}): Prompt {
  const { player, names } = options;
  const { messages, heard } = soFar(options);
  const calls = said.find(({ says }) => asksByName(says, player.name));
  return {
    instructions: player.systemPrompt,
    messages: [
      ...messages,
      { role: "user", content: heard },
      { role: "assistant", content: asReply(own) },
      {
        role: "user",
        content: [
          tableLines(said, names),
          onlyYouKnow(options.knows, options.now.turn),
          [
            calls
              ? `${names[calls.seat]} asks you something: answer.`
              : `If you have something to add, react to ${said.length > 1 ? "one of these" : "that"}; otherwise leave "says" empty.`,
            `Talk to the player, not to the narrator: agree, tease, object${strays ? ", or follow them off the story" : ""}.`,
            "Do not say again what you or they said.",
          ].join(" "),
        ]
          .filter((part) => part !== "")
          .join("\n\n"),
      },
    ],
  };
}

/** The turns in the window and what is heard now, with older parts that still matter. */
function soFar({
  player,
  names,
  records,
  now,
}: Pick<PlayerPromptOptions, "player" | "names" | "records" | "now">): {
  messages: PromptMessage[];
  heard: string;
} {
  const from = Math.max(0, Math.floor((records.length - WINDOW) / STEP) * STEP);
  const view = playerView(records.slice(from), player.seat);
  const before = playerView(records.slice(0, from), player.seat);
  const current = asHeard({ ...now, talk: [], relay: "", own: undefined });
  return {
    messages: remembered(view, names),
    heard: [
      listed(
        "Your own notes from earlier:",
        before
          .flatMap(({ turn, own }) => (own?.remember ? [`turn ${turn}: ${own.remember}`] : []))
          .slice(-MOST_NOTES),
      ),
      heard(current, view.at(-1), names),
    ]
      .filter((part) => part !== "")
      .join("\n\n"),
  };
}

const listed = (title: string, lines: readonly string[]): string =>
  lines.length === 0 ? "" : [title, ...lines.map((line) => `- ${line}`)].join("\n");

/** The turns of a player's window, as a conversation. */
const remembered = (view: readonly SeenTurn[], names: readonly string[]): PromptMessage[] =>
  view.flatMap((seen, index): PromptMessage[] => [
    { role: "user", content: heard(seen, view[index - 1], names) },
    { role: "assistant", content: asReply(seen.own) },
  ]);

function heard(
  { narration, told }: SeenTurn,
  before: SeenTurn | undefined,
  names: readonly string[],
): string {
  return [
    tableLines(before?.talk ?? [], names),
    before?.own?.reacts ? `You added: ${before.own.reacts}` : "",
    before?.relay ? `The group to the narrator: ${before.relay}` : "",
    narration === "" ? "" : `Narrator: ${narration}`,
    told === "" ? "" : `Narrator, to you alone: ${told}`,
  ]
    .filter((line) => line !== "")
    .join("\n\n");
}

const tableLines = (talk: readonly TableLine[], names: readonly string[]): string =>
  talk.map(({ seat, says }) => `${names[seat]} (at the table): ${says}`).join("\n\n");

/** Their earlier answer in the reply format: every part is labelled. */
const asReply = (own: OwnTurn | undefined): string =>
  JSON.stringify(
    own
      ? {
          says: own.says,
          wants: own.wants,
          offTopic: own.offTopic,
          private: own.private?.answer || null,
          tells: own.tells ?? [],
          remember: own.remember ?? null,
        }
      : { says: "…" },
  );

/** Last, because it changes every turn: what only they know, and the dice. */
function thisTurn({
  player: { seat, archetype, name },
  now: { turn: now, phase, narration, told },
  draw: { quirk, mood, moodIsNew, length, tangent },
  knows,
  records,
}: PlayerPromptOptions): string {
  const { quirk: doing, inPrivate, tangent: kind } = archetypeOf(archetype);
  const off = {
    light: "It takes you off the story for a sentence.",
    medium: "It takes you off the story, onto a subject of your own life that others can join in on.",
    heavy: "It takes you away from the story altogether, and you try to take the table along.",
  };
  if (phase === "creation")
    return (
      "This turn: the story has not begun. Answer what the narrator asks, " +
      "about yourself and your character, as long as the questions need: " +
      'the narrator hears "says" directly. "wants" stays empty.'
    );
  const isFirst = !records.some(({ players }) => players.some((each) => each.seat === seat && each.private));
  const howToAnswer = isFirst ? ` If you answer: ${lowerFirst(inPrivate)}` : "";
  const orders = [
    moodIsNew && !tangent ? moodShows[mood] : "",
    quirk ? `What is typical of you shows: ${doing}.` : "",
    tangent && kind ? `${off[tangent]} If the scene is too serious for that, skip it.` : "",
    quirk || length === undefined || narration.includes(name) ? "" : says[length],
    told === ""
      ? ""
      : "The narrator has just told you something alone; the others did not hear it. " +
        `Answer it in "private", or let it be.${howToAnswer}`,
  ].filter((line) => line !== "");
  const turn = `This turn: ${orders.length === 0 ? "play along." : orders.join(" ")}`;
  return [onlyYouKnow(knows, now), turn].filter((part) => part !== "").join("\n\n");
}

/** Characters of an item that are shown: enough to recognise what is further up, or long ago. */
const KNOWN = 300;

const onlyYouKnow = (knows: readonly Known[], now: number): string =>
  listed(
    "Only you know this. You may share it, use it or keep it, as you would:",
    knows.map(({ turn, content }) =>
      turn === now
        ? `turn ${turn} (now): what the narrator has just told you alone`
        : `turn ${turn}: ${cutText(content.replaceAll(/\s+/g, " ").trim(), KNOWN)}`,
    ),
  );

/** The instruction on length; a quirk or an answer to the narrator has no limit. */
const says: Readonly<Record<NonNullable<TurnDraw["length"]>, string>> = {
  "a few words": 'Say no more than a few words: "says" is one to five of them.',
  "one sentence": "Say one short sentence.",
  "two sentences": "",
};

const moodShows: Readonly<Record<TurnDraw["mood"], string>> = {
  upbeat: "You are in good spirits.",
  "at ease": "You are at ease.",
  tired: "You are tired, so you keep it short.",
  keen: "You are keen to get on with it.",
  wary: "You would rather be careful.",
  impatient: "You have little patience for talk.",
  playful: "You are easily amused.",
  thoughtful: "You take a moment to think.",
};

export const asNote = (note: string | null): string | undefined => {
  const text = cutText((note ?? "").trim(), LONGEST_NOTE);
  return text === "" || /^(?:null|none|n\/a)$/i.test(text) ? undefined : text;
};

/** A player's reply with overlong parts cut; and its original length, if cut. */
export function cutReply(reply: PlayerReply): { reply: PlayerReply; cutFrom?: number } {
  const { says, wants, private: answer } = reply;
  const longest = Math.max(...[says, wants, answer ?? ""].map(({ length }) => length));
  if (longest <= LONGEST_SAID) return { reply };
  const cut = (text: string) => cutText(text, LONGEST_SAID);
  return {
    reply: { ...reply, says: cut(says), wants: cut(wants), private: answer && cut(answer) },
    cutFrom: longest,
  };
}
