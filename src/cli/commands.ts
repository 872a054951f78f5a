/** The commands, in the order of the help. A table, so that listing them loads none of them. */
import type { Command, CommandEntry } from "./frame/index.ts";
import { operations } from "../operations/declared.ts";
import "../operations/library.ts";
import "../export/index.ts";

const own = (name: string, summary: string, load: () => Promise<{ default: Command }>): CommandEntry => ({
  name,
  group: "Workspace",
  summary,
  load: async () => (await load()).default,
});

export const commands: readonly CommandEntry[] = [
  ...operations.map(({ load, ...entry }) => ({
    ...entry,
    async load() {
      const [{ operationCommand }, declaration] = await Promise.all([
        import("./operation/operation-command.ts"),
        load(),
      ]);
      return operationCommand(declaration, entry.summary);
    },
  })),
  own("demo", "A first look; needs no key", () => import("./commands/demo.ts")),
  own("init", "Create a workspace: config, a story, a prompt, a bank", () => import("./commands/init.ts")),
  own("serve", "Viewer and HTTP API: sessions, matrices, checks", () => import("./commands/serve.ts")),
  own("mcp", "Tools for an assistant over stdio (Model Context Protocol)", () => import("./commands/mcp.ts")),
];
