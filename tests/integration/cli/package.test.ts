/** What `pnpm build` leaves in dist is what a package has: the viewer must be in it, where the built server looks. */
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { expect, test } from "vitest";
import { builtViewer } from "../../../src/server/viewer-files.ts";

const { scripts, files } = JSON.parse(
  readFileSync(resolve(import.meta.dirname, "../../../package.json"), "utf8"),
) as { scripts: Record<string, string>; files: string[] };

test("the viewer is built first, and put where the package's server finds it", () => {
  const [first, ...rest] = scripts["build"]!.split(" && ");
  expect(first).toBe("pnpm build:viewer");
  const root = mkdtempSync(join(tmpdir(), "package-"));
  for (const folder of ["viewer/dist/assets", "dist/viewer/assets"])
    mkdirSync(join(root, folder), { recursive: true });
  writeFileSync(join(root, "viewer/dist/index.html"), "new");
  writeFileSync(join(root, "dist/viewer/assets/old.js"), "of an earlier build");
  expect(spawnSync("sh", ["-c", rest.at(-1)!], { cwd: root }).status).toBe(0);
  const inPackage = mkdtempSync(join(tmpdir(), "installed-"));
  spawnSync("cp", [
    "-r",
    ...files.filter((name) => name === "dist").map((name) => join(root, name)),
    inPackage,
  ]);
  const module = pathToFileURL(join(inPackage, "dist/server/viewer-files.js")).href;
  expect(builtViewer(module)).toBe(join(inPackage, "dist/viewer"));
  expect(spawnSync("ls", [join(inPackage, "dist/viewer/assets")], { encoding: "utf8" }).stdout).toBe("");
});
