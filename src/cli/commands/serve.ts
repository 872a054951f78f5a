/** Serves the HTTP API and the viewer until interrupted. */
import { z } from "zod";
import { loadConfig, serverToken } from "../../config.ts";
import { isAddress } from "../../kernel/addresses/index.ts";
import { about } from "../../kernel/errors/index.ts";
import { createHarness, type Harness } from "../../kernel/run/index.ts";
import { exists, fileNotFound } from "../../kernel/store/index.ts";
import { retryText } from "../../operations/open-operation.ts";
import { allowNarrator, folder, list, path, runOptions } from "../../operations/options.ts";
import { houseCast } from "../../playtest/index.ts";
import { requireTarget, SHIPPED, withSpacedReranking } from "../../retrieval/index.ts";
import { serve } from "../../server/index.ts";
import { terminalText } from "../frame/index.ts";
import { plainCommand } from "../plain-command.ts";

export default plainCommand({
  name: "serve",
  summary: "Viewer and HTTP API: sessions, matrices, checks",
  description:
    "The viewer is at /, and shows what is in the folders `sessions`, `matrices`, `ab` and `bisects` of the workspace. " +
    "The server accepts requests only from this machine unless --host is set. " +
    "With --host it needs a token in REHEARSE_TOKEN, of at least 24 characters, and every request must carry it. " +
    "Requests from other sites' pages are refused, except links to a page.\n\n" +
    "Sessions, matrices, A/B tests and checks can be started, stopped and resumed from the page, each for at most --budget.\n\n" +
    "Ctrl+C stops the server. Active runs stop too and can be resumed. GET /openapi.json describes every path.",
  input: z.strictObject({
    port: z.int().min(0).max(65_535).default(4173).meta({ description: "The port; 0 takes a free one." }),
    host: z
      .string()
      .min(1)
      .default("127.0.0.1")
      .meta({ description: "The address to listen on.", value: "ADDRESS" }),
    allowHost: list("Host names that the server accepts, such as a proxy's.", "NAME"),
    workspace: folder("The folder of sessions, results, stories, prompts and banks.").default("."),
    target: z.string().min(1).optional().meta({
      description:
        "The system under test: built-in, offline, http://…, a target file, or a module. Requests cannot choose another.",
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
      input: { host: "0.0.0.0" },
      says: "Reachable from other machines, with the token of REHEARSE_TOKEN.",
    },
  ],
  endsBySignal: true,
  async run({ input, io, signal }) {
    const { budget, workspace } = input;
    if (!exists(workspace)) throw fileNotFound(workspace).about("workspace");
    const config = await loadConfig({ file: input.config, flags: budget === undefined ? {} : { budget } });
    const harness = createHarness({
      ...withSpacedReranking(config),
      house: houseCast,
      onRetry: (news) => io.warn(terminalText(retryText(news))),
    });
    requirePlaces(input, harness);
    harness.permits.allow(input.allowNarrator ?? []);
    try {
      const token = serverToken();
      const server = await serve({
        harness,
        folders: { target: input.target, kb: input.kb, testBanks: input.testBanks, results: input.out },
        workspace,
        host: input.host,
        port: input.port,
        token,
        allowHosts: input.allowHost ?? [],
        command: io.command("", workspace).trim(),
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

type Places = Partial<Record<"target" | "kb" | "testBanks", string>> & {
  allowNarrator?: readonly string[] | undefined;
};

/** What is not there is refused now, not at a request. */
function requirePlaces(
  { target, kb = SHIPPED, testBanks = SHIPPED, allowNarrator = [] }: Places,
  harness: Harness,
) {
  const places = { kb: [kb], testBanks: [testBanks], allowNarrator };
  for (const [option, paths] of Object.entries(places)) {
    const missing = paths.find((path) => path !== SHIPPED && !isAddress(path) && !exists(path));
    if (missing !== undefined) throw fileNotFound(missing).about(option);
  }
  if (target !== undefined) about("target", () => requireTarget(target, harness));
}
