/**
 * The HTTP API as a value: no port is needed to try it.
 *
 *     const { app, close } = createApp({ harness, place: { host: "127.0.0.1", port: () => 80 } });
 *     await app.request("http://127.0.0.1/healthz");
 */
import { OpenAPIHono } from "@hono/zod-openapi";
import type { Harness } from "../kernel/run/index.ts";
import { wishFrom, type Asked } from "../retrieval/index.ts";
import { createCalibrator } from "./calibrator.ts";
import { createChecker, createCheckRuns } from "./check/index.ts";
import { openPlaytests } from "./playtest/index.ts";
import { limitBody, refuseForeign, requireToken, safeHeaders, type Place } from "./guard/index.ts";
import { problemOf } from "./problem-of.ts";
import { Refusal } from "./refusal.ts";
import { refuseInvalid } from "./refuse-invalid.ts";
import {
  addCalibrate,
  addCheckRuns,
  addPlaytests,
  addResults,
  addRetrieval,
  addService,
  addTestHarness,
} from "./routes/index.ts";
import { addViewer } from "./viewer/index.ts";

export type AppOptions = {
  harness: Harness;
  /** Banks, knowledge base, results and the system under test, where they are not the settings'. */
  folders?: Asked;
  /** The folder whose sessions, matrices, A/B tests and bisections are shown; otherwise the one the process is in. */
  workspace?: string;
  /** The built viewer, where it is not the one that comes with the package. */
  viewer?: string;
  place: Place;
  /** Everybody must know it. */
  token?: string;
  /** Told of errors that are nobody's fault but ours. */
  onBug?: (error: unknown) => void;
  heartbeatMs?: number;
  /** How many events of a run are kept for listeners who come back. */
  bufferedEvents?: number;
};

export type App = { readonly app: OpenAPIHono; /** Stops what runs, resumably. */ close(): Promise<void> };

export function createApp({
  harness: given,
  folders = {},
  workspace = ".",
  viewer,
  place,
  token,
  onBug = () => {},
  heartbeatMs = 15_000,
  bufferedEvents,
}: AppOptions): App {
  const harness = { ...given, workspace };
  const { clock } = harness;
  const checker = createChecker({ harness, folders });
  const calibrator = createCalibrator({ harness, folders });
  const runs = createCheckRuns({ checker, clock, onBug, buffered: bufferedEvents });

  const playtests = openPlaytests({ harness, workspace, onBug, bufferedEvents });

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
        code: "not-found",
        message: `There is no ${c.req.method} ${c.req.path.slice(0, 200)}.`,
        remedy: "/openapi.json lists what there is.",
      }),
    );
    return c.json(body, status);
  });
  app.use(safeHeaders);
  app.use(refuseForeign(place));
  if (token !== undefined) app.use(requireToken(token, place));
  app.use(limitBody);

  addTestHarness(app, checker);
  addCalibrate(app, calibrator);
  addCheckRuns(app, { runs, checker, clock, heartbeatMs });
  const wish = wishFrom(harness.settings.retrieval, folders);
  addResults(app, wish.results);
  addRetrieval(app, { wish, checker, clock });
  addPlaytests(app, playtests, { harness, heartbeatMs });
  addService(app, { withToken: token !== undefined });
  addViewer(app, { folder: viewer });
  return {
    app,
    close: async () => void (await Promise.all([checker.close(), calibrator.close(), playtests.close()])),
  };
}
