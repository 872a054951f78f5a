/**
 * The HTTP API as a value: it can be used without a port.
 *
 *     const { app, close } = createApp({ harness, place: { host: "127.0.0.1", port: () => 80 } });
 *     await app.request("http://127.0.0.1/healthz");
 */
import { join, resolve } from "node:path";
import { OpenAPIHono, z } from "@hono/zod-openapi";
import { serverInfo, type ServerInfo, type Settings } from "../contract/index.ts";
import type { Harness } from "../kernel/run/index.ts";
import { exists } from "../kernel/store/index.ts";
import { BUILT_IN, checkRequest, type CheckOverrides } from "../retrieval/index.ts";
import { createContent } from "./content/index.ts";
import { limitBody, refuseForeign, safeHeaders, type Place } from "./guard.ts";
import { createJobs, listOffered } from "./jobs/index.ts";
import { requireToken } from "./login.ts";
import { HOLDERS, openPlaytests } from "./playtest/index.ts";
import { bodyStyle, problemOf, queryStyle, Refusal, refuseInvalid } from "./problem.ts";
import { addCalibrate } from "./routes/calibration.ts";
import { addContent } from "./routes/content.ts";
import { addTestHarness } from "./routes/checks.ts";
import { addExperiments } from "./routes/experiments.ts";
import { addDownloads } from "./routes/downloads.ts";
import { addJobs } from "./routes/jobs.ts";
import { addLive } from "./routes/live.ts";
import { addOperations } from "./routes/operations.ts";
import { refused, routesIn } from "./routes/route-schemas.ts";
import { addResults, addRetrieval } from "./routes/retrieval.ts";
import { addSessions } from "./routes/sessions.ts";
import { targetsOf } from "./targets.ts";
import { resultsFiles } from "./retrieval/index.ts";
import { addViewer } from "./viewer-files.ts";

export type AppOptions = {
  harness: Harness;
  /** Banks, knowledge base, results and the system under test, if they differ from the settings. */
  folders?: CheckOverrides;
  /** The folder of the sessions, matrices, A/B tests and bisections to show. Default: the current folder. */
  workspace?: string;
  /** The folder of the built viewer. Default: the one in the package. */
  viewer?: string;
  place: Place;
  /** Every request must carry it. */
  token?: string;
  /** How to call Rehearse in the workspace. Default: rehearse. */
  command?: string;
  /** Called with errors that are bugs of the server. */
  onBug?: (error: unknown) => void;
  heartbeatMs?: number;
};

export type App = {
  readonly app: OpenAPIHono;
  /** Interrupts running work, resumably. */ close(): Promise<void>;
};

export function createApp({
  harness: given,
  folders = {},
  workspace = ".",
  viewer,
  place,
  token,
  command = "rehearse",
  onBug = () => {},
  heartbeatMs = 15_000,
}: AppOptions): App {
  const settings = withFolders(given.settings, folders, workspace);
  const harness = { ...given, workspace, settings, config: { ...given.config, settings } };
  const { clock } = harness;
  const shared = { harness, workspace };
  const targets = targetsOf(settings);
  const playtests = openPlaytests({ harness, workspace, onBug });
  const jobs = createJobs({ shared, command, playtests, onBug });

  const app = new OpenAPIHono({ defaultHook: refuseInvalid });
  app.onError((error, c) => {
    const { status, body, isBug } = problemOf(error, {
      style: c.req.path.startsWith("/cli/") ? queryStyle : bodyStyle,
    });
    if (isBug) onBug(error);
    return c.json(body, status);
  });
  app.notFound((c) => {
    const { status, body } = problemOf(
      new Refusal({
        status: 404,
        code: "unknown-route",
        message: `Unknown route: ${c.req.method} ${c.req.path.slice(0, 200)}.`,
        remedy: "/openapi.json lists all routes.",
      }),
    );
    return c.json(body, status);
  });
  app.use(safeHeaders);
  app.use(refuseForeign(place));
  app.use(limitBody);
  if (token !== undefined) app.use(requireToken(token, place));

  addTestHarness(app, { jobs, targets });
  addCalibrate(app, { jobs });
  const request = checkRequest(settings.retrieval);
  addResults(app, request.results);
  addRetrieval(app, { request, targets, clock });
  addSessions(app, playtests);
  addContent(app, { ...playtests, content: createContent(harness), harness });
  addExperiments(app, playtests);
  addOperations(app, { jobs, playtests, shared, targets, results: request.results, command });
  addJobs(app, { ...playtests, jobs });
  addDownloads(app, { ...playtests, harness, openApp: createApp });
  addLive(app, { ...playtests, clock, heartbeatMs });
  addService(app, {
    withToken: token !== undefined,
    command,
    uses: () => usesOf(workspace, { ...settings.retrieval, results: request.results }),
  });
  addViewer(app, { folder: viewer });
  return {
    app,
    async close() {
      await jobs.close();
      playtests.close();
    },
  };
}

