import type { ReplayRequest } from "../../../src/contract/index.ts";

/** A filled-in form as the API takes it: what is left as it is, is left out. */
export function replayOf({
  session,
  turn,
  form,
  own,
}: {
  session: string;
  turn: number;
  form: FormData;
  own: string;
}): ReplayRequest {
  const text = (name: string): string => {
    const value = form.get(name);
    return typeof value === "string" ? value : "";
  };
  const number = (name: string): number | undefined => (text(name) === "" ? undefined : Number(text(name)));
  const prompt = text("prompt");
  const [turns, budget, narrator] = [number("turns"), number("budget"), text("narrator")];
  return {
    session,
    turn,
    times: number("times") ?? 1,
    ...(prompt === own ? { promptText: text("promptText") } : prompt !== "" && { prompt }),
    ...(narrator !== "" && { narrator }),
    ...(turns !== undefined && { turns }),
    ...(budget !== undefined && { budget }),
  };
}
