/** Creates the players: drawn from the seed, with characters that their models may write. */
import { z } from "zod";
import type {
  ArchetypeId,
  GroupConfig,
  GroupRequest,
  Note,
  PlayerAgent,
  Story,
} from "../../contract/index.ts";
import { dice, type Dice } from "../../kernel/dice/index.ts";
import { InvalidReplyError, type Gateway, type ResolvedModel } from "../../kernel/models/index.ts";
import { archetypeOf, archetypeIds } from "../archetypes/index.ts";
import { generalBackgrounds, generalNames } from "../story/index.ts";
import { allAnswers } from "./all-answers.ts";
import { cutText, LONGEST_SAID, lowerFirst } from "./cut-text.ts";
import { HarnessError, optionText } from "../../kernel/errors/index.ts";
import { listed } from "../../kernel/report/index.ts";

type DraftOptions = {
  guide: Story;
  seed: string | number;
  wish?: GroupRequest;
  modelFor(archetype: ArchetypeId): ResolvedModel;
};

const character = z.object({
  backstory: z
    .string()
    .min(1)
    .describe(
      "Two sentences about the character's life before the story: where they come from, what they did",
    ),
  character: z.string().min(1).describe("One sentence: who the character is in the story, and why they came"),
});

/** The players of a session, without model calls: names and characters from the story's pools. */
export function draftPlayers({ guide, seed, wish, modelFor }: DraftOptions): GroupConfig {
  const { archetypes: drawn, spokesperson } = drawGroup({ seed, wish });
  const names = namesFor(guide, (purpose) => dice(seed, "group", purpose));
  const draw = drawApart(seed);
  const table = { names: names.slice(0, drawn.length), spokesperson: names[spokesperson]! };
  const players = drawn.map((archetype, seat) => {
    const { backstory, character } = offlineCharacter({
      guide,
      context: archetypeOf(archetype).context,
      draw: (purpose, pool) => draw({ purpose, pool, archetype, seat }),
    });
    return playerOf({
      seat,
      archetype,
      name: names[seat]!,
      model: modelFor(archetype).name,
      backstory,
      character,
      guide,
      table,
    });
  });
  return { players, spokesperson, size: players.length };
}

/**
 * The same players with characters written by their own models from the drafts. If a model writes nothing usable, the
 * draft stays and a note says so.
 */
export async function writeCharacters({
  gateway,
  guide,
  group,
  models,
  signal,
}: {
  gateway: Gateway;
  guide: Story;
  group: GroupConfig;
  models: readonly ResolvedModel[];
  signal?: AbortSignal;
}): Promise<{ group: GroupConfig; notes: Note[] }> {
  const names = group.players.map(({ name }) => name);
  const table = { names, spokesperson: names[group.spokesperson]! };
  const written = await allAnswers(
    group.players.map(async (player) => {
      const model = models[player.seat]!;
      if (model.provider === "house") return { player };
      const ask = gateway.object({
        call: `creation/player/${player.seat}`,
        role: "player",
        model,
        turn: 0,
        signal,
        schema: character,
        instructions:
          "You invent a character for a player of an interactive story. " +
          "The character lives in the story's time and place and would be fun to play for somebody " +
          "who plays in that way. Stay close to the notes: they are about the character; " +
          "the backstory is yours to invent.",
        messages: [{ role: "user", content: characterNotes(player, guide) }],
      });
      try {
        const { object } = await ask;
        return {
          player: playerOf({
            ...player,
            backstory: cutText(object.backstory, LONGEST_SAID),
            character: cutText(object.character, LONGEST_SAID),
            guide,
            table,
          }),
        };
      } catch (error) {
        if (!(error instanceof InvalidReplyError)) throw error;
        return {
          player,
          note: { code: "character-drawn" as const, text: `${player.name}: ${error.message}` },
        };
      }
    }),
  );
  return {
    group: { ...group, players: written.map(({ player }) => player) },
    notes: written.flatMap(({ note }) => note ?? []),
  };
}

function characterNotes(
  { archetype, name, characterForStory }: PlayerAgent,
  { title, genre, setting, premise }: Story,
): string {
  const { style, context } = archetypeOf(archetype);
  return [
    `Story: ${[title, genre, setting?.place, setting?.time].filter(Boolean).join(", ")}. ${premise ?? ""}`.trimEnd(),
    `The character's name: ${name}. How the player likes to play: ${style.toLowerCase()}.`,
    `The player's own life today: ${lowerFirst(context)}. Give the backstory a counterpart of it that fits the story's time and place.`,
    `Notes: ${characterForStory}`,
  ].join("\n");
}

/** A player of a group, with everything that the instructions mention. */
type Drafted = Pick<PlayerAgent, "seat" | "archetype" | "name" | "model"> & {
  backstory: string;
  character: string;
  guide: Story;
  /** All names, and that of the player who speaks for the group. */
  table: { names: readonly string[]; spokesperson: string };
};

const playerOf = (drafted: Drafted): PlayerAgent => ({
  seat: drafted.seat,
  archetype: drafted.archetype,
  name: drafted.name,
  model: drafted.model,
  generatedBackstory: drafted.backstory,
  characterForStory: drafted.character,
  systemPrompt: playerSystemPrompt(drafted),
});

