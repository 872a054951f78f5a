import type { Patience, Tangent } from "../../contract/index.ts";
import { mean } from "./mean.ts";

/** Fewer returns have no halves worth comparing. */
const FEWEST = 4;
/** Later returns that take a turn longer, or are a level worse, show that patience ran out. */
const WORSE = 1;

/** Over the returns in their order, as far as their quality is known. */
export function patienceOver(all: readonly Tangent[]): Patience | null {
  const returned = all.filter(({ segueQuality }) => segueQuality !== undefined);
  if (returned.length < FEWEST) return null;
  const half = Math.floor(returned.length / 2);
  const compare = (value: (tangent: Tangent) => number) => ({
    early: mean(returned.slice(0, half).map(value))!,
    late: mean(returned.slice(-half).map(value))!,
  });
  const turnsToReturn = compare(({ length }) => length);
  const quality = compare(({ segueQuality }) => segueQuality!);
  return {
    turnsToReturn,
    segueQuality: quality,
    degrades: turnsToReturn.late - turnsToReturn.early >= WORSE || quality.early - quality.late >= WORSE,
  };
}
