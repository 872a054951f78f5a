/**
 * Claim: `rehearse --help`, `--version` and `rehearse models` start only slightly slower than Node itself: through the
 * clone's launcher, as a built package and from source. A compile cache saves part of the time.
 *
 *     node benches/start-up.ts [runs]
 */
import { spawnSync } from "node:child_process";
import { copyFileSync, existsSync, symlinkSync } from "node:fs";
import { join, resolve } from "node:path";
import {
  fixed,
  inTemporaryFolder,
  inTurns,
  printHeader,
  printTable,
  quantile,
  ratios,
  type Variant,
} from "./measure.ts";

const RUNS = Number(process.argv[2] ?? 25);
const root = resolve(import.meta.dirname, "..");

printHeader("Start-up of the command, beside node alone");
await inTemporaryFolder(async (dir) => {
  const built = build(dir);
  const source = join(root, "src/cli/main.ts");
  // A cache of their own for each, so that nothing is found that was not left by an earlier run of the same.
  const cached = (name: string) => ({ NODE_COMPILE_CACHE: join(dir, "cache", name) });
  const uncached = { NODE_DISABLE_COMPILE_CACHE: "1" };
  const variants: Record<string, Variant> = {
    "node -e 0": start(dir, ["-e", "0"], uncached),
    "./rehearse --help": start(dir, ["--help"], cached("launcher"), join(root, "rehearse")),
    "built --version": start(dir, [built, "--version"], cached("built-version")),
    "built --version, no cache": start(dir, [built, "--version"], uncached),
    "built --help": start(dir, [built, "--help"], cached("built")),
    "built --help, no cache": start(dir, [built, "--help"], uncached),
    "built models": start(dir, [built, "models"], cached("built-models")),
    "built models, no cache": start(dir, [built, "models"], uncached),
    "source --help": start(dir, [source, "--help"], cached("source")),
    "source --help, no cache": start(dir, [source, "--help"], uncached),
    "source models": start(dir, [source, "models"], cached("source-models")),
    "source models, no cache": start(dir, [source, "models"], uncached),
  };
  const turns = await inTurns(variants, { rounds: RUNS });
  const wall = (name: string) => turns[name]!.map((turn) => turn.wall);
  console.log(`${RUNS} runs each, medians`);
  printTable(
    ["", "ms", "ratio to node alone", "middle half", "ms more than node"],
    Object.keys(variants).map((name) => {
      const all = ratios(wall(name), wall("node -e 0"));
      const more = wall(name).map((ms, run) => ms - wall("node -e 0")[run]!);
      return [
        name,
        fixed(quantile(wall(name)), 0),
        fixed(quantile(all)),
        `${fixed(quantile(all, 0.25))} to ${fixed(quantile(all, 0.75))}`,
        fixed(quantile(more), 0),
      ];
    }),
  );
});

function start(
  cwd: string,
  args: string[],
  env: Record<string, string>,
  program = process.execPath,
): Variant {
  return () => {
    const { status, stderr } = spawnSync(program, args, {
      cwd,
      env: { PATH: process.env.PATH, ...env },
      encoding: "utf8",
    });
    if (status !== 0) throw new Error(`${program} ${args.join(" ")} ended with ${status}: ${stderr}`);
  };
}

/** The package as it is published: compiled, with its manifest above it and its dependencies in reach. */
function build(dir: string): string {
  spawnSync(
    join(root, "node_modules/.bin/tsc"),
    ["-p", "tsconfig.build.json", "--noCheck", "--outDir", join(dir, "dist")],
    { cwd: root },
  );
  copyFileSync(join(root, "package.json"), join(dir, "package.json"));
  symlinkSync(join(root, "node_modules"), join(dir, "node_modules"));
  const main = join(dir, "dist/cli/main.js");
  if (!existsSync(main)) throw new Error(`The build has no ${main}.`);
  return main;
}
