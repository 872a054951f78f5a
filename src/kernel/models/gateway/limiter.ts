import type { Limits } from "../../../contract/index.ts";
import type { Clock } from "../../clock/index.ts";
import { createLane, type Ending, type Lane } from "./lane.ts";
import { createQueue, type Queue } from "./queue.ts";

/**
 * Decides when a call may start. A call runs in lanes (its provider; its model too where that has
 * limits of its own) and starts when every lane is free, in the order of asking; retries go first, and calls that
 * nobody waits for go after all others, until `awaited` is aborted.
 * Nobody holds a slot while waiting, so slow calls overlap and spacing is counted between starts.
 */
export type Limiter = {
  take(
    lanes: readonly string[],
    options?: { signal?: AbortSignal; again?: boolean; awaited?: AbortSignal },
  ): Promise<Slot>;
};
export type Slot = { release(how: Ending): void };

type Waiter = {
  start: (now: number) => void;
  cancelled: boolean;
  /** When it asked; retries count as older, and those that nobody waits for as younger, than all others. */ order: number;
};
type Track = { lanes: Lane[]; queue: Queue<Waiter> };

/** More than will ever be asked. */
const AGES = Number.MAX_SAFE_INTEGER / 4;

export function createLimiter({
  limits,
  clock,
}: {
  limits: (lane: string) => Limits;
  clock: Clock;
}): Limiter {
  const lanes = new Map<string, Lane>();
  const tracks = new Map<string, Track>();
  let alarm: AbortController | undefined;
  let asked = 0;

  const laneOf = (name: string): Lane => {
    const lane = lanes.get(name) ?? createLane(limits(name));
    lanes.set(name, lane);
    return lane;
  };
  const trackOf = (names: readonly string[], last: boolean): Track => {
    const key = [...names, ...(last ? ["last"] : [])].join("\n");
    const track = tracks.get(key) ?? { lanes: names.map(laneOf), queue: createQueue<Waiter>() };
    tracks.set(key, track);
    return track;
  };

  const headOf = ({ queue }: Track): Waiter | undefined => {
    while (queue.peek()?.cancelled) queue.shift();
    return queue.peek();
  };

  /** Starts whoever may start, and sets one alarm for the next moment at which time alone frees somebody. */
  const pump = () => {
    alarm?.abort();
    alarm = undefined;
    let wakeAt = Infinity;
    for (;;) {
      const now = clock.now();
      wakeAt = Infinity;
      let next: { track: Track; waiter: Waiter } | undefined;
      for (const track of tracks.values()) {
        const waiter = headOf(track);
        if (!waiter) continue;
        const ready = Math.max(...track.lanes.map((lane) => lane.freeAt(now)));
        if (ready > now) wakeAt = Math.min(wakeAt, ready);
        // Of those who may start, whoever has waited longest: tracks that share a lane must not starve each other.
        else if (!next || waiter.order < next.waiter.order) next = { track, waiter };
      }
      if (!next) break;
      next.track.queue.shift();
      // One moment for all who note it: a start is given back by its time.
      for (const lane of next.track.lanes) lane.start(now);
      next.waiter.start(now);
    }
    if (wakeAt === Infinity) return;
    alarm = new AbortController();
    clock.sleep(wakeAt - clock.now(), alarm.signal).then(pump, () => {});
  };

  const slotOn = (track: Track, startedAt: number): Slot => {
    let released = false;
    return {
      release(ending) {
        if (released) return;
        released = true;
        const paced = track.lanes.some(({ spaced }) => spaced);
        for (const lane of track.lanes) lane.end({ ...ending, startedAt, now: clock.now(), paced });
        pump();
      },
    };
  };

  return {
    take: (names, { signal, again = false, awaited } = {}) =>
      new Promise((resolve, reject) => {
        if (signal?.aborted) return reject(signal.reason);
        const order = asked++ - (again ? AGES : 0);
        let waiter: Waiter | undefined;
        const cancel = () => {
          waiter!.cancelled = true;
          reject(signal?.reason);
        };
        const wait = ({ last, first }: { last: boolean; first: boolean }) => {
          const track = trackOf(names, last);
          const mine: Waiter = {
            order: order + (last ? 2 * AGES : 0),
            cancelled: false,
            start: (now) => {
              signal?.removeEventListener("abort", cancel);
              awaited?.removeEventListener("abort", hurry);
              resolve(slotOn(track, now));
            },
          };
          waiter = mine;
          track.queue.push(mine, { first });
          // Behind others nothing has changed: who may start is decided by those in front.
          if (track.queue.peek() === mine) pump();
        };
        /** Asked before those it let go first, it goes before those still waiting. */
        const hurry = () => {
          if (waiter!.cancelled) return;
          waiter!.cancelled = true;
          wait({ last: false, first: true });
        };
        const last = awaited !== undefined && !awaited.aborted;
        signal?.addEventListener("abort", cancel, { once: true });
        if (last) awaited.addEventListener("abort", hurry, { once: true });
        wait({ last, first: again });
      }),
  };
}
