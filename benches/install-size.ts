/**
 * Claim: the packed tarball installs with plain npm in at most 65 MB, and plays on the oldest Node that `engines` allows.
 * It packs, installs into an empty folder from the registry that npm is set to, and prints what each dependency takes: its
 * own folder, with the copies of other packages inside it.
 *
 *     node benches/install-size.ts
 */
import { execFileSync } from "node:child_process";
import { lstatSync, readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { fixed, inTemporaryFolder, printHeader, printTable } from "./measure.ts";

const AIM = 65;
const root = resolve(import.meta.dirname, "..");
const manifest = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as {
  version: string;
  engines: { node: string };
};

printHeader("MB of files in the installed package and its dependencies");
await inTemporaryFolder(async (dir) => {
  const npm = (...args: string[]) =>
    execFileSync("npm", [...args, "--no-audit", "--no-fund"], {
      cwd: dir,
      stdio: ["ignore", "pipe", "inherit"],
    });
  execFileSync("npm", ["pack", "--silent", "--pack-destination", dir], { cwd: root, stdio: "ignore" });
  npm("install", `./rehearse-llm-${manifest.version}.tgz`);

  const modules = join(dir, "node_modules");
  const sizes = packagesIn(modules).map((name) => ({ name, mb: bytesIn(join(modules, name)) / 1e6 }));
  const total = sizes.reduce((sum, { mb }) => sum + mb, 0);
  const large = sizes.filter(({ mb }) => mb >= 0.5).sort((a, b) => b.mb - a.mb);
  const rest = total - large.reduce((sum, { mb }) => sum + mb, 0);
  printTable(
    ["package", "MB"],
    [
      ...large.map(({ name, mb }) => [name, fixed(mb, 1)]),
      [`${sizes.length - large.length} smaller ones`, fixed(rest, 1)],
      ["all", fixed(total, 1)],
    ],
  );
  console.log(total <= AIM ? `Within ${AIM} MB.` : `${fixed(total - AIM, 1)} MB more than ${AIM} MB.`);

  const oldest = /\d+\.\d+/.exec(manifest.engines.node)![0];
  npm("install", "--silent", `node@${oldest}`);
  const node = join(modules, ".bin/node");
  const onOldest = (...args: string[]) =>
    execFileSync(node, [join(modules, "rehearse-llm/dist/cli/main.js"), ...args], {
      cwd: dir,
      encoding: "utf8",
      stdio: ["ignore", "pipe", "ignore"],
    });
  const played = JSON.parse(
    onOldest(..."play --narrator house --story innsmouth --max-turns 3 --seed 1 --json".split(" ")),
  ) as { turns: number };
  const version = execFileSync(node, ["--version"], { encoding: "utf8" }).trim();
  console.log(`Node ${version}: rehearse ${onOldest("--version").trim()} played ${played.turns} turns.`);
});

/** `name` and `@scope/name`. */
function packagesIn(modules: string): string[] {
  const names = (dir: string) => readdirSync(dir).filter((name) => !name.startsWith("."));
  return names(modules).flatMap((name) =>
    name.startsWith("@") ? names(join(modules, name)).map((inner) => `${name}/${inner}`) : [name],
  );
}

function bytesIn(dir: string): number {
  return readdirSync(dir, { recursive: true, encoding: "utf8" })
    .map((name) => lstatSync(join(dir, name)))
    .reduce((sum, file) => sum + (file.isFile() ? file.size : 0), 0);
}
