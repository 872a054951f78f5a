#!/usr/bin/env node
/** The `rehearse` binary. Every command pays for its imports, so there are few. */
import nodeModule from "node:module";
import { fileURLToPath } from "node:url";

// Without "type" in the package.json beside a settings file, Node warns before nearly every command. The file loads anyway.
// An old Node is an error here.
const warn = process.emitWarning.bind(process) as (warning: string | Error, ...rest: unknown[]) => void;
process.emitWarning = (warning: string | Error, ...rest: unknown[]) => {
  const [options] = rest as [{ code?: string } | undefined];
  if (options?.code !== "MODULE_TYPELESS_PACKAGE_JSON" && options?.code !== "OLD_NODE")
    warn(warning, ...rest);
};

await import("../kernel/node-version.ts").catch(({ message }: Error) => {
  console.error(`Error: ${message}`);
  process.exit(2);
});

// Settings, narrators and targets are modules that may print: stdout has the result alone.
globalThis.console = new console.Console(process.stderr);

// Before the first import of ours, so that all compiled code is cached for the next run.
nodeModule.enableCompileCache?.();
const [{ commands }, { runCli }, { startedBy, rehearseVersion: version }] = await Promise.all([
  import("./commands.ts"),
  import("./frame/index.ts"),
  import("../config/started-by.ts"),
]);

// From src/cli and from dist/cli the package is two folders up.
const root = new URL("../../", import.meta.url);
const { folder, commandIn } = startedBy({
  script: process.argv[1]!,
  root: fileURLToPath(root).replace(/[\\/]$/, ""),
  cwd: process.cwd(),
});
if (folder !== process.cwd()) process.chdir(folder);

const exit = await runCli({
  argv: process.argv.slice(2),
  commands,
  commandIn,
  version,
  stdout: process.stdout,
  stderr: process.stderr,
  host: process,
});
// All output is written. An idle connection must not keep the process alive.
process.exit(exit);
