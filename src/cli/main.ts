#!/usr/bin/env node
/** The `rehearse` binary: hands the process to the frame. What is loaded here is paid for by every call, so it is little. */
import { readFileSync } from "node:fs";
import nodeModule from "node:module";

// Before anything of ours is loaded: the compiled code is kept for the next run.
nodeModule.enableCompileCache?.();
const [{ commands }, { runCli }] = await Promise.all([import("./commands.ts"), import("./frame/index.ts")]);

const exit = await runCli({
  argv: process.argv.slice(2),
  commands,
  version,
  stdout: process.stdout,
  stderr: process.stderr,
  host: process,
});
// Everything is written by now; an idle connection of a command must not keep the process waiting.
process.exit(exit);

/** From src/cli and from dist/cli the package is two folders up. */
function version(): string {
  const manifest = readFileSync(new URL("../../package.json", import.meta.url), "utf8");
  return (JSON.parse(manifest) as { version: string }).version;
}
