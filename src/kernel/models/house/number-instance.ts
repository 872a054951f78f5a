import type { Dice } from "../../dice/index.ts";
import type { JsonSchema } from "./json-schema.ts";
import { leastCommonMultiple } from "./schema-merge.ts";
import { SchemaUnmet } from "./schema-unmet.ts";

/** Generators bound every integer by what a double can hold: bounds this far out say nothing about the number meant. */
const unbounded = 1e9;
const slack = 1e-9;

/** A number the schema allows: a small round one where it leaves the choice. */
export function numberInstance(schema: JsonSchema, dice: Dice): number {
  const [low, high] = window(schema);
  for (const step of steps(schema, high - low)) {
    // 0.07 / 0.01 is a little more than 7: without some slack, a bound would not count as a multiple of itself.
    const first = Math.ceil(low / step - slack);
    const count = Math.floor(high / step + slack) - first + 1;
    if (count < 1) continue;
    const start = dice.int(Math.min(count, Number.MAX_SAFE_INTEGER));
    // An excluded bound takes one candidate at either end: then its neighbour stands in.
    for (const offset of [start, (start + 1) % count, (start + 2) % count]) {
      const value = clean((first + offset) * step, step);
      if (numberAllowed(schema, value)) return value;
    }
  }
  const between = [low, high, (low + high) / 2].find(
    (value) => schema.multipleOf === undefined && !isWhole(schema) && numberAllowed(schema, value),
  );
  if (between !== undefined) return between;
  throw new SchemaUnmet(
    `no number lies between ${low} and ${high}${schema.multipleOf === undefined ? "" : ` that is a multiple of ${schema.multipleOf}`}`,
  );
}

export function numberAllowed(schema: JsonSchema, value: number): boolean {
  const { minimum = -Infinity, maximum = Infinity, exclusiveMinimum, exclusiveMaximum } = schema;
  return (
    value >= minimum &&
    value <= maximum &&
    (typeof exclusiveMinimum !== "number" || value > exclusiveMinimum) &&
    (typeof exclusiveMaximum !== "number" || value < exclusiveMaximum)
  );
}

function window({
  minimum,
  maximum,
  exclusiveMinimum,
  exclusiveMaximum,
  multipleOf = 0,
}: JsonSchema): [low: number, high: number] {
  const bounds = (...given: unknown[]) => given.filter((bound) => typeof bound === "number");
  const low = Math.max(-Infinity, ...bounds(minimum, exclusiveMinimum));
  const high = Math.min(Infinity, ...bounds(maximum, exclusiveMaximum));
  const reach = Math.max(100, multipleOf * 3);
  if (low > -unbounded) return [low, high < unbounded ? high : Math.min(low + reach, high)];
  return high < unbounded ? [Math.max(low, high > 0 ? 0 : high - reach), high] : [0, reach];
}

/** How far apart candidates stand: as asked, or as coarse as the window allows. */
function steps(schema: JsonSchema, width: number): number[] {
  const { multipleOf } = schema;
  if (multipleOf !== undefined) return [isWhole(schema) ? leastCommonMultiple(1, multipleOf) : multipleOf];
  return isWhole(schema) ? [1] : [...(width >= 10 ? [0.5] : []), 0.01, 1e-4, 1e-6, 1e-9];
}

const isWhole = ({ type }: JsonSchema) => type === "integer";

/** 3 × 0.1 is 0.30000000000000004 until it is rounded. */
const clean = (value: number, step: number) =>
  Number.isInteger(step) ? value : Number(value.toPrecision(12));
