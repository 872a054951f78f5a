/**
 * How this process was started: where its caller stands, and what to type to start it again. It stands
 * apart from `config.ts` because every start pays for it, `--help` included.
 */
import { existsSync, realpathSync } from "node:fs";
import { basename, delimiter, dirname, join, resolve, sep } from "node:path";

export type Started = {
  /** The folder that relative paths are meant from. */
  folder: string;
  /** What stands for `rehearse` in a command that is to be copied and run in a folder. */
  commandIn(folder: string): string;
};

export type StartFacts = {
  /** The script as it was named: `process.argv[1]`. */
  script: string;
  /** The package's folder. */
  root: string;
  cwd: string;
  env?: Readonly<Record<string, string | undefined>>;
  /** The node that runs this: `process.execPath`. */
  node?: string;
};

export function startedBy({
  script,
  root,
  cwd,
  env = process.env,
  node = process.execPath,
}: StartFacts): Started {
  // A package manager runs a package's scripts in the package's folder, wherever the caller stands.
  const asScript =
    cwd === root && env.npm_package_json !== undefined && real(dirname(env.npm_package_json)) === root
      ? env.INIT_CWD
      : undefined;
  if (asScript !== undefined)
    return {
      folder: asScript,
      commandIn: (folder) =>
        scriptCommand({
          root,
          inside: `${resolve(asScript, folder)}${sep}`.startsWith(`${root}${sep}`),
          env,
        }),
    };
  if (/^main\.[jt]s$/.test(basename(script)))
    return { folder: cwd, commandIn: () => `${nodeCommand(node, env)} ${shellWord(script)}` };
  return { folder: cwd, commandIn: () => (env.npm_command === "exec" ? "npx rehearse" : "rehearse") };
}

function scriptCommand({
  root,
  inside,
  env,
}: {
  root: string;
  inside: boolean;
  env: NonNullable<StartFacts["env"]>;
}): string {
  const [, manager, major] = /^(\w+)\/(\d+)/.exec(env.npm_config_user_agent ?? "") ?? [];
  if (manager === "npm") return `npm ${inside ? "" : `--prefix ${shellWord(root)} `}run rehearse --`;
  const pnpm = /[\\/]_npx[\\/]/.test(env.npm_execpath ?? "") ? `npx -y pnpm@${major ?? "latest"}` : "pnpm";
  return `${pnpm} ${inside ? "" : `--dir ${shellWord(root)} `}rehearse`;
}

/** What `node` alone would start may be older than we need. */
function nodeCommand(node: string, { PATH = "" }: NonNullable<StartFacts["env"]>): string {
  const first = PATH.split(delimiter)
    .filter((folder) => folder !== "")
    .map((folder) => join(folder, basename(node)))
    .find((path) => existsSync(path));
  return first !== undefined && real(first) === real(node) ? "node" : shellWord(node);
}

/** Folders may be named through links; where we stand and what we are is known without them. */
function real(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
}

/** A word that a shell takes as it is. */
export const shellWord = (text: string): string =>
  /^[\w@%+=:,./\\-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;
