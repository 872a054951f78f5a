/** Nobody sees a server spend: what is known to cost money needs a limit, of the server, the request or the stored run. */
import { HarnessError, optionText } from "../../kernel/errors/index.ts";
import type { Previewed } from "../../operations/run-operation.ts";

/** The data of a preview, as far as its cost goes. */
type Planned = {
  known?: { high: number };
  estimate?: { known: { high: number } };
  budget?: number;
  config?: { budget?: number };
};

/** Undefined: it has a budget or needs none, or other problems are to be solved first. */
export function missingBudget({ data, problems }: Previewed): HarnessError | undefined {
  const { known, estimate, budget, config } = data as Planned;
  const cost = (estimate?.known ?? known)?.high ?? 0;
  if (cost === 0 || (budget ?? config?.budget) !== undefined || problems.length > 0) return undefined;
  return new HarnessError({
    code: "missing-option",
    option: "budget",
    message: `${optionText("budget")} is missing: the server has none, and this costs money.`,
    remedy: "Give the most it may cost in USD, or start the server with a budget.",
  });
}
