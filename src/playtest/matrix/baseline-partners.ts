import type { MatrixRow, PlannedSession } from "../../contract/index.ts";
import { HarnessError } from "../../kernel/errors/index.ts";
import { told } from "./told-rows.ts";
import type { StoredMatrix } from "./read-matrix.ts";
import { sameGroup } from "./why-unpaired.ts";

/** Which session of an earlier matrix a session is held against: the same group, prompt and narrator. */
export function partnersIn(rows: readonly MatrixRow[]): (session: PlannedSession) => MatrixRow | undefined {
  const byKey = new Map(rows.map((row) => [keyOf(row), row]));
  return (session) => {
    const partner = byKey.get(keyOf(session));
    return partner && sameGroup(partner, session) ? partner : undefined;
  };
}

const keyOf = ({ story, seed, prompt, narrator }: PlannedSession): string => JSON.stringify([story, seed, prompt, narrator]);

/** A gate that can test nothing is refused before anything is paid for. */
export function requirePartners(before: StoredMatrix, { sessions, seed }: { sessions: readonly PlannedSession[]; seed: string | number }): void {
  const partnerOf = partnersIn(told(before.rows));
  if (sessions.some((session) => partnerOf(session) !== undefined)) return;
  const other = String(before.seed) === String(seed) ? "" : ` The baseline was played with the seed ${before.seed}, this is ${seed}: other groups.`;
  throw new HarnessError({
    code: "bad-baseline",
    message: `No session of this matrix has a partner in the baseline ${before.name}: nothing could be paired, and the gate would test nothing.${other}`,
    remedy: other === "" ? "Name a baseline with the same stories, prompt names and narrators, or leave --baseline out." : `Play the same groups with --seed ${before.seed}, or leave --baseline out.`,
  });
}
