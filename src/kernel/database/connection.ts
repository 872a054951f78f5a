/** The connection to Postgres. A lost connection or a restart is waited out; what cannot be waited out is explained. */
import type { Clock } from "../clock/index.ts";
import { HarnessError } from "../errors/index.ts";
import { redact } from "../secrets/index.ts";
import { openAnsweredPool } from "./answered-pool.ts";

export type Database = AsyncDisposable & {
  /** The address without its password. */
  readonly address: string;
  readonly clock: Clock;
  /** One statement. It is sent again after a lost connection, so it must be safe to run twice. */
  query<Row extends object>(sql: string, values?: readonly unknown[]): Promise<Row[]>;
  /** Several statements, all or none. Not sent again: the caller decides. */
  transaction<Out>(work: (query: Database["query"]) => Promise<Out>): Promise<Out>;
  /** Called before each pause while the database cannot be reached, or has no room, and with undefined when it answers again. */
  onWait(listener: (why: string | undefined) => void): void;
  /** Stops waiting: queued statements fail at once, unanswered ones within seconds. */
  hurry(): void;
};

export type ConnectOptions = {
  clock: Clock;
  /** Shown by Postgres in pg_stat_activity. */
  name?: string;
  connections?: number;
  /** How long to wait for a database that cannot be reached any more or is full, in ms. One that was never reached is not waited for. */
  patienceMs?: number;
  /** Called once if the connection to another machine is not encrypted. */
  onUnencrypted?: () => void;
};

export const PATIENCE_MS = 5 * 60_000;
/** A statement without an answer for so long is lost: the database hangs. With less patience, sooner. */
export const answerMsFor = (patienceMs: number): number => Math.min(20_000, Math.max(5_000, patienceMs));

export async function connectDatabase(
  url: string,
  { clock, name = "rehearse", connections = 10, patienceMs = PATIENCE_MS, onUnencrypted }: ConnectOptions,
): Promise<Database> {
  const address = addressOf(url);
  let tell: ((why: string | undefined) => void) | undefined;
  let isWaiting = false;
  let reached = false;
  const pool = await openAnsweredPool({
    connectionString: strictAddress(url),
    clock,
    name,
    connections,
    answerMs: answerMsFor(patienceMs),
    onConnect({ encrypted }) {
      if (!reached && !encrypted && !isLocal(url)) onUnencrypted?.();
      reached = true;
    },
  });

  const hurried = new AbortController();
  const query = async <Row extends object>(sql: string, values?: readonly unknown[]): Promise<Row[]> => {
    const until = clock.now() + patienceMs;
    for (let pause = 100; ; pause = Math.min(5_000, pause * 2)) {
      try {
        const { rows } = await pool.ask(sql, values);
        if (isWaiting) {
          isWaiting = false;
          tell?.(undefined);
        }
        return rows as Row[];
      } catch (error) {
        const isLate = hurried.signal.aborted || clock.now() + pause > until;
        if (!reached || !passes(error) || isLate) throw databaseError(error, address);
        isWaiting = true;
        tell?.(reasonOf(error));
        await clock.sleep(pause, hurried.signal).catch(() => {});
      }
    }
  };

  return {
    address,
    clock,
    query,
    onWait: (listener) => (tell = listener),
    hurry() {
      hurried.abort();
      pool.hurry();
    },
    async transaction(work) {
      try {
        return await pool.together(async (ask) => {
          await ask("BEGIN");
          try {
            const out = await work(
              async <Row extends object>(sql: string, values?: readonly unknown[]) =>
                (await ask(sql, values)).rows as Row[],
            );
            await ask("COMMIT");
            return out;
          } catch (error) {
            // Where this fails too, the connection is given up.
            await ask("ROLLBACK").catch(() => {});
            throw error;
          }
        });
      } catch (error) {
        throw databaseError(error, address);
      }
    },
    [Symbol.asyncDispose]: () => pool[Symbol.asyncDispose](),
  };
}

/** As JSON that Postgres takes. It refuses NUL and half of a surrogate pair, which a model's text and a cut-off message can contain. */
export const toJsonb = (value: unknown): string =>
  JSON.stringify(value).replace(/\\(?:u0000|ud[89a-f][0-9a-f]{2}|.)/g, (escape) =>
    escape.length === 6 ? "\\ufffd" : escape,
  );

