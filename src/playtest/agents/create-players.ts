import { z } from "zod";
import type { ArchetypeId, GroupConfig, GroupWish, PlayerAgent, Story } from "../../contract/index.ts";
import { dice, type Dice } from "../../kernel/dice/index.ts";
import { InvalidReplyError, type Gateway, type ResolvedModel } from "../../kernel/models/index.ts";
import { archetypeOf } from "../archetypes/index.ts";
import { generalBackgrounds, generalNames } from "../story/index.ts";
import { allAnswers } from "./all-answers.ts";
import { cutText, LONGEST_SAID } from "./cut-text.ts";
import { drawApart } from "./draw-apart.ts";
import { drawGroup } from "./draw-group.ts";
import { playerSystemPrompt } from "./player-system-prompt.ts";

export type DraftOptions = {
  guide: Story;
  seed: string | number;
  wish?: GroupWish;
  /** 0: an archetype is much the same in every session; 1: as different as the story's pools allow. */
  variation: number;
  modelFor(archetype: ArchetypeId): ResolvedModel;
};

const character = z.object({
  backstory: z
    .string()
    .min(1)
    .describe("Two sentences about the character's life before the story, without what `character` says"),
  character: z.string().min(1).describe("One sentence: who the character is in the story, and why they came"),
});

/** The players of a session, without asking anybody: names and characters from the story's pools. */
export function draftPlayers({ guide, seed, wish, variation, modelFor }: DraftOptions): GroupConfig {
  const { archetypes: drawn, spokesperson } = drawGroup({ seed, wish });
  const names = namesFor(guide, (purpose) => dice(seed, "group", purpose));
  const draw = drawApart({ seed, variation });
  const table = { names: names.slice(0, drawn.length), spokesperson: names[spokesperson]! };
  const players = drawn.map((archetype, seat) => {
    const { backstory, character } = offlineCharacter({
      guide,
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

/** The same players with characters that their own models have written, from the drafts. Where a model writes none that can be used, the draft will do, and a note says so. */
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
}): Promise<{ group: GroupConfig; notes: string[] }> {
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
          "You invent a character for a player of an interactive story. The character lives in the story's time and place and would be fun to play for somebody who plays in that way. Stay close to the notes, and invent no more than you are asked for.",
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
          note: `${player.name} plays the character that was drawn from the story: ${error.message}`,
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
  const { style } = archetypeOf(archetype);
  return [
    `Story: ${[title, genre, setting?.place, setting?.time].filter(Boolean).join(", ")}. ${premise ?? ""}`.trimEnd(),
    `The character's name: ${name}. How the player likes to play: ${style.toLowerCase()}.`,
    `Notes: ${characterForStory}`,
  ].join("\n");
}

function playerOf({
  seat,
  archetype,
  name,
  model,
  backstory,
  character,
  guide,
  table,
}: Pick<PlayerAgent, "seat" | "archetype" | "name" | "model"> & {
  backstory: string;
  character: string;
  guide: Story;
  table: { names: readonly string[]; spokesperson: string };
}): PlayerAgent {
  return {
    seat,
    archetype,
    name,
    model,
    generatedBackstory: backstory,
    characterForStory: character,
    systemPrompt: playerSystemPrompt({ archetype, name, ...table, backstory, character, guide }),
  };
}

/** Without a model: drawn from the story's pools. */
function offlineCharacter({
  guide,
  draw,
}: {
  guide: Story;
  draw(purpose: string, pool: readonly string[]): string;
}): z.infer<typeof character> {
  const pool = (name: keyof Story["backgrounds"]) =>
    guide.backgrounds[name].length > 0 ? guide.backgrounds[name] : generalBackgrounds[name];
  const [occupation, tie] = [draw("occupation", pool("occupations")), draw("tie", pool("ties"))];
  return {
    backstory: `${capital(occupation)}, with ${tie}.`,
    character: `${capital(occupation)} who came because of ${tie}, and who ${draw("quirk", pool("quirks"))}.`,
  };
}

/** The guide's names first, then general ones that nobody in the guide has. */
function namesFor(guide: Story, diceFor: (purpose: string) => Dice): string[] {
  const taken = new Set(JSON.stringify(guide).match(/\p{L}+/gu));
  return [
    ...diceFor("names").shuffle(guide.names),
    ...diceFor("general names").shuffle(generalNames.filter((name) => !taken.has(name))),
  ];
}

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
