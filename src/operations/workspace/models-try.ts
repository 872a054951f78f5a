/** One call through the whole gateway: to try a key, a model, a price. */
import { z } from "zod";
import type { ModelAnswer } from "../../contract/index.ts";
import { callText, about, HarnessError } from "../../kernel/errors/index.ts";
import { costCautions } from "../../kernel/journal/index.ts";
import { localPriceNotes, type ResolvedModel } from "../../kernel/models/index.ts";
import { noteLine, dollars } from "../../kernel/report/index.ts";
import { newRunFolder } from "../../kernel/store/index.ts";
import { type Ran, operation } from "../declaration.ts";
import { folder, runOptions } from "../options.ts";
import { answer } from "../../kernel/verdict-words/index.ts";

type Plan = { model: ResolvedModel; question: string; out: string };

export default operation({
  name: "models try",
  description:
    "Sends one question like every other call, with journal, retries, limits and budget, and says what it cost.",
  input: z.strictObject({
    model: z.string().min(1).meta({ description: "A name of `rehearse models`, or provider/model-id." }),
    question: z
      .string()
      .min(1)
      .default("Say hello in one short sentence.")
      .meta({ description: "What to ask.", value: "TEXT" }),
    out: folder("The folder in which this call's folder is created.").default("calls"),
    config: runOptions.config,
    budget: runOptions.budget,
  }),
  arguments: ["model"],
  examples: [
    { input: { model: "house" }, says: "The scripted model: no key, no cost." },
    { input: { model: "opus-4.5", budget: 0.05 }, says: "Try a key, for at most five cents." },
  ],
  plan({ model: asked, question, out }, { harness }): Plan {
    const model = about("model", () => harness.casting.modelFor("narrator", { asked }));
    if (model.kind === "language") return { model, question, out };
    throw new HarnessError({
      code: "wrong-model",
      option: "model",
      message: `"${model.name}" (${model.label}) is a model for ${model.kind} and cannot answer questions.`,
      remedy: `${callText("models")} lists what each model does.`,
    });
  },
  ready: ({ model }, { harness }) => harness.requireReady([{ role: "narrator", model }]),
  async run({ model, question, out }, { harness, signal, on }): Promise<Ran<ModelAnswer>> {
    const run = await harness.openRun(newRunFolder(out, "try", harness.clock.date()));
    try {
      const { text, model: answeredBy } = await run.gateway.text({
        call: "try/0",
        role: "narrator",
        model,
        messages: [{ role: "user", content: question }],
        signal,
      });
      const totals = run.journal.totals();
      const notes = [...harness.casting.notes(), ...localPriceNotes([model])];
      for (const note of [...notes.map(noteLine), ...costCautions(totals.all)])
        on({ type: "note", level: "warning", text: note });
      return { result: { text, model: model.label, answeredBy, dir: run.dir, totals, notes } };
    } finally {
      await run.close();
    }
  },
  show: ({ text, model, dir, totals: { all } }) => [
    text,
    answer(`${model} answered.`, {
      facts: [
        { label: "Attempts", value: all.attempts },
        { label: "Tokens", value: `${all.tokens.input} in, ${all.tokens.output} out` },
        {
          label: "Cost",
          value: all.unpriced > 0 ? "unknown" : dollars(all.cost),
          note: `journal in ${dir}`,
        },
      ],
    }),
  ],
});
