/** Prompts look back at the same turns again and again: what they look back at is kept, and must be what it would be if it were made anew. */
import { expect, test } from "vitest";
import type { PlayerAgent, SessionConfig, TurnRecord } from "../../contract/index.ts";
import { narratorHistory } from "./narrator-prompt.ts";
import { playerPrompt } from "./player-prompt.ts";

const names = ["Sam", "Alex"];
const config = {
  storyGuide: { questions: ["Who are you?"], pulses: [] },
  group: { players: names.map((name) => ({ name })) },
} as unknown as SessionConfig;
const player = { seat: 0, archetype: "curious", name: "Sam", systemPrompt: "You are Sam." } as PlayerAgent;
const draw = { quirk: false, mood: "calm" } as unknown as Parameters<typeof playerPrompt>[0]["draw"];
const sharing = { keeps: [], first: true };

function recordOf(turn: number): TurnRecord {
  const [open, alone] = [`The tide of day ${turn} comes in. `, `Sam, you alone see mark ${turn}.`];
  return {
    turn,
    phase: "story",
    narrator: { text: open + alone },
    classification: {
      segments: [
        { start: 0, end: open.length, audience: "all" },
        { start: open.length, end: open.length + alone.length, audience: [0] },
      ],
    },
    players: names.map((_, seat) => ({
      seat,
      says: `I wait, ${turn}.`,
      wants: "wait",
      ...(seat === 0 && { private: { answer: `I saw it, ${turn}.`, share: false } }),
    })),
    relay: { seat: 0, text: `We wait, ${turn}.` },
    ...(turn === 14 && { context: { kind: "summarised", upToTurn: 9, summary: "They waited." } }),
  } as unknown as TurnRecord;
}

test("turn by turn, kept prompts are those that are made anew", () => {
  const historyOf = narratorHistory({ names, config });
  const records: TurnRecord[] = [];
  for (let turn = 1; turn <= 30; turn++) {
    const now = { turn, phase: "story" as const, narration: "Now.", told: "" };
    const anew = structuredClone(records);
    expect(historyOf({ records: [...records], turn, told: [] })).toEqual(
      narratorHistory({ names, config })({ records: anew, turn, told: [] }),
    );
    expect(playerPrompt({ player, names, records: [...records], now, draw, sharing })).toEqual(
      playerPrompt({ player: { ...player }, names, records: anew, now, draw, sharing }),
    );
    records.push(recordOf(turn));
  }
});

test("what was said before is the same message a turn later", () => {
  const historyOf = narratorHistory({ names, config });
  const records = [1, 2, 3, 4].map(recordOf);
  const told = [3, 4].map((count) =>
    historyOf({ records: records.slice(0, count), turn: count + 1, told: [] }),
  );
  expect(told[1]!.slice(0, 5).every((message, index) => message === told[0]![index])).toBe(true);
  const heard = [3, 4].map(
    (count) =>
      playerPrompt({
        player,
        names,
        records: records.slice(0, count),
        now: { turn: count + 1, phase: "story", narration: "Now.", told: "" },
        draw,
        sharing,
      }).messages,
  );
  expect(heard[1]!.slice(2, 6).every((message, index) => message === heard[0]![index + 2])).toBe(true);
});