/** Without a model: drawn from the story's pools. */
function offlineCharacter({
  guide,
  context,
  draw,
}: {
  guide: Story;
  /** The archetype's. */
  context: string;
  draw(purpose: string, pool: readonly string[]): string;
}): z.infer<typeof character> {
  const pool = (name: keyof Story["backgrounds"]) =>
    guide.backgrounds[name].length > 0 ? guide.backgrounds[name] : generalBackgrounds[name];
  const [occupation, tie] = [draw("occupation", pool("occupations")), draw("tie", pool("ties"))];
  return {
    backstory: `${capital(occupation)}, with ${tie}. ${capital(context)}.`,
    character: `${capital(occupation)} who came because of ${tie}, and who ${draw("quirk", pool("quirks"))}.`,
  };
}

/** The guide's names first, then general ones that no character in the guide has. */
function namesFor(guide: Story, diceFor: (purpose: string) => Dice): string[] {
  const taken = new Set(JSON.stringify(guide).match(/\p{L}+/gu));
  return [
    ...diceFor("names").shuffle(guide.names),
    ...diceFor("general names").shuffle(generalNames.filter((name) => !taken.has(name))),
  ];
}

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

type DrawnGroup = { archetypes: ArchetypeId[]; spokesperson: number };

/** The group: size, archetypes (repeats allowed) and the spokesperson, from the seed or as requested. */
export function drawGroup({ seed, wish = {} }: { seed: string | number; wish?: GroupRequest }): DrawnGroup {
  const { players, archetypes: wished } = wish;
  if (wished && players !== undefined && wished.length !== players) {
    throw new HarnessError({
      code: "bad-combination",
      option: "archetypes",
      message: `${optionText("players")} says ${players}, and ${optionText("archetypes")} names ${wished.length}.`,
      remedy: "Leave one of them out, or make them agree.",
    });
  }
  wished?.forEach(archetypeOf);
  const size = wished?.length ?? players ?? 2 + dice(seed, "group", "size").int(4);
  const archetypes =
    wished ??
    Array.from({ length: size }, (_, seat) => dice(seed, "group", "archetype", seat).pick(archetypeIds));
  return { archetypes, spokesperson: dice(seed, "group", "spokesperson").int(size) };
}

type Wanted = { purpose: string; pool: readonly string[]; archetype: ArchetypeId; seat: number };

/** The share of a pool from which an archetype draws. */
const OWN_SHARE = 0.6;

/**
 * Draws for the players of one group: no two get the same value while the pool lasts. Two players of an archetype may
 * be similar, but never the same person.
 */
function drawApart(seed: string | number): (wanted: Wanted) => string {
  const taken = new Map<string, Set<string>>();
  return ({ purpose, pool, archetype, seat }) => {
    // A part of the pool for each archetype: its players resemble each other from session to session.
    const width = Math.max(1, Math.round(pool.length * OWN_SHARE));
    const start =
      dice("pool", archetype, purpose).int(pool.length) + dice(seed, "backstory", seat, purpose).int(width);
    const had = taken.get(purpose) ?? new Set();
    const inOrder = pool.map((_, step) => pool[(start + step) % pool.length]!);
    const drawn = inOrder.find((item) => !had.has(item)) ?? inOrder[0]!;
    taken.set(purpose, had.add(drawn));
    return drawn;
  };
}

/** A player's instructions, sent once at the start: the table, the archetype, the character, the story. */
function playerSystemPrompt({
  archetype,
  name,
  backstory,
  character,
  guide,
  table: { names, spokesperson },
}: Drafted): string {
  const { name: title, style, context, patterns } = archetypeOf(archetype);
  const others = names.filter((other) => other !== name);
  const relay =
    spokesperson === name
      ? "You speak for the group: when everybody has talked, you pass it on to the narrator."
      : `${spokesperson} speaks for the group and passes on to the narrator what the table decides and talks about.`;
  return [
    `You are ${name}. Tonight you sit at a table with ${listed(others)} and play an interactive story that a narrator tells. ${relay}`,
    `About you, the player, who lives today: ${context}. How you play (${title}): ` +
      `${lowerFirst(style)}. ${patterns.join(". ")}. Most of the time you simply play along. ` +
      "What is typical of you is seasoning, not the whole dish; you are told in which turns it shows. " +
      "Ordinary questions, worries and small jokes are always fine.",
    `Your character bears your name and lives in the story: ${character} ${backstory}`,
    `The story: ${[guide.title, guide.genre].filter(Boolean).join(", ")}. ${guide.premise ?? ""}`.trimEnd(),
    "Talk as people do at a table: mostly a few words or one short sentence, sometimes two, " +
      'sometimes half of one, and one thing at a time. "I" is your character when you talk about the ' +
      "story; when you stray from it, you talk as yourself. Use a name only where it would be unclear " +
      "whom you mean. You need not comment on everything, propose something every time, be witty, " +
      "or agree: you may disagree, refuse, mishear or have nothing to add. " +
      "Say what you say, without describing gestures, and not as a book would put it. " +
      "You may invent small things, people and memories of your own past, but nothing about the world. " +
      "You know only what you were told or heard. Never speak for the narrator or for other players, " +
      "and never mention these instructions.",
  ].join("\n\n");
}
