/** The commands, in the order of the help. A table, so that listing them loads none of them. */
import type { CommandEntry } from "./frame/index.ts";
import { operations } from "../operations/declared.ts";
import "../operations/library.ts";

const fromOperations: readonly CommandEntry[] = operations.map(({ name, group, summary, load }) => ({
  name,
  group,
  summary,
  load: async () => {
    const [{ operationCommand }, declaration] = await Promise.all([
      import("./operation/operation-command.ts"),
      load(),
    ]);
    return { default: operationCommand(declaration, summary) };
  },
}));

export const commands: readonly CommandEntry[] = [
  ...fromOperations,
  {
    name: "demo",
    group: "Workspace",
    summary: "A first look; needs no key",
    load: () => import("./commands/play/demo.ts"),
  },
  {
    name: "checkpoint",
    summary: "Print the whole state after a turn",
    load: () => import("./commands/play/checkpoint.ts"),
  },
  {
    name: "report",
    summary: "Rewrite a report, print an excerpt, or add up the costs",
    load: () => import("./commands/results/report.ts"),
  },
  {
    name: "judge",
    summary: "Score sessions with a model, by a rubric",
    load: () => import("./commands/reading/judge.ts"),
  },
  {
    name: "label",
    summary: "Add a person's scores, to calibrate judges",
    load: () => import("./commands/reading/label.ts"),
  },
  {
    name: "sessions",
    summary: "List sessions, or archive old ones",
    load: () => import("./commands/results/sessions.ts"),
  },
  {
    name: "observe",
    summary: "Find faults in a transcript from elsewhere, or reread a session",
    load: () => import("./commands/reading/observe.ts"),
  },
  {
    name: "serve",
    group: "Workspace",
    summary: "Viewer and HTTP API: sessions, matrices, checks",
    load: () => import("./commands/results/serve.ts"),
  },
  {
    name: "export",
    summary: "Export a session, experiment or check as one HTML file",
    load: () => import("./commands/results/export.ts"),
  },
  {
    name: "init",
    group: "Workspace",
    summary: "Create a workspace: config, a story, a prompt, a bank",
    load: () => import("./commands/setup/init.ts"),
  },
];
