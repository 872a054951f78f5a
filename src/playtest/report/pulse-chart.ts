import type { SessionState } from "../session/index.ts";

/** Turns in a line: what fits on a screen. */
const WIDTH = 50;

/** A sign for every turn, fifty to a line. */
export function pulseChart({
  records,
  pulses,
  ownBeats,
  tangents,
  turn: lastTurn,
}: Pick<SessionState, "records" | "pulses" | "ownBeats" | "tangents" | "turn">): string[] {
  const [told, own] = [new Set(pulses), new Set(ownBeats)];
  const strayed = new Set(
    tangents.flatMap(({ startTurn, endTurn = lastTurn + 1 }) =>
      Array.from({ length: Math.max(0, endTurn - startTurn) }, (_, index) => startTurn + index),
    ),
  );
  const signs = records.map(({ turn, phase }) =>
    told.has(turn) ? "█" : own.has(turn) ? "▒" : phase === "creation" ? "○" : strayed.has(turn) ? "~" : "·",
  );
  const lines = Array.from({ length: Math.ceil(signs.length / WIDTH) }, (_, index) =>
    signs.slice(index * WIDTH, (index + 1) * WIDTH),
  );
  const first = records[0]?.turn ?? 1;
  const width = String(first + signs.length).length;
  return [
    ...lines.map((line, index) => `turn ${String(first + index * WIDTH).padStart(width)} ${line.join("")}`),
    "○ character creation  █ pulse  ▒ beat of the narrator's own  ~ off the story  · other",
  ];
}

const LEVELS = "▁▂▃▄▅▆▇█";

/** The values as heights, the highest as high as it goes. */
export function sparkline(values: readonly number[]): string {
  const most = Math.max(1, ...values);
  return values.map((value) => LEVELS[Math.round((value / most) * (LEVELS.length - 1))]).join("");
}
