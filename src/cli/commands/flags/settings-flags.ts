/** Flags of every command that may call a model, and the config that follows from them. */
import { type Config, loadConfig } from "../../../config.ts";
import { guideForm } from "../../../contract/index.ts";
import { seedIn } from "../../../kernel/dice/index.ts";

export const settingsFlags = {
  config: { type: "string", value: "FILE", help: "A settings file other than rehearse.config.ts or .mts." },
  via: {
    type: "choice",
    choices: ["direct", "openrouter"],
    help: "openrouter: reach every model that OpenRouter has through it.",
  },
  oneKey: {
    type: "string",
    value: "PROVIDER",
    optionalValue: "auto",
    help: "Use one provider's models for every role; auto: the provider whose key is set.",
  },
} as const;

export const budgetFlag = (help: string) => ({ type: "number", value: "USD", min: 0.000001, help }) as const;

export const guideFlag = {
  guide: {
    type: "choice",
    choices: guideForm.options,
    help: "How the narrator gets the guide: notes (default; current beats sent each turn) or full (the whole guide at once).",
  },
} as const;

export const classifierFlag = {
  classifier: {
    type: "string",
    value: "MODEL",
    help: "The model that classifies the narrator's output. none: the narrator's own markers only.",
  },
} as const;

export const observerFlag = {
  observer: {
    type: "string",
    value: "MODEL",
    help: "The reader, which finds mistakes in each turn: a model name, none, or house (reports only faults planted by the house cast).",
  },
} as const;

type Given = {
  config?: string;
  via?: string;
  oneKey?: string;
  budget?: number;
  seed?: string;
  guide?: string;
};

export function configFrom({ config, via, oneKey, budget, seed, guide }: Given): Promise<Config> {
  return loadConfig({
    file: config,
    flags: {
      via,
      oneKey: oneKey === "auto" ? true : oneKey,
      budget,
      seed: seed === undefined ? undefined : seedIn(seed),
      guide,
    },
  });
}

export const judgeFlags = {
  judge: {
    type: "string",
    value: "MODEL",
    help: "The model that judges the session at its end, within the budget; its scores count. auto: a model of another family than the narrator's. none: no judge. Default: auto if a model reads the session, and its scores are shown but do not count.",
  },
  rubric: {
    type: "string",
    value: "FILE",
    help: "The judge's rubric. Default: rubrics/default.json.",
  },
} as const;
