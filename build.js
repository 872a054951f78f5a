/**
 * Builds the package into dist: what `npm pack` runs. Plain JavaScript, because the Node that starts it may be too old
 * for TypeScript. Prints to stderr only: the stdout of `npm pack` belongs to npm.
 */
import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL(".", import.meta.url));

if (!installed()) run("npx", "-y", "pnpm@12", "install", "--frozen-lockfile");
// A file that is no longer in the source must not stay in the package.
rmSync(`${root}dist`, { recursive: true, force: true });
// The tests check the types; here they are only written.
run("tsc", "-p", "tsconfig.build.json", "--noCheck");
removeInnerTypes();
// Straight into dist: a server that runs from this clone keeps its own viewer in viewer/dist.
buildViewer("viewer/vite.config.ts", "dist/viewer");
buildViewer("viewer/vite.single.config.ts", "dist/viewer/single");

/** Keeps the declarations that those of the exports import. */
function removeInnerTypes() {
  const { exports } = JSON.parse(readFileSync(`${root}package.json`, "utf8"));
  const kept = new Set(Object.values(exports).flatMap(({ types }) => (types ? [resolve(root, types)] : [])));
  for (const file of kept)
    for (const [, path] of readFileSync(file, "utf8").matchAll(
      /\b(?:from |import |import\()"(\.[^"]+)\.ts"/g,
    ))
      kept.add(resolve(file, "..", `${path}.d.ts`));
  for (const name of readdirSync(`${root}dist`, { recursive: true })) {
    const file = join(root, "dist", name);
    if (name.endsWith(".d.ts") && !kept.has(file)) rmSync(file);
  }
}

function buildViewer(config, outDir) {
  const quiet = ["--emptyOutDir", "--logLevel", "warn"];
  run("vite", "build", "viewer", "--config", config, "--outDir", `${root}${outDir}`, ...quiet);
}

/** The compiler, and the viewer's packages, which are installed beside it. */
function installed() {
  try {
    createRequire(`${root}package.json`).resolve("typescript/package.json");
    createRequire(`${root}viewer/package.json`).resolve("@vitejs/plugin-react");
    return true;
  } catch {
    return false;
  }
}

/** npm puts node_modules/.bin first on the path of a script. */
function run(command, ...args) {
  const { status, error } = spawnSync(command, args, { cwd: root, stdio: ["ignore", 2, 2] });
  if (status === 0) return;
  console.error(
    `The package was not built: ${[command, ...args].join(" ")} failed${error ? ` (${error.message})` : ""}.`,
  );
  process.exit(1);
}
