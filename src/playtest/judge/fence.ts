import { createHash } from "node:crypto";
import { visible } from "../../kernel/report/index.ts";

/**
 * Material for a judge is data, whatever it says. It stands between two marker lines that carry a number made of the
 * material itself; and each of its lines begins with `> `, which no marker and no heading does. So nothing that was
 * said in a session can end the material, begin another part, or speak as somebody else.
 */
export function fence(name: string, body: string): string {
  const id = markerFor(body);
  return [`===== BEGIN ${name} ${id} =====`, body, `===== END ${name} ${id} =====`].join("\n");
}

/** Whatever any reader takes for a line break begins a new line, and so gets its mark. */
const LINE_BREAK = /\r\n|[\n\r\v\f\u0085\u2028\u2029]/;

/** Somebody's words: every line marked. */
export const asData = (text: string): string =>
  text
    .split(LINE_BREAK)
    .map((line) => `> ${visible(line)}`.trimEnd())
    .join("\n");

/** A name in a heading of ours: one line, and no longer than a name. */
export const asName = (text: string): string =>
  visible(text)
    .split(LINE_BREAK)
    .join(" ")
    .replaceAll(/[[\]=]/g, "")
    .slice(0, 80);

function markerFor(body: string): string {
  for (let salt = 0; ; salt += 1) {
    const id = createHash("sha256").update(`${salt} ${body}`).digest("hex").slice(0, 16);
    if (!body.includes(id)) return id;
  }
}
