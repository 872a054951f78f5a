/** The HTTP API: what the suites do, for programs and browsers. */
export { createApp, type App, type AppOptions } from "./create-app.ts";
export { serve, type RunningServer, type ServeOptions } from "./serve.ts";
