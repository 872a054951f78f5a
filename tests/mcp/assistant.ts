/** An assistant's client beside a real `rehearse mcp`, and what it sent and got. */
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { main } from "../support/cli/rehearse-process.ts";

export type Called = { text: string; isError: boolean };
export type Progress = { progress: number; total?: number | undefined; message?: string | undefined };

export type Assistant = AsyncDisposable & {
  client: Client;
  call(name: string, args: Record<string, unknown>, onProgress?: (news: Progress) => void): Promise<Called>;
  /** Every call and its answer, as JSON. */
  readonly exchanged: string[];
};

export async function assistantIn(cwd: string): Promise<Assistant> {
  const client = new Client({ name: "tests", version: "1" });
  const env = { NODE_COMPILE_CACHE: join(tmpdir(), "node-compile-cache") };
  await client.connect(
    new StdioClientTransport({
      command: process.execPath,
      args: [main, "mcp"],
      cwd,
      env,
      stderr: "ignore",
    }),
  );
  const exchanged: string[] = [];
  return {
    client,
    exchanged,
    async call(name, args, onprogress) {
      const result = await client.callTool({ name, arguments: args }, { onprogress });
      exchanged.push(JSON.stringify({ name, args }), JSON.stringify(result));
      const text = result.content.map((block) => (block.type === "text" ? block.text : "")).join("\n");
      return { text, isError: result.isError === true };
    },
    [Symbol.asyncDispose]: () => client.close(),
  };
}

/** Settings that name a narrator of one's own: it takes its time, and prints. */
export function folderWithOwnNarrator(): string {
  const cwd = mkdtempSync(join(tmpdir(), "own-narrator-"));
  writeFileSync(
    join(cwd, "rehearse.config.mjs"),
    `console.log("settings");
export default { budget: 2, models: { slow: { provider: "outside", id: "./slow.mjs" } } };`,
  );
  writeFileSync(
    join(cwd, "slow.mjs"),
    `import { setTimeout as delay } from "node:timers/promises";
const scenes = \`Rain beats on a shuttered inn. A lantern swings by the gate.
Wolves answer each other beyond some frozen ridge.
Smoke rises where nobody should have lit any fire.
An old ferryman counts copper coins twice.
Your map ends halfway through this marsh.
Bells ring below, slow as breathing.
Three ravens follow everyone uphill.
Somebody painted fresh numbers over every door.
Salt crusts around their silver locks.
Under ivy, seven steps lead down.
Thunder rolls; horses refuse to move.
Dawn finds you alone with one oar.\`.split("\\n");
export default async ({ turn }) => {
  console.log("a turn");
  await delay(150);
  return { text: scenes[turn - 1] };
};`,
  );
  return cwd;
}

export const slowSession = {
  narrator: "slow",
  playerModel: "house",
  classifier: "none",
  observer: "none",
  judge: "none",
  maxTurns: 12,
  budget: 1,
};
