/** Serves the HTTP API and the viewer until interrupted. */
import { readFileSync } from "node:fs";
import { serverToken } from "../../../config.ts";
import { HarnessError } from "../../../kernel/errors/index.ts";
import { createHarness } from "../../../kernel/run/index.ts";
import { fileError } from "../../../kernel/store/index.ts";
import { houseCast } from "../../../playtest/index.ts";
import { withSpacedReranking } from "../../../retrieval/index.ts";
import { serve } from "../../../server/index.ts";
import { defineCommand } from "../../frame/index.ts";
import { allowNarratorFlag } from "../harness/playtest-harness.ts";
import { sayRetry } from "../harness/retry-notice.ts";
import { budgetFlag, configFrom, settingsFlags } from "../flags/settings-flags.ts";

export default defineCommand({
  name: "serve",
  summary: "Viewer and HTTP API: sessions, matrices, checks",
  description:
    "The viewer is at /, and shows what is in the folders `sessions`, `matrices`, `ab` and `bisects` of the workspace. The server accepts requests only from this machine unless --host is set. With --host it needs a token (REHEARSE_TOKEN, --token-file or --token), and every request must carry it. Requests from other sites' pages are refused, except links to a page.\n\n" +
    "Sessions, matrices, A/B tests and checks can be started, stopped and resumed from the page, each for at most --budget.\n\n" +
    "Ctrl+C stops the server. Active runs stop too and can be resumed. GET /openapi.json describes every path.",
  flags: {
    port: { type: "integer", default: 4173, min: 0, max: 65_535, help: "The port; 0 takes a free one." },
    host: { type: "string", default: "127.0.0.1", value: "ADDRESS", help: "The address to listen on." },
    token: {
      type: "string",
      value: "SECRET",
      help: "The token that every request must carry: at least 24 characters. Other users of this machine can see it in the process list; REHEARSE_TOKEN or --token-file hide it.",
    },
    tokenFile: { type: "string", value: "FILE", help: "A file that holds the token and nothing else." },
    allowHost: {
      type: "list",
      value: "NAME",
      help: "Host names that the server accepts, for instance behind a proxy.",
    },
    workspace: {
      type: "string",
      value: "DIR",
      default: ".",
      help: "The folder with the sessions, matrices, A/B tests and bisections to show.",
    },
    target: {
      type: "string",
      value: "TARGET",
      help: "The system under test: built-in, offline, http://…, or the path of a module. Requests cannot choose another.",
    },
    allowNarrator: {
      ...allowNarratorFlag.allowNarrator,
      help: "A module or an address that stored sessions may be replayed with. Others are refused. Repeatable.",
    },
    kb: { type: "string", value: "DIR", help: "The knowledge base." },
    testBanks: { type: "string", value: "DIR", help: "The test banks." },
    out: { type: "string", value: "DIR", help: "Where results are kept; results by default." },
    budget: budgetFlag("The most that one run may spend."),
    ...settingsFlags,
    json: { type: "boolean", help: "Print the address as one JSON document." },
  },
  examples: [
    { command: "rehearse serve", does: "On http://127.0.0.1:4173." },
    { command: "rehearse serve --target offline --port 0", does: "Without any key, on a free port." },
    {
      command: 'REHEARSE_TOKEN="$(openssl rand -hex 16)" rehearse serve --host 0.0.0.0',
      does: "Reachable from other machines.",
    },
  ],
  async run({ flags, io, signal }) {
    const config = await configFrom(flags);
    const harness = createHarness({
      ...withSpacedReranking(config, undefined),
      house: houseCast,
      onRetry: sayRetry(io),
    });
    harness.permits.allow(flags.allowNarrator);
    try {
      const token = tokenFrom(flags);
      const server = await serve({
        harness,
        folders: { target: flags.target, kb: flags.kb, testBanks: flags.testBanks, results: flags.out },
        workspace: flags.workspace,
        seed: config.sources.seed === "default" ? undefined : config.settings.seed,
        host: flags.host,
        port: flags.port,
        token,
        allowHosts: flags.allowHost,
        command: io.command("", flags.workspace).trim(),
        onBug: (error) => io.warn(error instanceof Error ? (error.stack ?? error.message) : String(error)),
      });
      if (flags.json) io.json({ url: server.url, port: server.port });
      io.say(`Viewer: ${server.url}\nAPI: ${server.url}/openapi.json. Press Ctrl+C to stop.`);
      if (token !== undefined)
        io.say(
          "A login is required: the page asks for the token. Programs send it as Authorization: Bearer TOKEN.",
        );
      await new Promise<void>((resolve) =>
        signal.aborted ? resolve() : signal.addEventListener("abort", () => resolve(), { once: true }),
      );
      await server.close();
      io.say(
        "Stopped. Active runs are saved. To resume them, start the server again and open Runs → Resume.",
      );
      return 130;
    } finally {
      await harness.close();
    }
  },
});

/** From the command line, a file or the environment: the first of them. */
function tokenFrom({ token, tokenFile }: { token?: string; tokenFile?: string }): string | undefined {
  if (tokenFile === undefined) return token ?? serverToken();
  if (token !== undefined)
    throw new HarnessError({
      code: "bad-combination",
      message: "--token and --token-file cannot be used together.",
      remedy: "Give one of them.",
    });
  try {
    return readFileSync(tokenFile, "utf8").trim();
  } catch (error) {
    throw fileError(error, { doing: "read", path: tokenFile });
  }
}
