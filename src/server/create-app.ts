/**
 * The HTTP API as a value: it can be used without a port.
 *
 *     const { app, close } = createApp({ harness, place: { host: "127.0.0.1", port: () => 80 } });
 *     await app.request("http://127.0.0.1/healthz");
 */
import { createRoute, OpenAPIHono, z } from "@hono/zod-openapi";
import { serverInfo, type Settings } from "../contract/index.ts";
import type { Harness } from "../kernel/run/index.ts";
import { checkRequest, type CheckOverrides } from "../retrieval/index.ts";
import { createContent } from "./content/index.ts";
import { limitBody, refuseForeign, safeHeaders, type Place } from "./guard.ts";
import { createJobs, createStoredPlans } from "./jobs/index.ts";
import { requireToken } from "./login.ts";
import { openPlaytests } from "./playtest/index.ts";
import { problemOf, Refusal, refuseInvalid } from "./problem.ts";
import { addCalibrate, createCalibrator } from "./routes/calibration.ts";
import { addCompare } from "./routes/compare.ts";
import { addContent } from "./routes/content/add-content.ts";
import { addTestHarness } from "./routes/checks.ts";
import { addExperiments, addMatrices } from "./routes/experiments/index.ts";
import { addDownloads } from "./routes/downloads.ts";
import { addIssues } from "./routes/issues.ts";
import { addJobs } from "./routes/jobs.ts";
import { addLive } from "./routes/live.ts";
import { addOperations } from "./routes/operations.ts";
import { answers, refusals } from "./routes/route-schemas.ts";
import { addResults, addRetrieval } from "./routes/retrieval.ts";
import { addSearch } from "./routes/search.ts";
import { addSessions } from "./routes/sessions.ts";
import { createSearch } from "./search/index.ts";
import { targetsOf } from "./targets.ts";
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
  const settings = withFolders(given.settings, folders);
  const harness = { ...given, workspace, settings, config: { ...given.config, settings } };
  const { clock } = harness;
  const shared = { harness, workspace };
  const targets = targetsOf(settings);
  const calibrator = createCalibrator({ harness, folders });
  const playtests = openPlaytests({ harness, workspace, onBug });
  const jobs = createJobs({ shared, command, playtests, onBug });
  const tools = { ...playtests, harness: { ...harness, command }, plans: createStoredPlans() };

  const app = new OpenAPIHono({ defaultHook: refuseInvalid });
  app.onError((error, c) => {
    const { status, body, isBug } = problemOf(error);
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
  addCalibrate(app, calibrator);
  const request = checkRequest(settings.retrieval);
  addResults(app, request.results);
  addRetrieval(app, { request, targets, clock });
  addSessions(app, { ...playtests, jobs });
  addCompare(app, { ...playtests, harness });
  addIssues(app, playtests);
  addSearch(app, createSearch(playtests));
  addMatrices(app, playtests);
  addContent(app, { ...playtests, content: createContent(harness) });
  addExperiments(app, playtests);
  addOperations(app, { jobs, tools, shared, targets, results: request.results, command });
  addJobs(app, { jobs, tools });
  addDownloads(app, { ...playtests, harness, openApp: createApp });
  addLive(app, { ...playtests, clock, heartbeatMs });
  addService(app, { withToken: token !== undefined, command });
  addViewer(app, { folder: viewer });
  return {
    app,
    async close() {
      await Promise.all([calibrator.close(), jobs.close()]);
      playtests.close();
    },
  };
}

/** Folders and target that the server was started with take the place of the settings'. */
const withFolders = (settings: Settings, { target, kb, testBanks, results }: CheckOverrides): Settings => {
  const { retrieval } = settings;
  const given = {
    target: target ?? retrieval.target,
    kb: kb ?? retrieval.kb,
    testBanks: testBanks ?? retrieval.testBanks,
    results: results ?? retrieval.results,
  };
  return { ...settings, retrieval: { ...retrieval, ...given } };
};

const INFO = {
  openapi: "3.1.0",
  info: {
    title: "Rehearse",
    version: "1",
    description:
      "Playtests of narrators, and test banks for a RAG system, over HTTP. Errors are `{error: {code, option, message, remedy}}`. If the server has a token, every request must carry it.",
  },
};

/** `/healthz`, `/api/server` and `/openapi.json`. Added last: the description covers the routes added before it. */
function addService(app: OpenAPIHono, { withToken, command }: { withToken: boolean; command: string }): void {
  const tags = ["service"];
  if (withToken)
    app.openAPIRegistry.registerComponent("securitySchemes", "bearer", { type: "http", scheme: "bearer" });
  app.openapi(
    createRoute({
      method: "get",
      path: "/healthz",
      tags,
      summary: "Health check of the server",
      responses: {
        200: answers(z.object({ status: z.literal("ok") }), "The server is running."),
        ...refusals(),
      },
    }),
    (c) => c.json({ status: "ok" as const }, 200),
  );
  app.openapi(
    createRoute({
      method: "get",
      path: "/api/server",
      tags,
      summary: "How the server was started",
      description:
        "`command` calls Rehearse in the workspace. `login`: pages need a login with the token. A form posts it to `/login`; `POST /logout` ends it.",
      responses: { 200: answers(serverInfo, "About the server."), ...refusals() },
    }),
    (c) => c.json({ command, login: withToken }, 200),
  );
  app.openapi(
    createRoute({
      method: "get",
      path: "/openapi.json",
      tags,
      summary: "This API as an OpenAPI document",
      responses: { 200: answers(z.looseObject({ openapi: z.string() }), "OpenAPI 3.1."), ...refusals() },
    }),
    (c) => c.json(described(), 200),
  );

  let document: (ReturnType<typeof app.getOpenAPI31Document> & { openapi: string }) | undefined;
  const described = () =>
    (document ??= app.getOpenAPI31Document({ ...INFO, ...(withToken && { security: [{ bearer: [] }] }) }));
}
