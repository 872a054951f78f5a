/**
 * When a moment of the database's clock is, on this machine's. Each answer gives bounds: it was made after the question was sent and
 * before it came. All bounds together are much closer than one slow answer's.
 */
export type DatabaseTime = {
  note(answer: { sent: number; received: number; at: number }): void;
  /** At this moment here, that one has surely come. */
  surelyCome(at: number): number;
  /** Until this moment here, that one has surely not passed. */
  notPassed(at: number): number;
};

/** How much faster one clock may run than the other. */
const DRIFT = 1e-4;

export function createDatabaseTime(): DatabaseTime {
  let least = -Infinity;
  let most = Infinity;
  let notedAt = 0;
  return {
    note({ sent, received, at }) {
      const widened = DRIFT * (received - notedAt);
      notedAt = received;
      least = Math.max(least - widened, at - received);
      most = Math.min(most + widened, at - sent);
      // A clock was set: only the newest answer counts.
      if (least > most) [least, most] = [at - received, at - sent];
    },
    surelyCome: (at) => at - least,
    notPassed: (at) => at - most,
  };
}

/** The time in which a spaced start may leave: timers are late, and the database's time is not known exactly. */
export const leewayFor = (spacingMs: number, latenessMs: number): number =>
  Math.min(spacingMs + 100, Math.max(5, Math.min(25, spacingMs / 40), 2 * latenessMs));
/** For requests that take longer to arrive than the next one does: on a busy machine as long as timers are late. */
export const arrivalFor = (spacingMs: number, worstMs: number): number =>
  Math.min(spacingMs + 100, Math.max(5, Math.min(25, spacingMs / 40), 1.5 * worstMs));
/** A spaced call begins to prepare this long before its start: its line must be stored before it leaves. */
export const leadFor = (preparingMs: number): number => Math.min(2_000, 20 + 1.5 * preparingMs);
