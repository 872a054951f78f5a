/** One call through the whole gateway: to try a key, a model, a schema, a price. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { role as roles } from "../../../contract/index.ts";
import { systemClock } from "../../../kernel/clock/index.ts";
import { HarnessError } from "../../../kernel/errors/index.ts";
import { costCautions } from "../../../kernel/journal/index.ts";
import { localPriceNotes, type PromptMessage } from "../../../kernel/models/index.ts";
import { counted, noteLine } from "../../../kernel/report/index.ts";
import { createHarness, type Run } from "../../../kernel/run/index.ts";
import { fileError, newRunFolder } from "../../../kernel/store/index.ts";
import { defineCommand, terminalText } from "../../frame/index.ts";
import { sayRetry } from "../harness/retry-notice.ts";
import { budgetFlag, configFrom, settingsFlags } from "../flags/settings-flags.ts";

export default defineCommand({
  name: "ask",
  summary: "Make one call to one model, to try a key",
  description:
    "Sends one question like every other call: with journal, retries, limits and budget.\n\n" +
    "With --run DIR the same question asked again is answered from the journal and costs nothing.",
  args: { positionals: [{ name: "question", help: "What to ask.", required: true }] },
  flags: {
    model: {
      type: "string",
      value: "NAME",
      help: "A name of `rehearse models`, or provider/model-id. Without it, the role's model; without a role, house.",
    },
    role: { type: "choice", choices: roles.options, help: "The role to ask in: sets model and output cap." },
    instructions: { type: "string", value: "TEXT", help: "The system prompt." },
    schema: { type: "string", value: "FILE", help: "A JSON schema that the answer must fit." },
    maxOutput: { type: "integer", value: "TOKENS", min: 1, help: "The maximum length of the answer." },
    budget: budgetFlag("The maximum cost in this folder."),
    seed: { type: "string", value: "SEED", help: "The seed for embedded models." },
    out: {
      type: "string",
      value: "DIR",
      default: "calls",
      help: "The folder in which this call's folder is created.",
    },
    run: { type: "string", value: "DIR", help: "Use this folder instead." },
    reuse: {
      type: "boolean",
      help: "Keep the answer for later runs, and use one kept by an earlier run.",
    },
    ...settingsFlags,
    json: { type: "boolean", help: "Print one JSON document." },
  },
  examples: [
    { command: 'rehearse ask "Say hello"', does: "On the embedded model: no key, no cost." },
    {
      command: 'rehearse ask "Say hello" --model opus-4.5 --budget 0.05',
      does: "Try a key, for at most five cents.",
    },
    {
      command: 'rehearse ask "Name a town" --model local/llama3.2 --schema town.json',
      does: "A structured answer from a local server.",
    },
  ],
  async run({ flags, positionals: [question], io, signal }) {
    const config = await configFrom(flags);
    const harness = createHarness({ ...config, onRetry: sayRetry(io) });
    const role = flags.role ?? "narrator";
    const model = harness.casting.modelFor(role, {
      asked: flags.model ?? (flags.role === undefined && config.oneKey === undefined ? "house" : undefined),
    });
    const schema = flags.schema === undefined ? undefined : readSchema(flags.schema);
    if (model.kind !== "language")
      throw new HarnessError({
        code: "wrong-model",
        message: `"${model.name}" (${model.label}) is a model for ${model.kind} and cannot answer questions.`,
        remedy: "`rehearse models` lists what each model does.",
      });
    if (question.trim() === "")
      throw new HarnessError({
        code: "bad-value",
        message: "The question is empty.",
        remedy: 'rehearse ask "Say hello"',
      });
    harness.requireReady([{ role, model }]);

    const run = await harness.openRun(flags.run ?? newRunFolder(flags.out, "ask", systemClock.date()));
    try {
      for (const note of run.notes) io.warn(noteLine(note));
      const messages: PromptMessage[] = [{ role: "user", content: question }];
      const ask = {
        call: "ask/0",
        role,
        model,
        instructions: flags.instructions,
        messages,
        maxOutput: flags.maxOutput,
        reuse: flags.reuse,
        signal,
      };
      const reply =
        schema === undefined ? await run.gateway.text(ask) : await run.gateway.object({ ...ask, schema });
      const text = "text" in reply ? reply.text : JSON.stringify(reply.object, null, 2);
      if (flags.json) {
        const answer = "text" in reply ? { text: reply.text } : { object: reply.object };
        return io.json({
          ...answer,
          model: model.label,
          answeredBy: reply.model,
          finish: reply.finish,
          source: reply.source,
          dir: run.dir,
          totals: run.journal.totals(),
          notes: [...harness.casting.notes(), ...localPriceNotes([model]), ...run.notes],
        });
      }
      io.out(terminalText(text));
      io.warn(closing(run, { source: reply.source, model: model.label }));
      const notes = [
        ...[...harness.casting.notes(), ...localPriceNotes([model])].map(noteLine),
        ...costCautions(run.journal.all()),
      ];
      for (const note of notes) io.warn(note);
    } catch (error) {
      if (error instanceof HarnessError && error.exit >= 3)
        io.warn(`The journal is in ${run.dir}. To resume, repeat the command with --run ${run.dir}.`);
      throw error;
    } finally {
      await run.close();
      await harness.close();
    }
  },
});

function closing(run: Run, { source, model }: { source: string; model: string }): string {
  const { all } = run.journal.totals();
  const from =
    {
      model: "answered",
      journal: "from the journal, at no cost",
      reused: "reused from an earlier run, at no cost",
    }[source] ?? source;
  const money = all.unpriced > 0 ? "price unknown" : `$${all.cost.toFixed(6)}`;
  return `${model}: ${from}. ${counted(all.attempts, "attempt")}, ${all.tokens.input} + ${all.tokens.output} tokens, ${money} in ${join(run.dir, "calls.jsonl")}`;
}

function readSchema(file: string): z.ZodType {
  let text: string;
  try {
    text = readFileSync(file, "utf8");
  } catch (error) {
    throw fileError(error, { doing: "read", path: file });
  }
  try {
    return z.fromJSONSchema(JSON.parse(text) as Parameters<typeof z.fromJSONSchema>[0]);
  } catch (error) {
    throw new HarnessError({
      code: "bad-file",
      message: `${file} cannot be used as a JSON schema: ${error instanceof Error ? error.message : String(error)}`,
      remedy:
        'Use a file such as {"type":"object","properties":{"town":{"type":"string"}},"required":["town"]}.',
      cause: error,
    });
  }
}
