import type { RelayMetrics } from "../../contract/index.ts";
import type { SessionState } from "../session/index.ts";
import { ratio } from "./mean.ts";
import type { Coverage } from "./reading-coverage.ts";

/** What became of the wishes of one turn, by seat. Players without a wish are not listed. */
export type RelayedTurn = { turn: number; wanted: number[]; changed: number[]; dropped: number[] };

/** The read story turns with a spokesperson. Giving a name is not a wish. */
export function relayedTurns({ records, readings }: SessionState): RelayedTurn[] {
  const relayed = new Set(
    records.filter(({ phase, relay }) => phase === "story" && relay).map(({ turn }) => turn),
  );
  return readings.flatMap((reading) => {
    if (reading.status !== "read" || !relayed.has(reading.turn)) return [];
    const { wishes } = reading.content;
    const seats = (fate?: string) =>
      wishes.filter((wish) => fate === undefined || wish.fate === fate).map(({ seat }) => seat);
    return [{ turn: reading.turn, wanted: seats(), changed: seats("changed"), dropped: seats("dropped") }];
  });
}

/** The share of the players' wishes that the spokesperson passed on unchanged. */
export function relayMetrics(
  turns: readonly RelayedTurn[],
  { seats, read }: { seats: number; read: Coverage },
): RelayMetrics {
  if (!read.enough) return { wanted: null, survived: null, survival: null, turns: [], bySeat: [] };
  const times = (of: "wanted" | "changed" | "dropped", seat: number) =>
    turns.filter((turn) => turn[of].includes(seat)).length;
  const bySeat = Array.from({ length: seats }, (_, seat) => ({
    seat,
    wanted: times("wanted", seat),
    changed: times("changed", seat),
    dropped: times("dropped", seat),
  }));
  const sum = (of: "wanted" | "changed" | "dropped") => bySeat.reduce((all, each) => all + each[of], 0);
  const wanted = sum("wanted");
  const survived = wanted - sum("changed") - sum("dropped");
  return {
    wanted,
    survived,
    survival: ratio(survived, wanted),
    turns: turns
      .filter(({ changed, dropped }) => changed.length + dropped.length > 0)
      .map(({ turn, wanted: all, changed, dropped }) => ({
        turn,
        wanted: all.length,
        survived: all.length - changed.length - dropped.length,
        changed,
        dropped,
      })),
    bySeat,
  };
}
