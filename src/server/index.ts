/** The HTTP API: what the suites do, for programs and browsers. */
export { createApp, type App, type AppOptions } from "./create-app.ts";
export { exportPage, type ExportedPage } from "./export/index.ts";
export { serve, type RunningServer, type ServeOptions } from "./serve.ts";
