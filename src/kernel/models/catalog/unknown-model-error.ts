import { HarnessError, suggestion } from "../../errors/index.ts";

export class UnknownModelError extends HarnessError {
  constructor({ asked, known, why }: { asked: string; known: readonly string[]; why?: string }) {
    super({
      code: "unknown-model",
      message: [`Unknown model "${asked}".`, why, `Known: ${known.join(", ")}.`, suggestion(asked, known)]
        .filter(Boolean)
        .join(" "),
      remedy:
        "`rehearse models` lists the names; provider/model-id, openrouter/… and local/… reach any other model.",
    });
  }
}

/** An entry of the settings for a name that the catalog does not have, without saying which model it is. */
export class HalfKnownModelError extends HarnessError {
  constructor({ name, known }: { name: string; known: readonly string[] }) {
    super({
      code: "half-known-model",
      message: [
        `models["${name}"] is no model of the catalog, and says no provider and id of its own.`,
        suggestion(name, known),
      ]
        .filter(Boolean)
        .join(" "),
      remedy: `Write the name as the catalog has it, or: models: { "${name}": { provider: "local", id: "…" } }`,
    });
  }
}

/** A price without a word on output: unknown is not free. */
export class HalfPricedModelError extends HarnessError {
  constructor({ name }: { name: string }) {
    super({
      code: "half-priced-model",
      message: `models["${name}"].price says what input costs, and nothing about output.`,
      remedy: "Give both in USD per million tokens, 0 where it is free; in every tier too.",
    });
  }
}
