import { z } from "zod";
import type { PlayerAgent, TurnRecord } from "../../contract/index.ts";
import type { PromptMessage } from "../../kernel/models/index.ts";
import { archetypes, type TurnDraw } from "../archetypes/index.ts";
import { asHeard, playerView, type SeenTurn } from "./player-view.ts";

/** How a player answers. */
export const playerReply = z.object({
  says: z.string().min(1).describe("What you say at the table, one to three sentences"),
  wants: z.string().min(1).describe("What you want the group to do or ask, one sentence"),
  offTopic: z.enum(["none", "light", "medium", "heavy"]).describe("How far from the story this was"),
  private: z
    .object({
      answer: z.string().min(1).describe("Your answer to the narrator alone"),
      share: z.boolean().describe("Do you tell the others?"),
      telling: z.string().describe("What you tell them; empty if you do not"),
    })
    .nullable()
    .describe("Only where the narrator told you something alone, else null"),
});
export type PlayerReply = z.infer<typeof playerReply>;

/** Turns a player still has in mind word for word. The window moves in steps, so that most turns only add to the prompt. */
const WINDOW = 8;
const STEP = 8;

export type PlayerPromptOptions = {
  player: PlayerAgent;
  names: readonly string[];
  records: readonly TurnRecord[];
  /** This turn, as this player hears it. */
  now: { turn: number; phase: "creation" | "story"; narration: string; told: string };
  draw: TurnDraw;
};

export function playerPrompt({ player, names, records, now, draw }: PlayerPromptOptions): {
  instructions: string;
  messages: PromptMessage[];
} {
  const from = Math.max(0, Math.floor((records.length - WINDOW) / STEP) * STEP);
  const view = playerView(records.slice(from), player.seat);
  const kept = playerView(records.slice(0, from), player.seat).filter(({ told }) => told !== "");
  const messages = remembered(player, view, names);
  const current = asHeard({ ...now, talk: [], relay: "", own: undefined });
  const secrets =
    kept.length === 0
      ? ""
      : `What only you were told earlier:\n${kept.map(({ turn, told }) => `- turn ${turn}: ${told}`).join("\n")}\n\n`;
  messages.push({
    role: "user",
    content: `${secrets}${heard(current, view.at(-1), names)}\n\n${thisTurn(player, now, draw)}`,
  });
  return { instructions: player.systemPrompt, messages };
}

/** The messages of the turns that a player has in mind, by what was seen: the same ones as a turn ago, so that nobody reads them twice. */
const inMind = new WeakMap<PlayerAgent, Map<SeenTurn, readonly [PromptMessage, PromptMessage]>>();

function remembered(
  player: PlayerAgent,
  view: readonly SeenTurn[],
  names: readonly string[],
): PromptMessage[] {
  const before = inMind.get(player);
  const now = new Map<SeenTurn, readonly [PromptMessage, PromptMessage]>();
  inMind.set(player, now);
  return view.flatMap((seen, index) => {
    // The first one has lost what stood before it: it is another message than it was.
    const known = index === 0 ? undefined : before?.get(seen);
    const messages =
      known ??
      ([
        { role: "user", content: heard(seen, view[index - 1], names) },
        { role: "assistant", content: own(seen) },
      ] as const);
    if (index > 0) now.set(seen, messages);
    return messages;
  });
}

function heard(
  { narration, told }: SeenTurn,
  before: SeenTurn | undefined,
  names: readonly string[],
): string {
  return [
    ...(before?.talk ?? [])
      .filter(({ says }) => says !== "")
      .map(({ seat, says }) => `${names[seat]} (at the table): ${says}`),
    before?.relay ? `The group to the narrator: ${before.relay}` : "",
    narration === "" ? "" : `Narrator: ${narration}`,
    told === "" ? "" : `Narrator, to you alone: ${told}`,
  ]
    .filter((line) => line !== "")
    .join("\n\n");
}

const own = ({ own }: SeenTurn): string =>
  own ? [own.says, own.wants, own.answer].filter((text) => text !== "").join(" ") : "…";

/** Last, because it changes every turn: what the dice say. */
function thisTurn(
  { archetype }: PlayerAgent,
  { phase, told }: { phase: "creation" | "story"; told: string },
  { quirk, mood, tangent }: TurnDraw,
): string {
  const { quirk: doing, inPrivate, tangent: kind } = archetypes[archetype];
  const off = {
    light: "Let it stray from the story for a sentence.",
    medium: "Let it lead well away from the story, so that others may join in.",
    heavy: "Let it lead the table away from the story altogether.",
  };
  return [
    `This turn: you are ${mood}.`,
    phase === "creation"
      ? "The story has not begun: answer what the narrator asks about your character."
      : "",
    quirk ? `Your quirk shows: ${doing}.` : "Your quirk does not show: just play along.",
    tangent && kind ? off[tangent] : "",
    told === ""
      ? ""
      : `The narrator told you something alone. Answer it in "private". ${inPrivate.manner} Whether you tell the others is up to you; if you do not, neither "says" nor "wants" may give it away.`,
  ]
    .filter((line) => line !== "")
    .join(" ");
}