/** Without the password, and without anything that the query part may hold. */
export function addressOf(url: string): string {
  const parsed = URL.parse(url);
  if (!parsed || !/^postgres(ql)?:$/.test(parsed.protocol))
    throw new HarnessError({
      code: "bad-engine",
      message: `"${redact(url).replace(/\/\/[^@]*@/, "//…@")}" is not the address of a Postgres database.`,
      remedy: "Write postgres://USER:PASSWORD@HOST:5432/DATABASE.",
    });
  return `${parsed.hostname || "localhost"}:${parsed.port || "5432"}${parsed.pathname}`;
}

/** pg verifies the certificate in all of these modes, but warns that a later version may not. */
export const strictAddress = (url: string): string =>
  url.replace(/([?&]sslmode=)(prefer|require|verify-ca)(?=&|$)/, "$1verify-full");

/** On this machine: a loopback address or a Unix socket. */
function isLocal(url: string): boolean {
  const parsed = new URL(url);
  const host = parsed.searchParams.get("host") ?? decodeURIComponent(parsed.hostname);
  return host === "" || host.startsWith("/") || /^(localhost|127\.[\d.]+|\[?::1\]?)$/i.test(host);
}

const codeOf = (error: unknown): string => String((error as { code?: unknown } | null)?.code ?? "");

/** Nothing is wrong with the statement: the server was away, restarting, out of connections or out of disk space. */
function passes(error: unknown): boolean {
  const code = codeOf(error);
  return (
    /^(ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|EAI_AGAIN)$/.test(code) ||
    /^(08\w{3}|57P0[123]|53[13]00|40001|40P01)$/.test(code) ||
    (code === "" && /terminated|timeout|not queryable|ended/i.test(reasonOf(error)))
  );
}

const reasonOf = (error: unknown): string =>
  redact(error instanceof Error ? error.message || codeOf(error) : String(error));

export function databaseError(error: unknown, address: string): HarnessError {
  if (error instanceof HarnessError) return error;
  const code = codeOf(error);
  const facts = (name: string, what: string, remedy: string, exit: 2 | 3 = 2) =>
    new HarnessError({
      code: name,
      message: `The database at ${address} ${what}.`,
      remedy,
      exit,
      cause: error,
    });
  if (code === "28P01" || code === "28000")
    return facts(
      "database-login",
      "refused the user or the password",
      "Check the address given with --engine.",
    );
  if (code === "3D000")
    return facts(
      "database-missing",
      "does not exist",
      "Create it with createdb, or check the name in --engine.",
    );
  if (code === "42501")
    return facts(
      "database-permission",
      `does not allow this: ${reasonOf(error)}`,
      "Use a role with the permissions in docs/guide/workers.md. A role that can only read is enough for `rehearse runs`, `runs show`, `export --to` and `serve`.",
    );
  if (/CERT|SELF_SIGNED|UNABLE_TO_|ERR_TLS|EPROTO/.test(code) || /SSL connections/.test(reasonOf(error)))
    return facts(
      "database-tls",
      `cannot be trusted: ${reasonOf(error).replace(/\.$/, "")}`,
      "Name the certificate of its authority in the address: ?sslmode=verify-full&sslrootcert=FILE. The host in the address must be the one in the server's certificate.",
    );
  if (code === "ENOENT" || code === "EACCES")
    return facts(
      "database-tls",
      `was not contacted, because a file named in its address cannot be read: ${reasonOf(error)}`,
      "Check sslrootcert, sslcert and sslkey in the address given with --engine.",
    );
  if (code === "53100" || code === "53200")
    return facts(
      "database-full",
      `has no room left: ${reasonOf(error)}`,
      "Free some space on the database server. Everything stored so far is safe; the work resumes where it stopped.",
      3,
    );
  if (passes(error) || code === "ENOTFOUND")
    return facts(
      "database-unreachable",
      `cannot be reached: ${reasonOf(error)}`,
      "Check that Postgres is running and that the address is right. Everything stored so far is safe.",
      3,
    );
  return facts(
    "database-error",
    `reported an error: ${reasonOf(error)}`,
    "This is unexpected: please report it.",
    3,
  );
}
