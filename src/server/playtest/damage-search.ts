import { setTimeout } from "node:timers/promises";
import type { Damage } from "../../contract/index.ts";
import type { Clock } from "../../kernel/clock/index.ts";
import { damageIn } from "./damage-in.ts";
import type { IndexedSession } from "./session-index.ts";

export type DamageSearch = {
  /** Goes on where it was; those of which all is known are passed over. */ among(
    sessions: readonly IndexedSession[],
  ): void;
  close(): Promise<void>;
};

/** The newest of them: whoever opens an older one learns it there. */
const MOST = 200;
/** It rests four times as long as it works. */
const REST = 4;

/** Lists are made of results alone. Afterwards, in the background, the turns are read: a list must not call sound what a page finds cut off. */
export function createDamageSearch({
  clock,
  note,
}: {
  clock: Clock;
  note: (session: IndexedSession, damage: readonly Damage[]) => void;
}): DamageSearch {
  const looked = new Map<string, number>();
  const stop = new AbortController();
  let waiting: IndexedSession[] = [];
  let searching: Promise<void> | undefined;

  async function search(): Promise<void> {
    for (let session = waiting.shift(); session && !stop.signal.aborted; session = waiting.shift()) {
      const began = clock.now();
      looked.set(session.id, session.stamp);
      // One that was deleted meanwhile is no longer listed.
      const damage = await damageIn(session.dir, clock).catch(() => []);
      if (stop.signal.aborted) return;
      if (damage.length > 0) note(session, damage);
      await setTimeout((clock.now() - began) * REST, undefined, { ref: false, signal: stop.signal }).catch(
        () => {},
      );
    }
  }

  return {
    among(sessions) {
      if (stop.signal.aborted) return;
      const newest = sessions
        .filter(({ card }) => !card.live && card.unreadable === undefined && card.damage === undefined)
        .toSorted((a, b) => (b.card.at ?? "").localeCompare(a.card.at ?? ""))
        .slice(0, MOST);
      waiting = newest.filter(({ id, stamp }) => looked.get(id) !== stamp);
      if (waiting.length > 0) searching ??= search().finally(() => (searching = undefined));
    },
    async close() {
      stop.abort();
      await searching;
    },
  };
}
