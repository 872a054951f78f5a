import type { Issue, SessionConfig, TurnRecord } from "../../contract/index.ts";
import type { SessionState } from "../session/index.ts";

/** Several sessions or branches side by side. */
export type Comparison = {
  sessions: Array<{
    sessionId: string;
    dir: string;
    turns: number;
    outcome: string;
    pulses: number;
    tangents: number;
    averageTangent: number | null;
    forcedSegues: number;
    privateMoments: number;
    payoffs: number;
    issues: Issue[];
    cost: number | null;
  }>;
  /** Settings that are not the same in all, by name. */
  differs: Record<string, string[]>;
  /** The first turn in which what was said is not the same, with the narrators' words; null: no difference in the turns all have. */
  firstDifference: { turn: number; where: "narrator" | "players" | "relay"; texts: string[] } | null;
};

export type Compared = { state: SessionState; dir: string; cost: number | null; outcome: string };

export function compareSessions(sessions: readonly Compared[]): Comparison {
  return {
    sessions: sessions.map(({ state, dir, cost, outcome }) => {
      const { sessionId, turn, pulses, tangents, privateMoments, issues } = state;
      const ended = tangents.filter(({ endTurn }) => endTurn !== undefined);
      return {
        sessionId,
        dir,
        turns: turn,
        outcome,
        pulses: pulses.length,
        tangents: tangents.length,
        averageTangent: ended.length === 0 ? null : ended.reduce((sum, { length }) => sum + length, 0) / ended.length,
        forcedSegues: tangents.filter(({ recoveryMethod }) => recoveryMethod === "forced").length,
        privateMoments: privateMoments.length,
        payoffs: privateMoments.filter(({ payoffDetected }) => payoffDetected).length,
        issues: [...issues],
        cost,
      };
    }),
    differs: differences(sessions.map(({ state }) => state.config)),
    firstDifference: firstDifference(sessions.map(({ state }) => state)),
  };
}

function differences(configs: readonly SessionConfig[]): Comparison["differs"] {
  const shown: Record<string, (config: SessionConfig) => string> = {
    story: ({ story }) => story,
    "story guide": ({ storyGuide }) => JSON.stringify(storyGuide),
    prompt: ({ prompt }) => prompt,
    "prompt text": ({ systemPrompt }) => systemPrompt,
    narrator: ({ narratorModel }) => narratorModel,
    classifier: ({ classifierModel }) => classifierModel,
    players: ({ group }) => group.players.map(({ name, archetype, model }) => `${name} (${archetype}, ${model})`).join(", "),
    spokesperson: ({ group }) => group.players[group.spokesperson]!.name,
    "max turns": ({ maxTurns }) => String(maxTurns),
    seed: ({ seed }) => String(seed),
    replicate: ({ replicate }) => String(replicate),
  };
  return Object.fromEntries(
    Object.entries(shown).flatMap(([name, show]) => {
      const values = configs.map(show);
      return new Set(values).size > 1 ? [[name, name === "story guide" || name === "prompt text" ? values.map((text) => `${text.length} characters`) : values]] : [];
    }),
  );
}

function firstDifference(states: readonly SessionState[]): Comparison["firstDifference"] {
  const shared = Math.min(...states.map(({ records }) => records.length));
  for (let index = 0; index < shared; index++) {
    const records = states.map((state) => state.records[index]!);
    for (const [where, say] of parts) {
      const texts = records.map(say);
      if (new Set(texts).size > 1) return { turn: records[0]!.turn, where, texts };
    }
  }
  return null;
}

const parts: Array<["narrator" | "players" | "relay", (record: TurnRecord) => string]> = [
  ["narrator", ({ narrator }) => narrator.text],
  ["players", ({ players }) => players.map(({ says, wants }) => `${says} ${wants}`).join("\n")],
  ["relay", ({ relay }) => relay?.text ?? ""],
];
