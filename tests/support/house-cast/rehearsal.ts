/** A table of house actors without a session, for tests of the cast itself. */
import type { ArchetypeId, Story } from "../../../src/contract/index.ts";
import { dice } from "../../../src/kernel/dice/index.ts";
import type { HouseReply, HouseRequest } from "../../../src/kernel/models/index.ts";
import { playerReply, type PlayerReply } from "../../../src/playtest/agents/index.ts";
import { drawRelay, drawSharing, drawTurn, type TurnDraw } from "../../../src/playtest/archetypes/index.ts";
import { houseCast } from "../../../src/playtest/house/index.ts";

export type Rehearsal = {
  guide: Story;
  archetypes: readonly ArchetypeId[];
  seed: string | number;
  narrator?: string;
  spokesperson?: number;
  turns?: number;
  instructions?: string;
};

export type RehearsedTurn = {
  turn: number;
  text: string;
  /** The public part, and the part for one player. */
  narration: string;
  private: Array<{ name: string; text: string }>;
  truth: unknown;
  players: Array<PlayerReply & { name: string; archetype: ArchetypeId; draw: TurnDraw; told: string }>;
  relay: string;
};

export async function rehearse({
  guide,
  archetypes,
  seed,
  narrator = "plain",
  spokesperson = 0,
  turns = 60,
  instructions = "",
}: Rehearsal): Promise<RehearsedTurn[]> {
  const names = guide.names.slice(0, archetypes.length);
  const players = archetypes.map((archetype, seat) => ({
    seat,
    archetype,
    name: names[seat]!,
    character: characterOf(guide, seat),
  }));
  const told: HouseRequest["messages"] = [];
  const heard: HouseRequest["messages"][] = players.map(() => []);
  const played: RehearsedTurn[] = [];

  for (let turn = 1; turn <= turns; turn++) {
    const before = played.at(-1);
    const phase = turn <= 2 ? "creation" : "story";
    told.push({
      role: "user",
      text: [before?.relay ?? "", ...answers(before), direction(turn)]
        .filter((line) => line !== "")
        .join("\n\n"),
    });
    const reply = await ask(narrator, {
      role: "narrator",
      call: `turn/${turn}/narrator`,
      seed,
      instructions,
      messages: [...told],
      stage: {
        kind: "narrator",
        turn,
        phase,
        guide,
        players: players.map(({ name, archetype }) => ({ name, archetype })),
      },
    });
    const text = textOf(reply);
    told.push({ role: "assistant", text });
    const { narration, parts } = split(text);
    const record: RehearsedTurn = {
      turn,
      text,
      narration,
      private: parts,
      truth: reply.truth,
      players: [],
      relay: "",
    };
    played.push(record);
    if (text.includes("The End.")) break;

    const offStory = before?.players.some(({ offTopic }) => offTopic !== "none") ?? false;
    for (const { seat, archetype, name, character } of players) {
      const draw = drawTurn(archetype, { seed, replicate: 0, turn, seat }, { offStory });
      const mine = parts
        .filter((part) => part.name === name)
        .map((part) => part.text)
        .join("\n\n");
      heard[seat]!.push({
        role: "user",
        text: `Narrator: ${narration}${mine === "" ? "" : `\n\nNarrator, to you alone: ${mine}`}`,
      });
      const stage = {
        kind: "player",
        seat,
        name,
        names,
        archetype,
        character,
        phase,
        draw,
        narration,
        told: mine,
        tells:
          mine !== "" && drawSharing(archetype, { seed, replicate: 0, turn, seat }) !== undefined ? mine : "",
        talk: (before?.players ?? []).map(({ says }, seat) => ({ seat, says })),
      };
      const said = await ask("plain", {
        role: "player",
        call: `turn/${turn}/player/${seat}`,
        seed,
        instructions: "",
        messages: heard[seat]!.slice(-24),
        stage,
        schema: {},
      });
      const object = playerReply.parse("object" in said ? said.object : undefined);
      heard[seat]!.push({
        role: "assistant",
        text: [object.says, object.wants, object.private ?? ""].join(" "),
      });
      record.players.push({ ...object, name, archetype, draw, told: mine });
    }
    if (phase === "creation") {
      record.relay = record.players.map(({ name, says }) => `${name}: ${says}`).join("\n");
      continue;
    }
    const intents = record.players.map(({ name, wants, tells }) => ({
      name,
      wants,
      shares: tells ?? undefined,
    }));
    const stage = {
      kind: "spokesperson",
      name: names[spokesperson],
      archetype: archetypes[spokesperson],
      ...relayOf(turn),
      intents,
      says: record.players.map(({ name, says }) => ({ name, says })),
    };
    record.relay = textOf(
      await ask("plain", {
        role: "spokesperson",
        call: `turn/${turn}/spokesperson`,
        seed,
        instructions: "",
        messages: [],
        stage,
      }),
    );
  }
  return played;

  function relayOf(turn: number) {
    const seats = players.map(({ seat }) => seat).filter((seat) => seat !== spokesperson);
    const at = { seed, replicate: 0, turn, seat: spokesperson };
    const { noise, dropped } = drawRelay(archetypes[spokesperson]!, at, seats);
    return { noise, dropped: dropped === undefined ? undefined : names[dropped] };
  }
}

export async function ask(member: string, request: Omit<HouseRequest, "dice">): Promise<HouseReply> {
  return houseCast
    .find(({ name }) => name === member)!
    .reply({ ...request, dice: dice(request.seed, member, request.call ?? "") });
}

const textOf = (reply: HouseReply): string => ("text" in reply ? reply.text : JSON.stringify(reply.object));

const answers = (before: RehearsedTurn | undefined): string[] =>
  (before?.players ?? []).flatMap(({ name, private: answer }) =>
    answer ? [`(${name}, to you alone: ${answer})`] : [],
  );

const direction = (turn: number): string =>
  ["(Greet the group and ask for names.)", "(Ask about the characters.)", "(Now begin the story.)"][
    turn - 1
  ] ?? "";

function characterOf({ backgrounds: { occupations, ties, quirks } }: Story, seat: number): string {
  const who = occupations[seat % occupations.length]!;
  return `${who.charAt(0).toUpperCase()}${who.slice(1)} who came because of ${ties[seat % ties.length]}, and who ${quirks[seat % quirks.length]}.`;
}

/** The simplest reading of who hears what: a tagged paragraph is for one player. */
function split(text: string): { narration: string; parts: Array<{ name: string; text: string }> } {
  const parts: Array<{ name: string; text: string }> = [];
  const narration = text.split("\n\n").filter((paragraph) => {
    const found =
      /^\[To (.+?) only\] (.+)$/s.exec(paragraph) ??
      /^\[\[PRIVATE (.+?)\]\]\n(.+)\n\[\[\/PRIVATE\]\]$/s.exec(paragraph);
    if (found) parts.push({ name: found[1]!, text: found[2]! });
    return !found;
  });
  return { narration: narration.join("\n\n"), parts };
}
