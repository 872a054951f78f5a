import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import {
  existsSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { hostname, tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { manualClock } from "../../../tests/support/manual-clock.ts";
import { lockFolder } from "./index.ts";
import { processStart } from "./running-process.ts";

const store = new URL("./index.ts", import.meta.url).href;
const clockModule = new URL("../clock/index.ts", import.meta.url).href;
const clock = manualClock("2026-03-01T10:00:00.000Z");
const refused = { code: "folder-locked", exit: 2 };

function folder(): string {
  const dir = mkdtempSync(join(tmpdir(), "store-"));
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }));
  return dir;
}

/** A process that locks on each line of input, reports the result, and stays. */
function locker(dir: string): ChildProcess & { stdout: NonNullable<ChildProcess["stdout"]> } {
  const script = `
    const { lockFolder } = await import(${JSON.stringify(store)});
    const { systemClock } = await import(${JSON.stringify(clockModule)});
    console.log("ready");
    process.stdin.on("data", async () => {
      try {
        const lock = await lockFolder(${JSON.stringify(dir)}, { clock: systemClock });
        console.log("locked" + (lock.recovered ? " after " + lock.recovered.pid : ""));
      } catch (error) { console.log(error.code + " " + error.message); }
    });
    setInterval(() => {}, 1000);`;
  const child = spawn(process.execPath, ["--input-type=module", "-e", script], {
    stdio: ["pipe", "pipe", "inherit"],
  });
  onTestFinished(() => void child.kill("SIGKILL"));
  return child as ReturnType<typeof locker>;
}

const nextLine = async (child: ReturnType<typeof locker>) =>
  String((await once(child.stdout, "data"))[0]).trim();

async function locks(child: ReturnType<typeof locker>): Promise<string> {
  const answer = nextLine(child);
  child.stdin!.write("go\n");
  return answer;
}

async function kill(child: ChildProcess): Promise<void> {
  child.kill("SIGKILL");
  await once(child, "exit");
}

/** The pid of a process that has ended. */
async function deadPid(): Promise<number> {
  const child = spawn(process.execPath, ["-e", ""]);
  await once(child, "exit");
  return child.pid!;
}

const record = (facts: object) =>
  `${JSON.stringify({ version: 1, pid: process.pid, host: hostname(), token: "00000000-aaaa", since: "2026-02-01T00:00:00.000Z", ...facts })}\n`;

test("a lock names its holder, and is gone after release", async () => {
  const dir = folder();
  const lock = await lockFolder(dir, { clock });
  expect(lock.path).toBe(join(dir, ".lock"));
  expect(lock.recovered).toBeUndefined();
  expect(readdirSync(dir)).toEqual([".lock"]);
  expect(JSON.parse(readFileSync(lock.path, "utf8"))).toMatchObject({
    version: 1,
    pid: process.pid,
    host: hostname(),
    since: "2026-03-01T10:00:00.000Z",
    token: expect.stringMatching(/^[0-9a-f-]{36}$/),
  });
  await Promise.all([lock.release(), lock.release()]);
  expect(readdirSync(dir)).toEqual([]);
});

test("the same process is refused a second lock until it releases the first", async () => {
  const dir = folder();
  {
    await using lock = await lockFolder(dir, { clock });
    const error = expect.objectContaining({
      ...refused,
      message: expect.stringContaining(`this process (${process.pid}) since 2026-03-01T10:00:00.000Z`),
    });
    await expect(lockFolder(dir, { clock })).rejects.toEqual(error);
    expect(existsSync(lock.path)).toBe(true);
  }
  const outcomes = await Promise.allSettled(Array.from({ length: 10 }, () => lockFolder(dir, { clock })));
  expect(outcomes.filter(({ status }) => status === "fulfilled").length).toBe(1);
  expect(readdirSync(dir)).toEqual([".lock"]);
});

test("release leaves alone a lock that now belongs to another", async () => {
  const dir = folder();
  const lock = await lockFolder(dir, { clock });
  rmSync(lock.path);
  const other = await lockFolder(dir, { clock });
  await lock.release();
  expect(existsSync(other.path)).toBe(true);
});

test.each(["a file in its place", "nothing in its place"])(
  "a lock in a folder that was moved away, with %s, is still released and can be taken again",
  async (what) => {
    const dir = join(folder(), "run");
    mkdirSync(dir);
    const lock = await lockFolder(dir, { clock });
    renameSync(dir, `${dir}-away`);
    if (what.startsWith("a file")) writeFileSync(dir, "");
    await lock.release();
    rmSync(dir, { force: true });
    renameSync(`${dir}-away`, dir);
    const again = await lockFolder(dir, { clock });
    expect(again.recovered).toMatchObject({ why: expect.stringContaining("could not remove it") });
    await again.release();
    expect(readdirSync(dir)).toEqual([]);
  },
);

test("names a live holder; recovers from a killed one", async () => {
  const dir = folder();
  const child = locker(dir);
  await nextLine(child);
  expect(await locks(child)).toBe("locked");
  const { since } = JSON.parse(readFileSync(join(dir, ".lock"), "utf8")) as { since: string };
  const error = expect.objectContaining({
    ...refused,
    message: expect.stringContaining(`process ${child.pid} since ${since}`),
    remedy: expect.stringContaining(`kill ${child.pid}`),
  });
  await expect(lockFolder(dir, { clock })).rejects.toEqual(error);
  expect(readdirSync(dir)).toEqual([".lock"]);
  await kill(child);
  const lock = await lockFolder(dir, { clock });
  expect(lock.recovered).toMatchObject({ pid: child.pid, since });
  expect(readdirSync(dir)).toEqual([".lock"]);
  await lock.release();
  expect(readdirSync(dir)).toEqual([]);
});

