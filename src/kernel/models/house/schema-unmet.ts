import { HarnessError } from "../../errors/index.ts";

/** Nothing can be made that the schema allows, by the ways known here: the search tries another branch, or gives up with this. */
export class SchemaUnmet extends HarnessError {
  constructor(what: string) {
    super({
      code: "house-schema-unmet",
      message: `No instance can be made for the JSON schema: ${what}.`,
      remedy: "Loosen the schema, or give this call a house member that answers it itself.",
    });
  }
}

/** How many dead ends a search may meet before it stops trying other ways: their number can grow without end. */
export type Patience = { left: number };

/** The first option that can be met; every other failure is passed on. */
export function firstMet<Option, Value>(
  options: readonly Option[],
  patience: Patience,
  attempt: (option: Option) => Value,
): Value {
  let last: SchemaUnmet | undefined;
  for (const option of options) {
    try {
      return attempt(option);
    } catch (error) {
      if (!(error instanceof SchemaUnmet) || patience.left <= 0) throw error;
      patience.left -= 1;
      last = error;
    }
  }
  throw last ?? new SchemaUnmet("it has no branches");
}
