/**
 * The HTTP API as a value: it can be used without a port.
 *
 *     const { app, close } = createApp({ harness, place: { host: "127.0.0.1", port: () => 80 } });
 *     await app.request("http://127.0.0.1/healthz");
 */
import { createRoute, OpenAPIHono, z } from "@hono/zod-openapi";
import { serverInfo } from "../contract/index.ts";
import type { Harness } from "../kernel/run/index.ts";
import { checkRequest, type CheckOverrides } from "../retrieval/index.ts";
import { createChecker, createCheckRuns } from "./check/index.ts";
import { createContent } from "./content/index.ts";
import { limitBody, refuseForeign, safeHeaders, type Place } from "./guard.ts";
import { createJobs, createStoredPlans } from "./jobs/index.ts";
import { requireToken } from "./login.ts";
import { openPlaytests } from "./playtest/index.ts";
import { problemOf, Refusal, refuseInvalid } from "./problem.ts";
import { addCalibrate, createCalibrator } from "./routes/calibration.ts";
import { addCompare } from "./routes/compare.ts";
import { addContent } from "./routes/content/add-content.ts";
import { addCheckRuns, addTestHarness } from "./routes/checks.ts";
import { addExperiments, addMatrices } from "./routes/experiments/index.ts";
import { addDownloads } from "./routes/downloads.ts";
import { addIssues } from "./routes/issues.ts";
import { addJobs } from "./routes/jobs.ts";
import { addLive } from "./routes/live.ts";
import { answers, refusals } from "./routes/route-schemas.ts";
import { addResults, addRetrieval } from "./routes/retrieval.ts";
import { addRuns } from "./routes/runs.ts";
import { addSearch } from "./routes/search.ts";
import { addSessions } from "./routes/sessions.ts";
import { addStarts } from "./routes/starts.ts";
import { createSearch } from "./search/index.ts";
import { addViewer } from "./viewer-files.ts";

export type AppOptions = {
  harness: Harness;
  /** Banks, knowledge base, results and the system under test, if they differ from the settings. */
  folders?: CheckOverrides;
  /** The folder of the sessions, matrices, A/B tests and bisections to show. Default: the current folder. */
  workspace?: string;
  /** The seed of the settings. Without it, each session or matrix that is started draws one. */
  seed?: string | number;
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
  seed,
  viewer,
  place,
  token,
  command = "rehearse",
  onBug = () => {},
  heartbeatMs = 15_000,
}: AppOptions): App {
  const harness = { ...given, workspace };
  const { clock } = harness;
  const checker = createChecker({ harness, folders });
  const calibrator = createCalibrator({ harness, folders });
  const playtests = openPlaytests({ harness, workspace, onBug });
  const { live } = playtests;
  const runs = createCheckRuns({
    checker,
    clock,
    onBug,
    onChange: live.job,
  });
  const jobs = createJobs({ clock, tell: live.job, onBug });
  const tools = { ...playtests, harness, plans: createStoredPlans(), seed };

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

  addTestHarness(app, checker);
  addCalibrate(app, calibrator);
  const request = checkRequest(harness.settings.retrieval, folders);
  addCheckRuns(app, { runs, checker, results: request.results });
  addResults(app, request.results);
  addRetrieval(app, { request, checker, clock });
  addSessions(app, { ...playtests, jobs });
  addCompare(app, { ...playtests, harness });
  addIssues(app, playtests);
  addSearch(app, createSearch(playtests));
  addMatrices(app, playtests);
  addContent(app, { ...playtests, content: createContent(harness) });
  addExperiments(app, playtests);
  addJobs(app, { jobs, tools, checks: runs });
  addStarts(app, { jobs, tools });
  addRuns(app, { jobs, tools });
  addDownloads(app, { ...playtests, harness, openApp: createApp });
  addLive(app, { ...playtests, clock, heartbeatMs });
  addService(app, { withToken: token !== undefined, command });
  addViewer(app, { folder: viewer });
  return {
    app,
    async close() {
      await Promise.all([checker.close(), calibrator.close(), jobs.close()]);
      playtests.close();
    },
  };
}

const INFO = {
  openapi: "3.1.0",
  info: {
    title: "Rehearse",
    version: "1",
    description:
      "Playtests of narrators, and test banks for a RAG system, over HTTP. Errors are `{error: {code, message, remedy}}`. If the server has a token, every request must carry it.",
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
