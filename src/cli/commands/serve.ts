/** Serves the HTTP API and the viewer until interrupted. */
import { readFileSync } from "node:fs";
import { z } from "zod";
import { loadConfig, serverToken } from "../../config.ts";
import { HarnessError } from "../../kernel/errors/index.ts";
import { createHarness } from "../../kernel/run/index.ts";
import { fileError } from "../../kernel/store/index.ts";
import { retryText } from "../../operations/open-operation.ts";
import { allowNarrator, file, folder, list, path, runOptions } from "../../operations/options.ts";
import { houseCast } from "../../playtest/index.ts";
import { withSpacedReranking } from "../../retrieval/index.ts";
import { serve } from "../../server/index.ts";
import { terminalText } from "../frame/index.ts";
import { plainCommand } from "../plain-command.ts";

export default plainCommand({
  name: "serve",
  summary: "Viewer and HTTP API: sessions, matrices, checks",
  description:
    "The viewer is at /, and shows what is in the folders `sessions`, `matrices`, `ab` and `bisects` of the workspace. The server accepts requests only from this machine unless --host is set. With --host it needs a token (REHEARSE_TOKEN, --token-file or --token), and every request must carry it. Requests from other sites' pages are refused, except links to a page.\n\n" +
    "Sessions, matrices, A/B tests and checks can be started, stopped and resumed from the page, each for at most --budget.\n\n" +
    "Ctrl+C stops the server. Active runs stop too and can be resumed. GET /openapi.json describes every path.",
  input: z.strictObject({
    port: z.int().min(0).max(65_535).default(4173).meta({ description: "The port; 0 takes a free one." }),
    host: z
      .string()
      .min(1)
      .default("127.0.0.1")
      .meta({ description: "The address to listen on.", value: "ADDRESS" }),
    token: z.string().min(1).optional().meta({
      description:
        "The token that every request must carry, of at least 24 characters. REHEARSE_TOKEN or --token-file hide it from other users of this machine.",
      value: "SECRET",
    }),
    tokenFile: file("A file that holds the token and nothing else.").optional(),
    allowHost: list("Host names that the server accepts, such as a proxy's.", "NAME"),
    workspace: folder("The folder whose sessions, experiments and results are shown.").default("."),
    target: z.string().min(1).optional().meta({
      description:
        "The system under test: built-in, offline, http://…, or a module. Requests cannot choose another.",
      value: "TARGET",
    }),
    allowNarrator: allowNarrator.meta({
      ...allowNarrator.meta(),
      description: "A module or an address that stored sessions may be replayed with.",
    }),
    kb: folder("The knowledge base.").optional(),
    testBanks: folder("The test banks.").optional(),
    out: folder("The folder of results. Default: results.").optional(),
    budget: runOptions.budget,
    config: path().optional().meta({
      description: "A settings file other than rehearse.config.ts or .mts.",
      value: "FILE",
      section: "common",
    }),
  }),
  examples: [
    { input: {}, says: "On http://127.0.0.1:4173." },
    { input: { target: "offline", port: 0 }, says: "Without any key, on a free port." },
    {
      input: { host: "0.0.0.0", tokenFile: "token.txt" },
      says: "Reachable from other machines, with the token in a file.",
    },
  ],
  endsBySignal: true,
  async run({ input, io, signal }) {
    const { budget } = input;
    const config = await loadConfig({ file: input.config, flags: budget === undefined ? {} : { budget } });
    const harness = createHarness({
      ...withSpacedReranking(config, undefined),
      house: houseCast,
      onRetry: (news) => io.warn(terminalText(retryText(news))),
    });
    harness.permits.allow(input.allowNarrator ?? []);
    try {
      const token = tokenFrom(input);
      const server = await serve({
        harness,
        folders: { target: input.target, kb: input.kb, testBanks: input.testBanks, results: input.out },
        workspace: input.workspace,
        host: input.host,
        port: input.port,
        token,
        allowHosts: input.allowHost ?? [],
        command: io.command("", input.workspace).trim(),
        onBug: (error) => io.warn(error instanceof Error ? (error.stack ?? error.message) : String(error)),
      });
      if (io.asJson) io.json({ url: server.url, port: server.port });
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
