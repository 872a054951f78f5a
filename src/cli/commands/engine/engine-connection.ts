/** The `--engine` flag: the Postgres database that queues runs and stores them. */
import { engineAddress } from "../../../config.ts";
import { systemClock } from "../../../kernel/clock/index.ts";
import { connectDatabase, migrate, requireSchema, type Database } from "../../../kernel/database/index.ts";
import { openQueue, type Queue } from "../../../kernel/engine/index.ts";
import { HarnessError } from "../../../kernel/errors/index.ts";
import { type Io, terminalText } from "../../frame/index.ts";

export const engineFlag = (help: string) =>
  ({
    engine: {
      type: "string",
      value: "postgres://…",
      help: `${help} Default: REHEARSE_ENGINE, which hides the password from the process list.`,
    },
  }) as const;

export function engineFrom({ engine }: { engine?: string }): string {
  const url = engine ?? engineAddress();
  if (url !== undefined) return url;
  throw new HarnessError({
    code: "no-engine",
    message: "No database was given.",
    remedy: "Add --engine postgres://USER:PASSWORD@HOST:5432/DATABASE, or set REHEARSE_ENGINE.",
  });
}

/** For those who only read: nothing in the database is changed. */
export async function readEngine<Out>(
  url: string,
  io: Io,
  use: (database: Database) => Promise<Out>,
  { patienceMs }: { patienceMs?: number } = {},
): Promise<Out> {
  await using database = await connectDatabase(url, {
    clock: systemClock,
    connections: 2,
    patienceMs,
    onUnencrypted: () => warnUnencrypted(io),
  });
  const rarely = nowAndThen(io.warn);
  database.onWait((why) => rarely(waitText(why)));
  await requireSchema(database);
  return await use(database);
}

export async function useEngine<Out>(
  url: string,
  {
    io,
    warn = io.warn,
    connections,
    leaseSeconds,
    patienceMs,
  }: {
    io: Io;
    warn?: (text: string) => void;
    connections?: number;
    leaseSeconds?: number;
    patienceMs?: number;
  },
  use: (engine: { database: Database; queue: Queue }) => Promise<Out>,
): Promise<Out> {
  await using database = await connectDatabase(url, {
    clock: systemClock,
    connections,
    patienceMs,
    onUnencrypted: () => warnUnencrypted(io),
  });
  await migrate(database);
  const rarely = nowAndThen(warn);
  database.onWait((why) => rarely(waitText(why)));
  await using queue = await openQueue(url, {
    leaseSeconds,
    patienceMs,
    // pg-boss adds which of its pollers it was: each of them fails twice a second.
    onError: (message) => rarely(`Queue: ${message.replace(/ \(Queue: .*?\)$/, "")}`),
  });
  return await use({ database, queue });
}

const waitText = (why: string | undefined): string =>
  why === undefined ? "The database answers again." : `Waiting for the database: ${why}`;

const SAME_AGAIN_MS = 10_000;

/** The same warning again only after a while: many statements wait for the same database. */
function nowAndThen(warn: (text: string) => void): (text: string) => void {
  const said = new Map<string, number>();
  return (text) => {
    const now = systemClock.now();
    for (const [earlier, at] of said) if (now - at >= SAME_AGAIN_MS) said.delete(earlier);
    if (said.has(text)) return;
    said.set(text, now);
    warn(terminalText(text));
  };
}

const warnUnencrypted = (io: Io): void =>
  io.warn(
    "The connection to the database is not encrypted: sessions can be read in transit. Add ?sslmode=verify-full to the address.",
  );
