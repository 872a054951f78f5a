/**
 * A session of any length for the detectors: clean turns of the embedded cast in a row, with text that was not read
 * before.
 */
import type { SessionConfig, TurnRecord } from "../src/contract/index.ts";
import { detect, type Observation } from "../src/playtest/findings/index.ts";
import type { Transcript } from "../src/playtest/fault-bench/index.ts";

type Played = { record: TurnRecord; secrets: Observation["secrets"] };

export const playedTurns = (transcripts: readonly Transcript[]): Played[] =>
  transcripts.flatMap(({ records, states }) =>
    records.map((record) => ({ record, secrets: states[record.turn - 1]!.secrets.secrets })),
  );

/** Looks at so many turns, as a session of that length would show them. */
export function observeTurns(
  played: readonly Played[],
  { turns, config, tag }: { turns: number; config: SessionConfig; tag: string },
): void {
  const told = Array.from({ length: turns }, (_, at) => {
    const { record, secrets } = played[at % played.length]!;
    return { ...record, secrets, text: `${record.narrator.text} ${tag} ${at}.` };
  });
  for (const [at, { text, classification, players, relay, phase, guidePulse, secrets }] of told.entries()) {
    const from = Math.max(0, at - 30);
    detect({
      turn: at + 1,
      phase,
      text,
      type: classification.type,
      pulse: guidePulse !== undefined,
      earlier: told
        .slice(from, at)
        .map((each, index) => ({ turn: from + index + 1, text: each.text, type: each.classification.type })),
      names: config.group.players.map(({ name }) => name),
      guide: config.storyGuide,
      relay: told[at - 1]?.relay?.text ?? "",
      relayNow: relay,
      secrets,
      players,
      turnsSincePulse: 1,
    });
  }
}
