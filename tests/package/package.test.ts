/**
 * What people install: the tarball of `npm pack`, unpacked in an empty folder beside the dependencies that it declares,
 * used there through npx. npm's own installation and the oldest Node are tried by `benches/install-size.ts`.
 */
import { type ChildProcessWithoutNullStreams, execFile, spawn } from "node:child_process";
import { once } from "node:events";
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, dirname, join, resolve } from "node:path";
import { promisify } from "node:util";
import { beforeAll, describe, expect, test } from "vitest";

const root = resolve(import.meta.dirname, "../..");
const manifest = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as {
  version: string;
  files: string[];
  bin: { rehearse: string };
  dependencies: Record<string, string>;
};
const run = promisify(execFile);

describe("the packed tarball in an empty folder", { timeout: 300_000 }, () => {
  const folder = mkdtempSync(join(tmpdir(), "installed-"));
  const installed = join(folder, "node_modules/rehearse-llm");
  const bin = join(folder, "node_modules/.bin/rehearse");
  /** No npm settings of this machine, no keys, and this Node first. */
  const env = {
    PATH: [join(root, "node_modules/.bin"), process.env["PATH"]].join(delimiter),
    HOME: folder,
    npm_config_update_notifier: "false",
    NODE_COMPILE_CACHE: join(folder, ".compiled"),
  };
  const inFolder = (command: string, args: string[], more: { cwd?: string; env?: object } = {}) =>
    run(command, args, { cwd: folder, ...more, env: { ...env, ...more.env }, maxBuffer: 64 * 1024 ** 2 });
  /** What `npx rehearse` starts, without the start of npm. */
  const rehearse = (...args: string[]) => inFolder(bin, args);
  const json = async (...args: string[]) => JSON.parse((await rehearse(...args, "--json")).stdout) as Json;
  type Json = Record<string, unknown>;

  beforeAll(async () => {
    mkdirSync(installed, { recursive: true });
    await inFolder("tar", ["-xzf", await pack(), "-C", installed, "--strip-components=1"]);
    const link = (path: string, to: string) => {
      mkdirSync(dirname(to), { recursive: true });
      symlinkSync(path, to);
    };
    link(join(installed, manifest.bin.rehearse), bin);
    chmodSync(bin, 0o755);
    for (const name of Object.keys(manifest.dependencies))
      link(join(root, "node_modules", name), join(folder, "node_modules", name));
  }, 300_000);

  /** In a copy: the clone's own dist is not touched. */
  async function pack(): Promise<string> {
    const copy = mkdtempSync(join(tmpdir(), "packed-"));
    const sources = [
      "package.json",
      "README.md",
      "LICENSE",
      "build.js",
      "tsconfig.json",
      "tsconfig.build.json",
    ];
    for (const name of [
      ...sources,
      "src",
      "viewer",
      ...manifest.files.filter((name) => /^(?!dist|!)/.test(name)),
    ])
      cpSync(join(root, name), join(copy, name), {
        recursive: true,
        filter: (path) => !/\/viewer\/(node_modules|dist)$/.test(path),
      });
    for (const name of ["node_modules", "viewer/node_modules"])
      symlinkSync(join(root, name), join(copy, name));
    await inFolder("npm", ["pack", "--offline"], { cwd: copy });
    return join(copy, `rehearse-llm-${manifest.version}.tgz`);
  }

  test("holds what it needs and no tests, sources, fixtures or pictures", () => {
    const top = ["CHANGELOG.md", "LICENSE", "README.md", "dist", "docs", "examples", "kb", "package.json"];
    const data = ["prompts", "recordings", "rubrics", "skills", "stories", "test_banks"];
    expect(readdirSync(installed).sort()).toEqual([...top, ...data]);
    const files = readdirSync(installed, { recursive: true, encoding: "utf8" });
    expect(files.filter((path) => /\.test\.|\.(map|png)$|(^|\/)(src|tests|fixtures)\//.test(path))).toEqual(
      [],
    );
  });

  test("init, then play, check and export in the new workspace", async () => {
    expect((await inFolder("npx", ["rehearse", "init"])).stdout).toContain("\n  npx rehearse play");
    writeFileSync(
      join(folder, "rehearse.config.mts"),
      'import { defineConfig } from "rehearse-llm";\nexport default defineConfig({ budget: 1 });\n',
    );
    const turns = ["--max-turns", "3", "--seed", "1"];
    const story = ["--story", "my-story", "--prompt", "my-prompt", "--narrator", "house"];
    const played = await json("play", ...story, ...turns);
    expect(played).toMatchObject({ outcome: "timeout", turns: 3, seed: 1 });
    const dir = resolve(folder, played["dir"] as string);
    expect(existsSync(join(dir, "report.md"))).toBe(true);

    const check = await rehearse("check", "--target", "offline", "--json");
    expect(JSON.parse(check.stdout)).toMatchObject({ total_tests: 3, hard_fails: 0 });
    // The packages for embeddings are optional.
    expect(check.stdout).toContain("by shared words (BM25)");

    await rehearse("export", dir, "--out", "page.html");
    expect(readFileSync(join(folder, "page.html"), "utf8")).toContain("<script");
  });

  test("demo replays its recordings", async () => {
    mkdirSync(join(folder, "demo"));
    const { stdout } = await inFolder(bin, ["demo"], { cwd: join(folder, "demo") });
    expect(stdout).toContain("rehearse init");
    expect(readdirSync(join(folder, "demo/sessions"))).toHaveLength(2);
  });

  test("serve answers with the API and the viewer", async () => {
    const server = spawn(bin, ["serve", "--port", "0"], { cwd: folder, env });
    const ended = once(server, "close");
    try {
      const [url] = await said(server, /http:\/\/127\.0\.0\.1:\d+/);
      const page = await (await fetch(url)).text();
      const script = /src="([^"]+\.js)"/.exec(page)![1]!;
      expect((await fetch(new URL(script, url))).headers.get("content-type")).toContain("javascript");
      const { sessions } = (await (await fetch(`${url}/api/sessions`)).json()) as { sessions: Json[] };
      expect(sessions.length).toBeGreaterThan(0);
    } finally {
      server.kill("SIGINT");
      await ended;
    }
  });

  describe("the types in a strict project, without skipLibCheck", () => {
    let errors: string[];
    let files: string[];
    const ours = () => files.flatMap((file) => file.split("/rehearse-llm/dist/").slice(1));

    beforeAll(async () => {
      // An optional peer, which npm did not install.
      symlinkSync(join(root, "node_modules/vitest"), join(folder, "node_modules/vitest"));
      cpSync(join(import.meta.dirname, "consumer.ts"), join(folder, "consumer.mts"));
      // Other tests keep the cores busy, and several threads would check shared types several times.
      const flags =
        "--strict --exactOptionalPropertyTypes --noUncheckedIndexedAccess --module nodenext --target es2024";
      const rest = ["--types", "", "--noEmit", "--singleThreaded", "--listFiles", "consumer.mts"];
      const { stdout } = await inFolder("tsc", [...flags.split(" "), ...rest]).catch(
        (failed: unknown) => failed as { stdout: string },
      );
      errors = stdout.split("\n").filter((line) => line.includes(": error "));
      files = stdout.split("\n").filter((line) => line.startsWith("/"));
    }, 60_000);

    test("accept what is right, and reject what is wrong", () => {
      expect(errors.filter((error) => error.startsWith("consumer"))).toEqual([]);
    });

    test("none are shipped that a project cannot reach", () => {
      const shipped = readdirSync(join(installed, "dist"), { recursive: true, encoding: "utf8" });
      const declarations = shipped.filter((path) => path.endsWith(".d.ts"));
      const reached = ours();
      expect(declarations.sort()).toEqual(reached.sort());
    });

    test("need the contract and zod only", () => {
      const own =
        /^(index|vitest|contract\/.*|export\/index|kernel\/(errors\/.*|node-version)|operations\/.*)\.d\.ts$/;
      expect(ours().filter((file) => !own.test(file))).toEqual([]);
      expect(files.filter((file) => /\/(ai|@ai-sdk)\//.test(file))).toEqual([]);
      expect(errors).toEqual([]);
    });
  });

  test("the library and its Vitest matchers run as installed", async () => {
    writeFileSync(
      join(folder, "installed.spec.ts"),
      `import { openSession, play } from "rehearse-llm";
import { bank } from "rehearse-llm/vitest";
import { expect, test } from "vitest";
test("a session", { timeout: 60_000 }, async () => {
  const { dir } = await play({ recording: "node_modules/rehearse-llm/recordings/long-quiet", out: "played" });
  expect(await openSession(dir)).toComplete();
});
bank("a bank", { target: "offline", kb: "shipped", testBanks: "shipped", banks: ["always"], save: false });
`,
    );
    const { stdout } = await inFolder("vitest", ["run", "installed.spec.ts"]);
    expect(stdout).toMatch(/Tests .*\d passed/);
  });

  /** The packages that a command loads, by name. */
  async function loadedBy(args: string[], cwd = folder): Promise<string[]> {
    const log = join(mkdtempSync(join(folder, "loaded-")), "urls");
    const hook = `import { appendFileSync } from "node:fs"; import { registerHooks } from "node:module";
      registerHooks({ load(url, context, next) { appendFileSync(${JSON.stringify(log)}, url + "\\n"); return next(url, context); } });`;
    const preload = `data:text/javascript,${encodeURIComponent(hook)}`;
    await inFolder(process.execPath, ["--import", preload, join(installed, "dist/cli/main.js"), ...args], {
      cwd,
    });
    const urls = readFileSync(log, "utf8").split("\n");
    const names = urls.map((url) => /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(url)?.[1]);
    return [...new Set(names)].filter((name) => name !== undefined).sort();
  }

  const onlyWhenUsed = /^(ai|@ai-sdk\/(?!provider$).*|@openrouter\/.*|@energetic-ai\/.*)$/;

  test("--version and --help load no package, models loads no vendor's", async () => {
    expect((await rehearse("--version")).stdout).toBe(`${manifest.version}\n`);
    expect(await loadedBy(["--version"])).toEqual(["rehearse-llm"]);
    expect(await loadedBy(["--help"])).toEqual(["rehearse-llm"]);
    expect((await loadedBy(["models"])).filter((name) => onlyWhenUsed.test(name))).toEqual([]);
  });
});

/** Waits for these words in what a process prints. */
async function said(child: ChildProcessWithoutNullStreams, words: RegExp): Promise<RegExpExecArray> {
  let text = "";
  return new Promise((found, failed) => {
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding("utf8").on("data", (more: string) => {
        const match = words.exec((text += more));
        if (match) found(match);
      });
    child.once("close", () => failed(new Error(`It ended without ${words}: ${text}`)));
  });
}
