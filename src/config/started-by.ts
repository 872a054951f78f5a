/**
 * How this process was started: the caller's folder, and the command to start it again. It is separate from `config.ts`
 * because every start pays for it, including `--help`.
 */
import { realpathSync, readFileSync } from "node:fs";
import { basename, dirname, join, relative, resolve, sep } from "node:path";
import { shellWord } from "../kernel/errors/index.ts";

type Started = {
  /** The base of relative paths. */
  folder: string;
  /** The replacement of `rehearse` in a command to copy and run in a folder. */
  commandIn(folder: string): string;
};

type StartFacts = {
  script: string;
  root: string;
  cwd: string;
  env?: Readonly<Record<string, string | undefined>>;
};

export function startedBy({ script, root, cwd, env = process.env }: StartFacts): Started {
  // A package manager runs a package's scripts in the package's folder, regardless of the caller's.
  const asScript =
    cwd === root && env.npm_package_json !== undefined && real(dirname(env.npm_package_json)) === root;
  const folder = (asScript ? env.INIT_CWD : undefined) ?? cwd;
  // A clone runs its source; an installed package runs its binary.
  const inClone = basename(script) === "main.ts";
  return {
    folder,
    commandIn: (where) => {
      if (!inClone) return env.npm_command === "exec" ? "npx rehearse" : "rehearse";
      const from = resolve(folder, where);
      const inside = `${from}${sep}`.startsWith(`${root}${sep}`);
      const launcher = join(root, "rehearse");
      return shellWord(inside ? relative(from, launcher).replace(/^rehearse$/, "./rehearse") : launcher);
    },
  };
}

/** Folders may be named through links. */
function real(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
}

/** From src/config and from dist/config the package is two folders up. */
export function rehearseVersion(): string {
  const manifest = readFileSync(new URL("../../package.json", import.meta.url), "utf8");
  return (JSON.parse(manifest) as { version: string }).version;
}
