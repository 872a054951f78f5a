import { renameSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { systemClock } from "../../kernel/clock/index.ts";
import { HarnessError } from "../../kernel/errors/index.ts";
import { fileError, lockFolder, makeFolder } from "../../kernel/store/index.ts";
import { turnsIn } from "../checkpoint/index.ts";
import { ARCHIVE } from "./list-sessions.ts";

/** Moves a session out of the way. It stays whole, and readable where it is. */
export async function archiveSession(dir: string): Promise<{ from: string; to: string }> {
  const from = resolve(dir);
  if (turnsIn(from).length === 0)
    throw new HarnessError({
      code: "no-session",
      message: `${dir} is no session.`,
      remedy: "Name a folder with a turn-0.json in it.",
    });
  if (basename(dirname(from)) === ARCHIVE)
    throw new HarnessError({
      code: "archived-already",
      message: `${dir} is in an archive already.`,
      remedy: "Move it by hand to put it elsewhere: a session can stand in any folder.",
    });
  // A session that is being played must not be moved under its player.
  const lock = await lockFolder(from, { clock: systemClock });
  await lock.release();
  const to = join(dirname(from), ARCHIVE, basename(from));
  makeFolder(dirname(to));
  try {
    renameSync(from, to);
  } catch (error) {
    throw fileError(error, { doing: "move", path: from });
  }
  return { from, to };
}
