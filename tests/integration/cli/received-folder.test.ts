/** A folder received from somebody else: its narrator is neither loaded nor called unless the user names it too. */
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join, relative } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import type { SessionConfig, SettingsInput } from "../../../src/contract/index.ts";
import { literalPattern } from "../../../src/kernel/literal-pattern.ts";
import {
  newSession,
  planAb,
  readArm,
  resumeSession,
  saveStart,
  saveTurn,
  writeAbPlan,
  type SessionState,
} from "../../../src/playtest/index.ts";
import { applyTurn } from "../../../src/playtest/session/index.ts";
import { emptyFolder, houseHarness, houseSession } from "../../playtest/house-session.ts";
import { MemoryStream, runCommand } from "../../support/cli/run-in-memory.ts";
import { startServer } from "../../support/loopback-server.ts";
import { makeWorkspace, serveWorkspace } from "../../support/server/served-workspace.ts";

const rehearse = (argv: string[], given: { typed?: string; stderr?: MemoryStream } = {}) =>
  runCommand(argv, given);

/** A session that went wrong, so that it can be searched too. */
let told: SessionState;
beforeAll(async () => {
  ({ state: told } = await houseSession({ narrator: "house/stalled", players: 2, maxTurns: 8 }));
}, 60_000);

type Narrator = Pick<SessionConfig, "narratorModel" | "narratorPath">;
const moduleAt = (path: string): Narrator => ({ narratorModel: "./narrator.mjs", narratorPath: path });

/** The session as its sender wrote it, with any narrator. */
async function received(narrator: Narrator, dir = join(emptyFolder(), "received")): Promise<string> {
  mkdirSync(dir, { recursive: true });
  let state = newSession({
    sessionId: "received",
    config: { ...told.config, ...narrator, maxTurns: 100 },
  });
  let chain = await saveStart(dir, state);
  writeFileSync(join(dir, "calls.jsonl"), "");
  for (const { ending: _, ...record } of told.records) {
    state = applyTurn(state, record);
    chain = await saveTurn(dir, { state, record, chain });
  }
  return dir;
}

/** A module that leaves a mark when it is loaded. */
function module(dir = join(emptyFolder(), "received")): { dir: string; path: string; loaded: () => boolean } {
  mkdirSync(dir, { recursive: true });
  const [path, mark] = [join(dir, "narrator.mjs"), join(dir, "loaded")];
  writeFileSync(
    path,
    `import { writeFileSync } from "node:fs";
writeFileSync(${JSON.stringify(mark)}, "");
export default async ({ turn }) => ({ text: \`Turn \${turn}. The fog thickens. What do you do?\` });\n`,
  );
  return { dir, path, loaded: () => existsSync(mark) };
}

/** An address that counts who calls it. */
async function listening() {
  let calls = 0;
  const server = await startServer((request, response) => {
    calls++;
    request.resume().on("end", () => response.end(JSON.stringify({ text: `The fog thickens: ${calls}.` })));
  });
  return { ...server, url: `${server.url}/tell`, calls: () => calls };
}

/** A session with a narrator module in its own folder. */
const inItsFolder = async (dir?: string) => {
  const own = module(dir);
  await received(moduleAt(own.path), own.dir);
  return own;
};

describe("the server", () => {
  const replayed = { checkpoint: "received/turn-3.json", turns: 1 };

  test("does not replay a session with a narrator module in its own folder, and loads nothing", async () => {
    using workspace = makeWorkspace();
    const own = await inItsFolder(join(workspace.dir, "sessions", "received"));
    {
      await using served = await serveWorkspace(workspace);
      const { status, json } = await served.ask("/api/operations/replay", { json: replayed });
      expect({ status, code: json.error.code }).toEqual({ status: 403, code: "not-allowed" });
      expect(json.error.remedy).toContain("--allow-narrator");
      const other = await served.ask("/api/operations/replay", { json: { ...replayed, narrator: "house" } });
      expect(other.status).toBe(202);
    }
    expect(own.loaded()).toBe(false);
    await using served = await serveWorkspace(workspace, { allowNarrators: [own.path] });
    // What the module costs is not known.
    const json = { ...replayed, budget: 1 };
    expect((await served.ask("/api/operations/replay", { json })).status).toBe(202);
    expect(own.loaded()).toBe(true);
  });
});

