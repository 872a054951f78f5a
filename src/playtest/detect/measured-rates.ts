/** What `bench detectors` found when it was last run over everything: data, made by `node benches/detector-rates.ts`. */
import { detectorRecord, type DetectorRecord } from "../../contract/index.ts";
import { HarnessError } from "../../kernel/errors/index.ts";
import stored from "./measured-rates.json" with { type: "json" };

let known: DetectorRecord | undefined;

/** As stored; read once. */
export const measuredRates = (): DetectorRecord => (known ??= readRates(stored));

export function readRates(value: unknown): DetectorRecord {
  const { data, error } = detectorRecord.safeParse(value);
  if (data) return data;
  const problems = error.issues
    .slice(0, 5)
    .map(({ path, message }) => `  ${path.join(".") || "the whole"}: ${message}`);
  throw new HarnessError({
    code: "bad-rates",
    message: ["measured-rates.json has no rates of the detectors:", ...problems].join("\n"),
    remedy: "Install the package again; in a copy of the source, run node benches/detector-rates.ts.",
  });
}
