/** `openSession`: a stored session. Nothing is called and nothing is written. */
import type { Session } from "../../contract/index.ts";
import { HarnessError } from "../../kernel/errors/index.ts";
import { withoutSecrets } from "../../kernel/secrets/index.ts";
import { isSessionFolder, readSession, storedReport } from "../../playtest/index.ts";
import { plainResult } from "../run-operation.ts";

/** How to call Rehearse in a project that imports it. */
const COMMAND = "npx rehearse";

/**
 * Opens a stored session.
 *
 * @returns `Session`
 *
 * @example
 * import { openSession, play } from "rehearse-llm";
 *
 * const { dir } = await play({ narrator: "house", seed: 7, maxTurns: 5 });
 * const session = await openSession(dir);
 * console.log(session.turns.length, session.findings.length, session.report());
 */
export async function openSession(dir: string): Promise<Session> {
  requireSessionFolder(dir);
  const { state, result: stored, unreadable } = readSession(dir, { command: COMMAND });
  const result = plainResult(stored);
  const nameOf = (seat: number) => state.config.group.players[seat]!.name;
  return {
    ...result,
    dir,
    result,
    turns: plainResult(
      state.records.map(({ turn, narrator, players, crossTalk = [], relay }) => ({
        turn,
        narrator: narrator.text,
        said: [...players, ...crossTalk].map(({ seat, says }) => ({ name: nameOf(seat), says })),
        relay: relay?.text ?? null,
      })),
    ),
    findings: result.issues,
    unreadable: unreadable?.message ?? null,
    report: () => withoutSecrets(storedReport(dir, { state, result: stored, command: COMMAND })),
  };
}

function requireSessionFolder(dir: string): void {
  if (isSessionFolder(dir)) return;
  throw new HarnessError({
    code: "wrong-folder",
    message: `${dir} is not a session folder: it has no turn files.`,
    remedy: "Name the folder of one session, such as the dir of a result.",
  });
}
