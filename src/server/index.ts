/** The HTTP API: what the suites do, for programs and browsers. */
export { createApp } from "./create-app.ts";
export { exportPage } from "./exported-page.ts";
export { serve, type RunningServer, type ServeOptions } from "./serve.ts";