/** Folders and target that the server was started with take the place of the settings', and those of the workspace of the usual. */
const withFolders = (
  settings: Settings,
  { target, kb, testBanks, results }: CheckOverrides,
  workspace: string,
): Settings => {
  const { retrieval } = settings;
  const own = join(workspace, "test_banks");
  const given = {
    target: target ?? retrieval.target,
    kb: kb ?? retrieval.kb,
    testBanks: testBanks ?? retrieval.testBanks ?? (exists(own) ? own : undefined),
    results: results ?? resolve(workspace, retrieval.results),
  };
  return { ...settings, retrieval: { ...retrieval, ...given } };
};

/** Which suites the workspace has something of. The pages of the other one would be empty. */
function usesOf(
  workspace: string,
  { target, results }: Pick<Settings["retrieval"], "target" | "results">,
): ServerInfo["uses"] {
  const has = (folders: readonly string[]) => folders.some((folder) => exists(join(workspace, folder)));
  const playtest = has(["sessions", ...HOLDERS.map(([folder]) => folder), "stories", "prompts"]);
  const retrieval = has(["test_banks"]) || target !== BUILT_IN || resultsFiles(results).length > 0;
  return playtest || retrieval ? { playtest, retrieval } : { playtest: true, retrieval: true };
}

const INFO = {
  openapi: "3.1.0",
  info: {
    title: "Rehearse",
    version: "1",
    description:
      "Playtests of narrators, and test banks for a RAG system, over HTTP. " +
      "Errors are `{error: {code, option, message, remedy}}`. If the server has a token, every request must carry it.",
  },
};

/** `/healthz`, `/api/server` and `/openapi.json`. Added last: the description covers the routes added before it. */
function addService(
  app: OpenAPIHono,
  { withToken, command, uses }: { withToken: boolean; command: string; uses: () => ServerInfo["uses"] },
): void {
  const tag = "service";
  const route = routesIn(app, tag);
  if (withToken) {
    app.openAPIRegistry.registerComponent("securitySchemes", "bearer", { type: "http", scheme: "bearer" });
    // The token guard answers it, before any route.
    app.openAPIRegistry.registerPath({
      method: "post",
      path: "/login",
      tags: [tag],
      summary: "Log a browser in: a form with `token`, and `next`, the page to show",
      responses: { 303: { description: "To the next page." }, ...refused },
    });
  }
  route("get /healthz", {
    summary: "Health check of the server",
    answer: z.object({ status: z.literal("ok") }),
    answerTo: () => ({ status: "ok" as const }),
  });
  route("get /api/server", {
    summary: "How the server was started",
    description: "`command` calls Rehearse in the workspace.",
    answer: serverInfo,
    answerTo: () => ({ command, uses: uses() }),
  });
  route("get /openapi.json", {
    summary: "This API as an OpenAPI document",
    answer: z.looseObject({ openapi: z.string() }),
    answerTo: () => (document ??= describe()),
  });

  let document: Promise<{ openapi: string }> | undefined;
  async function describe() {
    const security = withToken ? [{ bearer: [] }] : undefined;
    const { components, ...described } = app.getOpenAPI31Document({ ...INFO, security });
    const inputs = (await listOffered()).map(({ name, input }) => ({ title: name, ...input }));
    const schemas = { ...components?.schemas, OperationInput: { anyOf: inputs } };
    return { ...described, components: { ...components, schemas } };
  }
}
