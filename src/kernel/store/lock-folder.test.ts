import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { hostname, tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { manualClock } from "../../../tests/support/manual-clock.ts";
import { isInUse, lockFolder, removeLeftovers } from "./index.ts";
import { processStart } from "./running-process.ts";

const store = new URL("./index.ts", import.meta.url).href;
const clockModule = new URL("../clock/index.ts", import.meta.url).href;
const since = "2026-03-01T10:00:00.000Z";
const clock = manualClock(since);
const refused = { code: "folder-locked", exit: 2 };

function folder(): string {
  const dir = mkdtempSync(join(tmpdir(), "store-"));
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }));
  return dir;
}

/** A folder with a lock that some other process has left. */
function lockedFolder(holder: object | string): string {
  const dir = folder();
  mkdirSync(join(dir, ".lock"));
  const facts = { pid: process.pid, host: hostname(), since };
  const content = typeof holder === "string" ? holder : JSON.stringify({ ...facts, ...holder });
  writeFileSync(join(dir, ".lock", "token"), content);
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
        await lockFolder(${JSON.stringify(dir)}, { clock: systemClock });
        console.log("locked");
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

test("of many that ask at once one gets the lock, and it is free after release", async () => {
  const dir = folder();
  const outcomes = await Promise.allSettled(Array.from({ length: 10 }, () => lockFolder(dir, { clock })));
  const locks = outcomes.flatMap((outcome) => (outcome.status === "fulfilled" ? [outcome.value] : []));
  expect(locks).toHaveLength(1);
  const ours = { ...refused, remedy: "Wait until it ends, then try again." };
  expect(outcomes.find(({ status }) => status === "rejected")).toMatchObject({ reason: ours });
  expect(readdirSync(dir)).toEqual([".lock"]);
  await Promise.all([locks[0]!.release(), locks[0]!.release()]);
  expect(readdirSync(dir)).toEqual([]);
  expect((await lockFolder(dir, { clock })).recovered).toBeUndefined();
});

test("release does not remove the lock of a later holder", async () => {
  const dir = folder();
  const lock = await lockFolder(dir, { clock });
  rmSync(lock.path, { recursive: true });
  await lockFolder(dir, { clock });
  await lock.release();
  expect(await isInUse(dir)).toBe(true);
});

test("a live process is named; the lock of a killed one is taken over", async () => {
  const dir = folder();
  const child = locker(dir);
  await nextLine(child);
  expect(await locks(child)).toBe("locked");
  expect(await isInUse(dir)).toBe(true);
  await expect(lockFolder(dir, { clock })).rejects.toMatchObject({
    ...refused,
    message: expect.stringContaining(`process ${child.pid} `) as string,
    remedy: expect.stringContaining(`kill ${child.pid}`) as string,
  });
  await kill(child);
  expect(await isInUse(dir)).toBe(false);
  const lock = await lockFolder(dir, { clock });
  expect(lock.recovered).toContain(`process ${child.pid} `);
  await lock.release();
  expect(readdirSync(dir)).toEqual([]);
});

/** Processes and rounds of a race: few by default, since each process takes long to start. */
const race = process.env.REHEARSE_FULL ? { racers: 6, rounds: 6 } : { racers: 3, rounds: 2 };

test("of processes racing for a killed holder's lock exactly one wins, and again for its own", async () => {
  const dir = folder();
  const children = Array.from({ length: race.racers }, () => locker(dir));
  await Promise.all(children.map(nextLine));
  for (let round = 0; round < race.rounds; round++) {
    const answers = await Promise.all(children.map(locks));
    const winner = answers.findIndex((answer) => answer.startsWith("locked"));
    expect(winner, answers.join()).not.toBe(-1);
    expect(
      answers.filter((answer) => answer.startsWith("folder-locked ")),
      answers.join("\n"),
    ).toHaveLength(race.racers - 1);
    await kill(children[winner]!);
    children[winner] = locker(dir);
    await nextLine(children[winner]);
  }
}, 60_000);

test("racers killed midway never leave a folder that cannot be locked", async () => {
  const dir = folder();
  for (let round = 0; round < race.rounds; round++) {
    const children = Array.from({ length: race.racers }, () => locker(dir));
    await Promise.all(children.map(nextLine));
    for (const child of children) child.stdin!.write("go\n");
    await Promise.all(
      children.map((child, i) =>
        new Promise((resolve) => setTimeout(resolve, 1 + i * 2 + round)).then(() => kill(child)),
      ),
    );
    const lock = await lockFolder(dir, { clock });
    await removeLeftovers(dir);
    expect(readdirSync(dir)).toEqual([".lock"]);
    await lock.release();
  }
}, 60_000);

test.runIf(process.platform === "linux")("a reused pid is not the holder", async () => {
  const reused = lockedFolder({ processStart: "another boot/1" });
  expect((await lockFolder(reused, { clock })).recovered).toContain(String(process.pid));
  const same = lockedFolder({ processStart: processStart(process.pid) });
  await expect(lockFolder(same, { clock })).rejects.toMatchObject(refused);
});

test("another machine's lock holds, and the remedy names what to delete", async () => {
  const dir = lockedFolder({ host: "elsewhere", pid: 2 ** 31 - 1 });
  await expect(lockFolder(dir, { clock })).rejects.toMatchObject({
    ...refused,
    message: expect.stringContaining("on elsewhere") as string,
    remedy: expect.stringContaining(`delete ${join(dir, ".lock")}`) as string,
  });
});

test.each(["", "\0\0\0", "null", '{"pid":"1","host":[]}'])(
  "a lock that was cut by a power failure, or that nobody here wrote (%j), is taken over",
  async (content) => {
    const dir = lockedFolder(content);
    expect(await isInUse(dir)).toBe(false);
    expect(await lockFolder(dir, { clock })).toMatchObject({ recovered: "an unknown process" });
  },
);

test("a folder that its holder has just deleted, and one with links in it, are refused", async () => {
  const dir = folder();
  await expect(lockFolder(join(dir, "no"), { clock })).rejects.toMatchObject(refused);
  symlinkSync(tmpdir(), join(dir, "link"));
  await expect(lockFolder(dir, { clock })).rejects.toMatchObject({ code: "bad-path" });
  expect(readdirSync(dir)).toEqual(["link"]);
});
