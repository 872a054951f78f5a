/** The forms of the start page as requests of the API. Empty fields are left out: the server has the defaults. */

/** What is still to be chosen, in words. */
export type Incomplete = { missing: string };
export type Read = Record<string, unknown> | Incomplete;
export const isIncomplete = (read: Read): read is Incomplete =>
  "missing" in read && typeof read["missing"] === "string";

const fieldsOf = (form: FormData) => {
  const text = (name: string): string => {
    const value = form.get(name);
    return typeof value === "string" ? value.trim() : "";
  };
  const all = (name: string): string[] =>
    form.getAll(name).filter((value): value is string => typeof value === "string" && value !== "");
  return { text, all };
};

/** Only the fields that are filled in, under their own names. */
const filled = (
  form: FormData,
  { texts = [], numbers = [] }: { texts?: readonly string[]; numbers?: readonly string[] },
): Record<string, string | number> => {
  const { text } = fieldsOf(form);
  return Object.fromEntries([
    ...texts.flatMap((name) => (text(name) === "" ? [] : [[name, text(name)] as const])),
    ...numbers.flatMap((name) => (text(name) === "" ? [] : [[name, Number(text(name))] as const])),
  ]);
};

const CAST = ["observer", "judge", "playerModel", "classifier", "guide", "seed"];

export const playOf = (form: FormData): Read =>
  filled(form, {
    texts: ["story", "prompt", "narrator", ...CAST],
    numbers: ["players", "maxTurns", "budget"],
  });

/** The size that means "stories and prompts of your own". */
export const CHOSEN = "chosen";

export function matrixOf(form: FormData): Read {
  const { text, all } = fieldsOf(form);
  const rest = filled(form, {
    texts: [...CAST],
    numbers: ["sessions", "maxTurns", "concurrency", "budget"],
  });
  const narrators = all("narrators");
  if (text("size") !== CHOSEN) return { preset: text("size"), narrators, ...rest };
  const [stories, prompts] = [all("stories"), all("prompts")];
  if (stories.length === 0) return { missing: "Choose at least one story." };
  if (prompts.length === 0) return { missing: "Choose at least one prompt." };
  return { stories, prompts, narrators, ...rest };
}

export type Checkpoint = { session: string; turn: number };

/** `SESSION@TURN`. The id of a session may contain the sign too. */
export function checkpointIn(text: string): Checkpoint | null {
  const [, session, turn] = /^(.+)@(\d{1,6})$/.exec(text) ?? [];
  return session === undefined ? null : { session, turn: Number(turn) };
}
export const checkpointText = ({ session, turn }: Checkpoint): string => `${session}@${turn}`;

export function abOf(form: FormData): Read {
  const { text, all } = fieldsOf(form);
  const checkpoints = all("checkpoint").flatMap((each) => checkpointIn(each) ?? []);
  const arm = (name: "a" | "b") =>
    Object.fromEntries(
      ["prompt", "narrator", "guide"].flatMap((key) => {
        const value = text(`${name}.${key}`);
        return value === "" ? [] : [[key, value] as const];
      }),
    );
  const b = arm("b");
  if (checkpoints.length === 0) return { missing: "Choose a turn of a session to start from." };
  if (Object.keys(b).length === 0) return { missing: "Choose what B changes." };
  return {
    checkpoints,
    a: arm("a"),
    b,
    ...filled(form, { texts: ["observer"], numbers: ["turns", "pairs", "concurrency", "budget"] }),
  };
}

export function checkOf(form: FormData): Read {
  const { all } = fieldsOf(form);
  const banks = all("banks");
  if (banks.length === 0) return { missing: "Choose at least one bank." };
  return { banks, ...filled(form, { texts: ["target", "baseline"] }) };
}