describe("the command line", () => {
  type Stored = { dir: string; path: string };
  const short = ["--turns", "1"];
  const commands: Array<[string, (stored: Stored) => Promise<string[]>]> = [
    ["replay", async ({ dir }) => ["replay", "--checkpoint", join(dir, "turn-3.json"), ...short]],
    ["resume", async ({ dir }) => ["resume", dir, ...short]],
    [
      "ab",
      async ({ dir }) => {
        const arms = ["--checkpoint", join(dir, "turn-3.json"), "--b", "prompt=structured"];
        return ["ab", ...arms, ...short, "--out", emptyFolder()];
      },
    ],
    [
      "resume of an A/B test",
      async ({ dir, path }) => {
        const { plan, states } = planAb(houseHarness(), {
          checkpoints: [join(dir, "turn-3.json")],
          a: readArm([`narrator=house`]),
          b: readArm([`narrator=${path}`]),
          turns: 1,
          pairs: 1,
        });
        const out = emptyFolder();
        await writeAbPlan(out, plan, states);
        return ["resume", out];
      },
    ],
  ];

  test.each(commands)(
    "%s does not load a module that only the folder names, and names the flag that allows it",
    async (_, argv) => {
      const own = await inItsFolder();
      const { exit, stdout, stderr } = await rehearse(await argv(own));
      expect(own.loaded()).toBe(false);
      expect(stdout + stderr).toContain(`--allow-narrator ${own.path}`);
      expect(exit).toBe(2);
    },
  );

  test.each(["replay", "resume"])(
    "%s --allow-narrator loads the module, and the hint to resume repeats the flag",
    async (name) => {
      const own = await inItsFolder();
      const argv = await commands.find(([command]) => command === name)![1](own);
      const { exit, stdout } = await rehearse([...argv, "--allow-narrator", own.path]);
      expect({ exit, loaded: own.loaded() }).toEqual({ exit: 0, loaded: true });
      expect(stdout).toMatch(new RegExp(`resume \\S+ --allow-narrator ${literalPattern(own.path)}\\n`));
    },
  );

  test("an address is called only if --allow-narrator names exactly that address", async () => {
    await using narrator = await listening();
    const dir = await received({ narratorModel: narrator.url });
    const refused = await rehearse(["resume", dir, ...short, "--allow-narrator", `${narrator.url}/other`]);
    expect({ exit: refused.exit, calls: narrator.calls() }).toEqual({ exit: 2, calls: 0 });
    expect(refused.stderr).toContain(`--allow-narrator ${narrator.url}.`);
    const allowed = await rehearse(["resume", dir, ...short, "--allow-narrator", narrator.url]);
    expect({ exit: allowed.exit, calls: narrator.calls() }).toEqual({ exit: 0, calls: 1 });
  });
});

describe("a narrator under another name", () => {
  /** What the harness says to a session with this narrator. */
  const outcome = async (
    narrator: Narrator,
    { allow = [], settings }: { allow?: string[]; settings?: SettingsInput } = {},
  ) => {
    const harness = houseHarness(settings);
    harness.permits.allow(allow);
    return resumeSession(harness, await received(narrator), { turns: 1 }).then(
      ({ stopped }) => stopped?.code ?? "played",
      ({ code }: { code: string }) => code,
    );
  };

  test("a link to an allowed module is allowed; a link beside one is not", async () => {
    const [mine, evil] = [module(), module()];
    const [toMine, toEvil] = [join(emptyFolder(), "a.mjs"), join(mine.dir, "narrator.js")];
    symlinkSync(mine.path, toMine);
    symlinkSync(evil.path, toEvil);
    expect(await outcome(moduleAt(toEvil), { allow: [mine.path] })).toBe("not-allowed");
    expect(await outcome(moduleAt(toMine), { allow: [mine.path] })).toBe("played");
    expect(evil.loaded()).toBe(false);
  });

  test("`..`, relative paths and file: addresses are judged by their target", async () => {
    const [mine, evil] = [module(), module()];
    for (const narratorModel of [
      join(mine.dir, "..", relative(join(mine.dir, ".."), evil.path)),
      relative(process.cwd(), evil.path),
      `${mine.dir}/../../../${evil.path}`,
    ])
      expect(await outcome({ narratorModel }, { allow: [mine.path] })).not.toBe("played");
    for (const narratorModel of [
      `file://${evil.path}`,
      `data:text/javascript,import(${JSON.stringify(evil.path)})//.mjs`,
    ])
      expect(await outcome({ narratorModel }, { allow: [mine.path] })).toBe("not-found");
    expect(evil.loaded()).toBe(false);
    expect(await outcome({ narratorModel: relative(process.cwd(), mine.path) }, { allow: [mine.path] })).toBe(
      "played",
    );
  });

  test("a name from the user's settings does not allow another file", async () => {
    const [mine, evil] = [module(), module()];
    const settings: SettingsInput = { models: { mine: { provider: "outside", id: mine.path } } };
    expect(await outcome({ narratorModel: "mine" }, { settings })).toBe("played");
    expect(await outcome({ narratorModel: "mine", narratorPath: evil.path }, { settings })).toBe(
      "not-allowed",
    );
    expect(evil.loaded()).toBe(false);
  });

  test("the remedy can be pasted into a shell for any path", async () => {
    const own = module(join(emptyFolder(), "a'$(touch pwned) b"));
    const dir = await received(moduleAt(own.path));
    const { stderr } = await rehearse(["resume", dir]);
    expect(stderr).toContain(`--allow-narrator '${own.path.replace("'", `'\\''`)}'`);
  });

  test("a comma in a path does not allow two paths", async () => {
    const evil = module();
    const own = module(join(emptyFolder(), "a,b"));
    const dir = await received(moduleAt(own.path));
    expect((await rehearse(["resume", dir, "--turns", "1", "--allow-narrator", own.path])).exit).toBe(0);
    const other = await received(moduleAt(evil.path));
    expect((await rehearse(["resume", other, "--allow-narrator", `x,${evil.path}`])).exit).toBe(2);
  });
});

test("a session with a link as its journal is not resumed, and the link's target is unchanged", async () => {
  const dir = await received({ narratorModel: "house" });
  const profile = join(emptyFolder(), "profile");
  writeFileSync(profile, "export PATH\n");
  rmSync(join(dir, "calls.jsonl"));
  symlinkSync(profile, join(dir, "calls.jsonl"));
  const { exit, stderr } = await rehearse(["resume", dir]);
  expect(exit).toBe(2);
  expect(stderr).toContain("calls.jsonl");
  expect(stderr).not.toContain(profile);
  expect(readFileSync(profile, "utf8")).toBe("export PATH\n");
  expect(readdirSync(dir)).not.toContain("report.md");
});
