import { createApp } from "./create-app.ts";
import { writePage, type ExportedPage, type ExportOptions } from "./export/index.ts";

/** One HTML file of a session, a matrix, an A/B test, a bisection or a check. */
export const exportPage = (options: ExportOptions): Promise<ExportedPage> => writePage(options, createApp);
