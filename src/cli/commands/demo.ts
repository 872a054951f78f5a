/** A first look on a fresh machine: no key, no network, no cost. */
import { join } from "node:path";
import { z } from "zod";
import { systemClock } from "../../kernel/clock/index.ts";
import { createHarness } from "../../kernel/run/index.ts";
import { defineCommand, terminalText } from "../frame/index.ts";
import { costTable } from "./cost.ts";
import { modelTable, ready } from "./models.ts";
import { newRunFolder } from "./new-run-folder.ts";
import { configFrom } from "./settings-flags.ts";

const scene = z.object({
  place: z.string().min(3).describe("Where it is"),
  mood: z.enum(["calm", "tense", "eerie", "merry"]),
  exits: z.array(z.string().min(3)).min(1).max(3),
});

export default defineCommand({
  name: "demo",
  summary: "A first look, without any key",
  description: "Shows the catalog and makes one structured call on an embedded model, through the same gateway that every call takes.",
  flags: {
    out: { type: "string", value: "DIR", default: "calls", help: "Where the run folder is made." },
    json: { type: "boolean", help: "Print one JSON document." },
  },
  examples: [{ command: "rehearse demo", does: "Look around." }],
  async run({ flags, io, signal }) {
    const config = await configFrom({});
    const harness = createHarness(config);
    const run = await harness.openRun(newRunFolder(flags.out, "demo", systemClock.date()));
    try {
      const { object } = await run.gateway.object({
        call: "demo/scene",
        role: "narrator",
        model: harness.catalog.resolve("house"),
        instructions: "You describe places for a group of players.",
        messages: [{ role: "user", content: "The bus stops at the edge of a fishing town at dusk. Describe the scene." }],
        schema: scene,
        signal,
      });
      const totals = run.journal.totals();
      if (flags.json) return io.json({ model: "house/plain", object, dir: run.dir, totals });
      const title = (text: string) => io.style("bold", text);
      io.out(`${title("The models that Rehearse knows")} (rehearse models)\n`);
      io.out(modelTable(harness.catalog, (model) => ready(model, config.connections)));
      io.out(`${title("One structured call on an embedded model")} (an actor with a script: nothing it says is evidence about a prompt)\n`);
      io.out(`${terminalText(JSON.stringify(object, null, 2))}\n`);
      io.out(`${title("What it cost")} (rehearse cost ${run.dir})\n`);
      io.out(`${costTable(totals, "role")}\n`);
      io.out(`Every attempt is a line in ${join(run.dir, "calls.jsonl")}. With a key, or a local server, the same door leads to real models:`);
      io.out('  npx -y pnpm@12 rehearse ask "Say hello" --model opus-4.5 --budget 0.05');
    } finally {
      await run.close();
      await harness.close();
    }
  },
});
