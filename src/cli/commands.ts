/** The commands, in the order of the help. A table, so that listing them loads none of them. */
import type { CommandEntry } from "./frame/index.ts";
import { operations } from "../operations/declared.ts";
import "../operations/library.ts";
import "../export/index.ts";

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
    name: "serve",
    group: "Workspace",
    summary: "Viewer and HTTP API: sessions, matrices, checks",
    load: () => import("./commands/results/serve.ts"),
  },
  {
    name: "init",
    group: "Workspace",
    summary: "Create a workspace: config, a story, a prompt, a bank",
    load: () => import("./commands/setup/init.ts"),
  },
];
