/** Options that several operations share, each declared once. Spread a group into an operation's input, or pick from it. */
import { z } from "zod";
import { guideForm, type SettingsInput } from "../contract/index.ts";
import { seedIn } from "../kernel/dice/index.ts";
import { optionText } from "../kernel/errors/index.ts";

export const model = (description: string) =>
  z.string().min(1).optional().meta({ description, value: "MODEL" });

/** Longer names and paths are refused before the first call: some operations write only at their end. Bytes. */
const LONGEST_NAME = 255;
const LONGEST_PATH = 4_095;

const bytes = (text: string): number => Buffer.byteLength(text);

/** No file and no prompt can have them. */
export const withoutNul = (text: z.ZodString) =>
  text.refine((value) => !value.includes("\0"), { error: "must not contain NUL characters." });

/** The path of a file or a folder. */
export const path = () =>
  withoutNul(z.string().min(1))
    .refine((text) => bytes(text) <= LONGEST_PATH, { error: `is a path of more than ${LONGEST_PATH} bytes.` })
    .refine((text) => text.split(/[/\\]/).every((name) => bytes(name) <= LONGEST_NAME), {
      error: `contains a name of more than ${LONGEST_NAME} bytes.`,
    });

export const folder = (description: string) => path().meta({ description, value: "DIR" });
export const file = (description: string) => path().meta({ description, value: "FILE" });

export const list = (description: string, value = "A,B") =>
  z.array(z.string().min(1)).min(1).optional().meta({ description, value });

export const flag = (description: string) => z.boolean().optional().meta({ description });

export const whole = (least: number, most?: number) => {
  const from = z.int().min(least);
  return most === undefined ? from : from.max(most);
};

/** Options of everything that may call a model. */
export const runOptions = {
  config: z
    .union([path(), z.custom<SettingsInput>((value) => typeof value === "object" && value !== null)])
    .optional()
    .meta({
      description: "A settings file other than rehearse.config.ts or .mts.",
      value: "FILE",
      also: "`SettingsInput`",
      section: "common",
    }),
  budget: z.number().positive().optional().meta({
    description: "The most it may cost, including resumes. Default: the settings' budget.",
    value: "USD",
    section: "common",
    setting: "budget",
  }),
  record: path()
    .optional()
    .meta({
      description: `Record all answers in this folder, for ${optionText("recording")}.`,
      value: "DIR",
      section: "common",
    }),
  recording: path().optional().meta({
    description: "Replay the answers recorded in this folder: no requests, no key, no cost.",
    value: "DIR",
    section: "common",
  }),
};

/** It is stored with everything that it shapes, and shown. Characters. */
const LONGEST_SEED = 200;
export const seed = z
  .union([z.string().min(1).max(LONGEST_SEED), z.int()])
  .transform(seedIn)
  .optional()
  .meta({
    description:
      "The seed for everything random: any number or text. Default: the settings' seed, or a new one, which is printed.",
    value: "SEED",
    setting: "seed",
  });

export const guide = guideForm.optional().meta({
  description:
    "How the narrator gets the guide: notes (default: the current beats, each turn) or full (all of it at once).",
  setting: "guide",
});

export const maxTurns = whole(3)
  .optional()
  .meta({ description: "Maximum number of turns. Default: 100.", value: "N" });

export const allowNarrator = z.array(z.string().min(1)).optional().meta({
  description: "Allow the module or address that a stored session names as its narrator, if you trust it.",
  value: "PATH|URL",
  whole: true,
});

/** The models besides the narrator. */
export const modelOptions = {
  playerModel: model("One model for all players. Default: each archetype's own."),
  classifier: model(
    "The model that classifies the narrator's output. none: the narrator's own markers only.",
  ),
  observer: model(
    "The reader, which finds mistakes: a model, none, or house (finds only what the house cast planted).",
  ),
  judge: model(
    "The model that scores the finished session. If you name it here, its scores count in overall. " +
      "auto: a model from a different family than the narrator's. none: no judge. " +
      "Default: auto if a model reads the session, and its scores do not count.",
  ),
};

export const concurrency = (usual: number) =>
  whole(1, 500)
    .default(usual)
    .meta({ description: "How many sessions run at once, within the providers' limits.", value: "N" });

/** Sessions or replays played at once: enough to keep several providers busy. */
export const USUAL_CONCURRENCY = 10;
