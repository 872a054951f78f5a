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
  const remedy =
    "Name a model with --observer, such as --observer haiku; `rehearse models` lists them. An estimate (--dry-run) needs no key.";
  if (name === undefined)
    throw new HarnessError({ code: "missing-flag", message: `${command} needs a reader.`, remedy });
  if (name === "none")
    throw new HarnessError({
      code: "wrong-model-kind",
      message: `${command} does not accept --observer none.`,
      remedy,
    });
  const model = harness.casting.modelFor("observer", { asked: name });
  if (model.kind === "language" && (model.provider !== "house" || (house && name === "house"))) return model;
  throw new HarnessError({
    code: "wrong-model-kind",
    message:
      model.provider === "house"
        ? `--observer ${name} works only on sessions that a house narrator played in Rehearse.`
        : `${model.label} cannot read transcripts.`,
    remedy,
  });
}
