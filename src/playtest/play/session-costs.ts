/** What a session or many of them cost, by who spent it. */
import { join } from "node:path";
import type { Totals } from "../../contract/index.ts";
import { HarnessError } from "../../kernel/errors/index.ts";
import { foldJournal } from "../../kernel/journal/index.ts";
import { JOURNAL_FILE } from "../../kernel/run/index.ts";
import { exists } from "../../kernel/store/index.ts";
import { readSessionHeader, turnsIn, type SessionHeader } from "../checkpoint/index.ts";
import { judgingJournals } from "../judge/index.ts";
import type { Costs } from "../report/index.ts";

/** Playing and judging, by the journals. Those of a judge are left out if they cannot be read. */
export function sessionCosts(dir: string): Costs {
  const path = join(dir, JOURNAL_FILE);
  return sumCosts([
    ...(exists(path) ? [journalCosts(path, dir)] : []),
    ...judgingJournals(dir).map((judging) => ifReadable(() => journalCosts(judging, dir), leftOut)),
  ]);
}

/** The same for many sessions, where players are added up by archetype. */
export function costsOfSessions(folders: readonly string[]): Costs {
  const { entries, ...sums } = sumCosts(folders.map((dir) => ifReadable(() => sessionCosts(dir), leftOut)));
  const byArchetype = entries.map((entry) => ({
    ...entry,
    player: entry.player && { archetype: entry.player.archetype ?? "unknown" },
  }));
  return { ...sums, entries: byArchetype };
}

/** `session`: the folder with the turns, which name the players. */
export function journalCosts(path: string, session: string): Costs {
  const fold = foldJournal(path);
  const players = playersIn(session);
  const entries = fold.spending().map(({ seat, ...entry }) => {
    if (seat === undefined) return entry;
    const { name, archetype } = players.find((player) => player.seat === seat) ?? {};
    return { ...entry, player: { seat, name, archetype } };
  });
  return { entries, calls: fold.totals().calls, cautions: [] };
}

const NO_CALLS: Totals["calls"] = { completed: 0, reused: 0 };

const sumCosts = (all: readonly Costs[]): Costs => ({
  entries: all.flatMap(({ entries }) => entries),
  calls: all.reduce(
    (sum, { calls }) => ({ completed: sum.completed + calls.completed, reused: sum.reused + calls.reused }),
    NO_CALLS,
  ),
  cautions: all.flatMap(({ cautions }) => cautions),
});

const leftOut = ({ message }: HarnessError): Costs => ({
  entries: [],
  calls: NO_CALLS,
  cautions: [`${message} The totals do not include it.`],
});

/** None for a run without turns. */
const playersIn = (dir: string): SessionHeader["config"]["group"]["players"] =>
  ifReadable(
    () => (turnsIn(dir).length > 0 ? readSessionHeader(dir).config.group.players : []),
    () => [],
  );

export function ifReadable<Value>(read: () => Value, otherwise: (error: HarnessError) => Value): Value {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof HarnessError)) throw error;
    return otherwise(error);
  }
}