test("of eight processes racing for a dead holder's lock exactly one wins, and again for its own", async () => {
  const dir = folder();
  let dead = await deadPid();
  writeFileSync(join(dir, ".lock"), record({ pid: dead }));
  const children = Array.from({ length: 8 }, () => locker(dir));
  await Promise.all(children.map(nextLine));
  for (let round = 0; round < 12; round++) {
    const answers = await Promise.all(children.map(locks));
    const winner = answers.indexOf(`locked after ${dead}`);
    expect(winner).not.toBe(-1);
    expect(answers.filter((answer) => answer.startsWith("folder-locked ")).length).toBe(7);
    expect(JSON.parse(readFileSync(join(dir, ".lock"), "utf8"))).toMatchObject({
      pid: children[winner]!.pid,
    });
    // A loser that claimed too late has withdrawn its claim before it answered.
    expect(readdirSync(dir)).toEqual([".lock"]);
    dead = children[winner]!.pid!;
    await kill(children[winner]!);
    children[winner] = locker(dir);
    await nextLine(children[winner]);
  }
}, 60_000);

test("racers killed midway never leave a folder that cannot be locked", async () => {
  const dir = folder();
  writeFileSync(join(dir, ".lock"), record({ pid: await deadPid() }));
  for (let round = 0; round < 5; round++) {
    const children = Array.from({ length: 4 }, () => locker(dir));
    await Promise.all(children.map(nextLine));
    for (const child of children) child.stdin!.write("go\n");
    await Promise.all(
      children.map((child, i) =>
        new Promise((resolve) => setTimeout(resolve, 1 + i * 2 + round)).then(() => kill(child)),
      ),
    );
    const lock = await lockFolder(dir, { clock });
    expect(readdirSync(dir).filter((name) => name.startsWith(".lock"))).toEqual([".lock"]);
    if (round % 2 === 0) await lock.release();
    else writeFileSync(lock.path, record({ pid: children[0]!.pid }));
  }
}, 60_000);

test("a claimant that died before or after replacing the lock does not block", async () => {
  const pid = await deadPid();
  for (const replaced of [false, true]) {
    const dir = folder();
    writeFileSync(join(dir, ".lock-after-00000000-aaaa"), record({ pid, token: "11111111-bbbb" }));
    writeFileSync(join(dir, ".lock-after-11111111-bbbb"), record({ pid, token: "22222222-cccc" }));
    if (replaced) linkSync(join(dir, ".lock-after-11111111-bbbb"), join(dir, ".lock"));
    else writeFileSync(join(dir, ".lock"), record({ pid }));
    const lock = await lockFolder(dir, { clock });
    expect(lock.recovered?.pid).toBe(pid);
    expect(readdirSync(dir)).toEqual([".lock"]);
  }
});

test("a working claimant is respected", async () => {
  const dir = folder();
  writeFileSync(join(dir, ".lock"), record({ pid: await deadPid() }));
  writeFileSync(join(dir, ".lock-after-00000000-aaaa"), record({ token: "11111111-bbbb" }));
  await expect(lockFolder(dir, { clock })).rejects.toMatchObject(refused);
  expect(readdirSync(dir).sort()).toEqual([".lock", ".lock-after-00000000-aaaa"]);
});

test.runIf(process.platform === "linux")("a reused pid is not the holder", async () => {
  const dir = folder();
  writeFileSync(join(dir, ".lock"), record({ processStart: "another boot/1" }));
  expect((await lockFolder(dir, { clock })).recovered).toMatchObject({
    pid: process.pid,
    since: "2026-02-01T00:00:00.000Z",
  });
  const same = folder();
  writeFileSync(join(same, ".lock"), record({ processStart: processStart(process.pid) }));
  await expect(lockFolder(same, { clock })).rejects.toMatchObject(refused);
});

test("another machine's lock holds, and the remedy names the file to delete", async () => {
  const dir = folder();
  writeFileSync(join(dir, ".lock"), record({ host: "elsewhere", pid: await deadPid() }));
  const error = expect.objectContaining({
    ...refused,
    message: expect.stringContaining("on elsewhere"),
    remedy: expect.stringContaining(`delete ${join(dir, ".lock")}`),
  });
  await expect(lockFolder(dir, { clock })).rejects.toEqual(error);
});

test.each(["", "{", "\0\0\0", "null", '{"version":1}', record({ token: "../../x" }), record({ pid: -1 })])(
  "takes over the damaged lock file %j, and explains it",
  async (content) => {
    const dir = folder();
    writeFileSync(join(dir, ".lock"), content);
    const lock = await lockFolder(dir, { clock });
    expect(lock.recovered).toEqual({
      pid: undefined,
      since: undefined,
      why: expect.stringContaining("damaged"),
    });
    expect(readdirSync(dir)).toEqual([".lock"]);
  },
);

test("a lock of a newer version holds", async () => {
  const dir = folder();
  writeFileSync(join(dir, ".lock"), '{"version":2,"holder":"x"}');
  await expect(lockFolder(dir, { clock })).rejects.toMatchObject({
    ...refused,
    message: expect.stringContaining("newer version"),
  });
});

test("a missing folder is explained", async () => {
  await expect(lockFolder(join(folder(), "no"), { clock })).rejects.toMatchObject({
    code: "not-found",
    exit: 2,
  });
});
