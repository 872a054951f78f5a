import type { Call } from "./call.ts";

/** Where an answer came from. */
export type Source = "model" | "journal" | "reused";
/** An answer as it is stored: its schema has passed it. */
export type Obtained = { stored: unknown; source: Source };
export type Obtain = <Value>(call: Call<Value>) => Promise<Obtained>;

export function reads({ read }: { read(stored: unknown): unknown }, stored: unknown): boolean {
  try {
    read(stored);
    return true;
  } catch {
    return false; // The schema's own word for "no".
  }
}
