import { mkdtempSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { shellWord, startedBy } from "./started-by.ts";

/** Whoever types `node` gets the one that runs this. */
const PATH = dirname(process.execPath);
const root = "/opt/rehearse";
const script = `${root}/src/cli/main.ts`;
const pnpm = {
  npm_package_json: `${root}/package.json`,
  npm_config_user_agent: "pnpm/12.18.0 npm/? node/? linux x64",
  npm_execpath: "/home/me/.npm/_npx/9c/node_modules/pnpm/pnpm",
};

test.each([
  [
    "the package's own script, outside of it",
    { cwd: root, env: { ...pnpm, INIT_CWD: "/srv/tales" } },
    { folder: "/srv/tales", command: "npx -y pnpm@12 --dir /opt/rehearse rehearse" },
  ],
  [
    "the package's own script, in it",
    { cwd: root, env: { ...pnpm, INIT_CWD: `${root}/mine` } },
    { folder: `${root}/mine`, command: "npx -y pnpm@12 rehearse" },
  ],
  [
    "a folder whose name begins like the package's",
    { cwd: root, env: { ...pnpm, INIT_CWD: `${root}-mine` } },
    { folder: `${root}-mine`, command: "npx -y pnpm@12 --dir /opt/rehearse rehearse" },
  ],
  [
    "an installed pnpm",
    { cwd: root, env: { ...pnpm, npm_execpath: "/usr/bin/pnpm", INIT_CWD: root } },
    { folder: root, command: "pnpm rehearse" },
  ],
  [
    "npm",
    { cwd: root, env: { ...pnpm, npm_config_user_agent: "npm/11.1.0 node/v24", INIT_CWD: "/x" } },
    { folder: "/x", command: "npm --prefix /opt/rehearse run rehearse --" },
  ],
  [
    "a script of another package",
    { cwd: "/srv/tales", env: { PATH, npm_package_json: "/srv/tales/package.json", INIT_CWD: "/srv" } },
    { folder: "/srv/tales", command: `node ${script}` },
  ],
  [
    "a process that such a script started elsewhere",
    { cwd: "/srv/tales", env: { ...pnpm, PATH, INIT_CWD: root } },
    { folder: "/srv/tales", command: `node ${script}` },
  ],
  ["node", { cwd: "/srv/tales", env: { PATH } }, { folder: "/srv/tales", command: `node ${script}` }],
])("started by %s", (_, facts, expected) => {
  const { folder, commandIn } = startedBy({ script, root, ...facts });
  expect({ folder, command: commandIn(".") }).toEqual(expected);
});

test("an installed binary is called by its name, by npx where that called it", () => {
  expect(startedBy({ script: "/usr/local/bin/rehearse", root, cwd: "/", env: {} }).commandIn("x")).toBe(
    "rehearse",
  );
  expect(
    startedBy({
      script: "/p/node_modules/.bin/rehearse",
      root,
      cwd: "/p",
      env: { npm_command: "exec" },
    }).commandIn("."),
  ).toBe("npx rehearse");
});

test("what is typed in the package's folder need not do in another", () => {
  const { commandIn } = startedBy({ script, root, cwd: root, env: { ...pnpm, INIT_CWD: root } });
  expect([commandIn("mine"), commandIn("../mine"), commandIn("/elsewhere")]).toEqual([
    "npx -y pnpm@12 rehearse",
    "npx -y pnpm@12 --dir /opt/rehearse rehearse",
    "npx -y pnpm@12 --dir /opt/rehearse rehearse",
  ]);
});

test("a node that typing its name would not start is named by its path", () => {
  const [mine, other] = [mkdtempSync(join(tmpdir(), "node-")), mkdtempSync(join(tmpdir(), "node-"))];
  for (const dir of [mine, other]) writeFileSync(join(dir, "node"), "");
  const linked = mkdtempSync(join(tmpdir(), "node-"));
  symlinkSync(join(mine, "node"), join(linked, "node"));
  const typed = (path: string) =>
    startedBy({ script, root, cwd: "/", env: { PATH: path }, node: join(mine, "node") }).commandIn(".");
  expect(typed(`/nowhere:${linked}:${other}`)).toBe(`node ${script}`);
  for (const path of [`${other}:${mine}`, "", "/nowhere"])
    expect(typed(path)).toBe(`${join(mine, "node")} ${script}`);
});

test("a path with a space or a quote can be copied into a shell", () => {
  expect(
    startedBy({ script: "/my stuff/src/cli/main.ts", root, cwd: "/", env: { PATH } }).commandIn("."),
  ).toBe("node '/my stuff/src/cli/main.ts'");
  expect(shellWord("it's")).toBe(`'it'\\''s'`);
});
