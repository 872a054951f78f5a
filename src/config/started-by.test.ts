import { expect, test } from "vitest";
import { shellWord } from "../kernel/errors/index.ts";
import { startedBy } from "./started-by.ts";

const root = "/opt/rehearse";
const script = `${root}/src/cli/main.ts`;
const asScript = { npm_package_json: `${root}/package.json` };

test.each([
  ["from a package script, paths are meant from the caller's folder", root, "/srv/tales", "/srv/tales"],
  ["in the clone", root, undefined, root],
  ["elsewhere, a script of another package changes nothing", "/srv/tales", root, "/srv/tales"],
])("%s", (_, cwd, INIT_CWD, folder) => {
  expect(startedBy({ script, root, cwd, env: { ...asScript, INIT_CWD } }).folder).toBe(folder);
});

test("in a clone, hints start its launcher from the folder they are for", () => {
  const { commandIn } = startedBy({ script, root, cwd: root, env: {} });
  expect(["", ".", "mine", "mine/deeper", "../rehearse-mine", "/elsewhere"].map(commandIn)).toEqual([
    "./rehearse",
    "./rehearse",
    "../rehearse",
    "../../rehearse",
    "/opt/rehearse/rehearse",
    "/opt/rehearse/rehearse",
  ]);
  const called = startedBy({ script, root, cwd: root, env: { ...asScript, INIT_CWD: "/srv/tales" } });
  expect(called.commandIn(".")).toBe("/opt/rehearse/rehearse");
});

test("an installed binary is called by its name, or through npx if that started it", () => {
  const installed = { script: "/p/node_modules/.bin/rehearse", root, cwd: "/p" };
  expect(startedBy({ ...installed, env: {} }).commandIn("x")).toBe("rehearse");
  expect(startedBy({ ...installed, env: { npm_command: "exec" } }).commandIn(".")).toBe("npx rehearse");
});

test("a path with a space or a quote can be copied into a shell", () => {
  const spaced = { script: "/my stuff/src/cli/main.ts", root: "/my stuff", cwd: "/" };
  expect(startedBy({ ...spaced, env: {} }).commandIn(".")).toBe("'/my stuff/rehearse'");
  expect(shellWord("it's")).toBe(`'it'\\''s'`);
});
