/** TLS to a real Postgres: which certificates are accepted, what is said of the others, and when a plain connection is warned of. */
import { chmodSync, chownSync, mkdtempSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { systemClock } from "../../src/kernel/clock/index.ts";
import { connectDatabase, migrate, type Database } from "../../src/kernel/database/index.ts";
import { runRehearse } from "../support/cli/rehearse-process.ts";
import { startPostgres, type Postgres } from "../support/postgres.ts";
import { selfSigned } from "../support/self-signed.ts";

const dir = mkdtempSync(join(tmpdir(), "rehearse-tls-"));
const right = selfSigned("localhost");
const roots = { right: join(dir, "right.crt"), wrong: join(dir, "wrong.crt"), other: join(dir, "other.crt") };
const elsewhere = selfSigned("db.example");

let postgres: Postgres;
let admin: Database;
beforeAll(async () => {
  writeFileSync(roots.right, right.cert);
  writeFileSync(roots.wrong, selfSigned("localhost").cert);
  writeFileSync(roots.other, elsewhere.cert);
  postgres = await startPostgres();
  admin = await connectDatabase(postgres.url, { clock: systemClock });
  await migrate(admin);
}, 60_000);
afterAll(async () => {
  await admin[Symbol.asyncDispose]();
  await postgres[Symbol.asyncDispose]();
});

const at = (host: string, query = "") => `${postgres.url.replace("127.0.0.1", host)}${query}`;

/** Whether the connection is encrypted, as the server sees it. */
async function isEncrypted(url: string): Promise<boolean> {
  await using database = await connectDatabase(url, { clock: systemClock });
  return (
    await database.query<{ ssl: boolean }>("SELECT ssl FROM pg_stat_ssl WHERE pid = pg_backend_pid()")
  )[0]!.ssl;
}

async function useCertificate({ cert, key }: { cert: string; key: string }): Promise<void> {
  const { uid, gid } = statSync(postgres.dataDir);
  for (const [name, text] of Object.entries({ "server.crt": cert, "server.key": key })) {
    const path = join(postgres.dataDir, name);
    writeFileSync(path, text);
    chownSync(path, uid, gid);
    chmodSync(path, 0o600);
  }
  await admin.query("ALTER SYSTEM SET ssl = on");
  await admin.query("SELECT pg_reload_conf()");
  await vi.waitFor(async () => expect(await isEncrypted(at("localhost", "?sslmode=no-verify"))).toBe(true));
}

test("a server without TLS is refused where the address asks for it", async () => {
  await expect(isEncrypted(at("localhost", "?sslmode=verify-full"))).rejects.toMatchObject({
    code: "database-tls",
    message: expect.stringContaining("does not support SSL"),
  });
});

test("the right certificate is accepted, also by the queue; a wrong one is refused", async () => {
  await useCertificate(right);
  const warnings: string[] = [];
  const note = ({ message }: Error) => void warnings.push(message);
  process.on("warning", note);
  for (const mode of ["require", "verify-ca", "verify-full"]) {
    expect(await isEncrypted(at("localhost", `?sslmode=${mode}&sslrootcert=${roots.right}`))).toBe(true);
    for (const query of [`&sslrootcert=${roots.wrong}`, ""])
      await expect(isEncrypted(at("localhost", `?sslmode=${mode}${query}`))).rejects.toMatchObject({
        code: "database-tls",
        exit: 2,
      });
  }
  const stop = await runRehearse(
    [
      "runs",
      "stop",
      "nothing",
      "--json",
      "--engine",
      at("localhost", `?sslmode=verify-full&sslrootcert=${roots.right}`),
    ],
    { cwd: dir, env: {} },
  );
  expect(JSON.parse(stop.stdout)).toMatchObject({ error: { code: "unknown-run" } });
  process.off("warning", note);
  expect(warnings).toEqual([]);
});

test("a certificate for another host is refused", async () => {
  await useCertificate(elsewhere);
  await vi.waitFor(() =>
    expect(
      isEncrypted(at("localhost", `?sslmode=verify-full&sslrootcert=${roots.other}`)),
    ).rejects.toMatchObject({ code: "database-tls", message: expect.stringContaining("db.example") }),
  );
});

test("a certificate file that is not there is named", async () => {
  await expect(
    isEncrypted(at("localhost", "?sslmode=verify-full&sslrootcert=missing.crt")),
  ).rejects.toMatchObject({ code: "database-tls", message: expect.stringContaining("missing.crt") });
});

test("a plain connection to another machine is warned of once, and one to this machine is not", async () => {
  const runs = (url: string) => runRehearse(["runs", "--json", "--engine", url], { cwd: dir, env: {} });
  // Leads to this machine, but is not one of its loopback names.
  const remote = await runs(at("0.0.0.0"));
  expect(remote.exit).toBe(0);
  expect(remote.stderr.split("is not encrypted")).toHaveLength(2);
  for (const url of [at("127.0.0.1"), at("localhost"), at("0.0.0.0", "?sslmode=no-verify")])
    expect((await runs(url)).stderr).toBe("");
});
