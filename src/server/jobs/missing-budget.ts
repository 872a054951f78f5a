/** Nobody sees a server spend: what may cost money needs a limit, of the server, the request or the stored run. */
import { HarnessError, optionText } from "../../kernel/errors/index.ts";
import type { Previewed } from "../../operations/run-operation.ts";

/** `total` is null, or a model is listed, where a price is unknown. */
type Cost = { known: { high: number }; total?: object | null; unpriced?: readonly string[] };
/** The data of a preview, as far as its cost goes. */
type Planned = Partial<Cost> & {
  estimate?: Cost;
  budget?: number;
  config?: { budget?: number };
};

/** Undefined: it has a budget or needs none, or other problems are to be solved first. */
export function missingBudget({ data, problems }: Previewed): HarnessError | undefined {
  const { estimate, budget, config, ...planned } = data as Planned;
  const { known, total, unpriced = [] } = estimate ?? planned;
  const isUnknown = total === null || unpriced.length > 0;
  const isFree = !isUnknown && (known?.high ?? 0) === 0;
  if (isFree || (budget ?? config?.budget) !== undefined || problems.length > 0) return undefined;
  const cost = isUnknown ? "the cost is not known" : "this costs money";
  return new HarnessError({
    code: "missing-option",
    option: "budget",
    message: `${optionText("budget")} is missing: the server has none, and ${cost}.`,
    remedy: "Give the most it may cost in USD, or start the server with a budget.",
  });
}
