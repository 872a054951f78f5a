/** Crisis phrases as people write them, and benign messages that sound alike. */
import { readFileSync } from "node:fs";
import { join } from "node:path";

const text = readFileSync(join(import.meta.dirname, "../fixtures/crisis-phrases.txt"), "utf8");
const part = (name: string): string[] => text.split(`[${name}]\n`)[1]!.split("\n\n")[0]!.trim().split("\n");

export const phrases = { crisis: part("crisis"), signal: part("signal"), benign: part("benign") };
