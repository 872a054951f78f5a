/** A play with the score that its problems and beats give it. */
import type { Episode, Tangent } from "../../../src/contract/index.ts";
import type { Play } from "../../../src/playtest/compare/index.ts";
import { defaultPoints } from "../../../src/playtest/metrics/index.ts";
import { scoreOf } from "../../../src/playtest/metrics/session-metrics.ts";

export const exampleEpisode = (kind: string, turn: number, more: Partial<Episode> = {}): Episode => ({
  id: `t${turn}-${kind}`,
  kind,
  turn,
  lastTurn: turn,
  description: "",
  severity: "warning",
  evidence: [{ turn, text: `${kind} in turn ${turn}` }],
  confidence: 1,
  source: "reader: x",
  pointsLost: 4,
  ...more,
});

export const exampleTangent: Tangent = {
  startTurn: 3,
  endTurn: 4,
  length: 1,
  initiator: "Sam",
  type: "humour",
  about: "lunch",
  quote: "I could eat.",
  intensity: "light",
  recoveryMethod: "hook",
  woven: "woven",
  segue: "A smell of bread.",
  reached: true,
  noticed: true,
  segueQuality: 4,
};

type PlayGiven = Partial<Pick<Play, "session" | "pair" | "cluster" | "overall" | "untold">> & {
  /** Points of each episode, by kind. */
  lost?: Readonly<Record<string, readonly number[]>>;
  completion?: number;
  /** The judge's score in everything, 1 to 10. */
  judged?: number;
};

export function examplePlay({ lost = {}, completion = 1, judged, ...more }: PlayGiven = {}): Play {
  const episodes = Object.entries(lost).flatMap(([kind, all]) =>
    all.map((pointsLost, at) => exampleEpisode(kind, at + 1, { pointsLost })),
  );
  const judge = judged === undefined ? undefined : (100 * (judged - 1)) / 9;
  const score = scoreOf({ points: defaultPoints, episodes, completion, judge, why: {} });
  return { ...score, session: "s", pair: "1", cluster: "1", ...more };
}
