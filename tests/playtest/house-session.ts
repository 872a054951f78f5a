/** A session on the embedded cast in its own folder, the start of most playtest tests. */
import { cpSync, mkdtempSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sessionResult, type SessionResult } from "../../src/contract/index.ts";
import type { Harness } from "../../src/kernel/run/index.ts";
import {
  planSession,
  playSession,
  type Played,
  type SessionState,
  type SessionRequest,
} from "../../src/playtest/index.ts";
import { houseHarness } from "../support/house-cast/house-harness.ts";

export { houseHarness };

export const emptyFolder = (name = "sessions-"): string => mkdtempSync(join(tmpdir(), name));

export type HouseSessionOptions = Partial<SessionRequest> & {
  out?: string;
  sessionId?: string;
  onTurn?: (state: SessionState) => void;
  /** The turn after which it is aborted. */
  stopAfter?: number;
};

export async function houseSession({
  out = emptyFolder(),
  sessionId = "session",
  onTurn,
  stopAfter,
  ...wish
}: HouseSessionOptions = {}): Promise<Played & { dir: string; harness: Harness }> {
  const harness = houseHarness();
  const config = planSession(harness, {
    story: "innsmouth",
    prompt: "baseline",
    narrator: "house",
    seed: 1,
    ...wish,
  });
  const stop = new AbortController();
  const played = await playSession(harness, {
    config,
    out,
    sessionId,
    signal: stop.signal,
    onTurn(state) {
      onTurn?.(state);
      if (state.turn === stopAfter) stop.abort();
    },
  });
  return { ...played, dir: join(out, sessionId), harness };
}

export const resultIn = (dir: string): SessionResult =>
  sessionResult.parse(JSON.parse(readFileSync(join(dir, "session.json"), "utf8")));
export const reportIn = (dir: string): string => readFileSync(join(dir, "report.md"), "utf8");

/** The records without times. */
export const withoutTimes = ({ records }: Pick<SessionState, "records">) =>
  records.map(({ at: _at, ms: _ms, ...rest }) => rest);

/** The same session many times over, as folders of their own. */
export const copiesOf = (dir: string, { count, parent }: { count: number; parent: string }): string[] =>
  Array.from({ length: count }, (_, index) => {
    const copy = join(parent, `session-${index}`);
    cpSync(dir, copy, { recursive: true });
    return copy;
  });

/** A session with a narrator of the user's own. */
export const ownNarratorWish = {
  story: "innsmouth",
  prompt: "baseline",
  playerModel: "house",
  classifier: "house",
  seed: 1,
  players: 2,
  maxTurns: 4,
};
