/** The reader of `observe` and `bench observer`: which model reads, and what that will cost. */
import { HarnessError } from "../../../kernel/errors/index.ts";
import type { ResolvedModel } from "../../../kernel/models/index.ts";
import { counted } from "../../../kernel/report/index.ts";
import type { Harness } from "../../../kernel/run/index.ts";
import type { ReadingEstimate } from "../../../playtest/index.ts";

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

export function estimateText({ turns, calls, input, output, usd }: ReadingEstimate, model: string): string {
  const range = ({ low, high }: { low: number; high: number }) => `${numberText(low)} to ${numberText(high)}`;
  const price = usd ? `about $${usd.low.toFixed(3)} to $${usd.high.toFixed(3)}` : "price unknown";
  return `${counted(turns, "turn")} read by ${model}: ${range(calls)} calls, about ${range(input)} tokens in, ${range(output)} out, ${price}.`;
}

export const numberText = (value: number | null): string =>
  value === null ? "-" : Math.round(value).toLocaleString("en");
