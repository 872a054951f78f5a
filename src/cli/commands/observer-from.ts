import { HarnessError } from "../../kernel/errors/index.ts";
import type { ResolvedModel } from "../../kernel/models/index.ts";
import type { Harness } from "../../kernel/run/index.ts";

/** The model that reads: the one asked for, or the one that a recording was made with. */
export function observerFrom(
  harness: Harness,
  asked: string | undefined,
  { command, house = false }: { command: string; house?: boolean },
): ResolvedModel {
  const recorded = harness.recordings.manifest?.plan["observer"];
  const name = asked ?? (typeof recorded === "string" ? recorded : undefined);
  const remedy = "Name a model with --observer: `rehearse models` lists them.";
  if (name === undefined)
    throw new HarnessError({ code: "missing-flag", message: `${command} needs a model that reads.`, remedy });
  if (name === "none")
    throw new HarnessError({ code: "wrong-model-kind", message: "--observer none reads nothing.", remedy });
  const model = harness.casting.modelFor("observer", { asked: name });
  if (model.kind === "language" && (model.provider !== "house" || (house && name === "house"))) return model;
  throw new HarnessError({
    code: "wrong-model-kind",
    message:
      model.provider === "house"
        ? `--observer ${name} reads only what house narrators planted in sessions played here.`
        : `${model.label} cannot read transcripts.`,
    remedy,
  });
}
