import { HarnessError } from "../errors/index.ts";

/** Why: names of runs, stories and banks come from people and files, and become file names on any system. */
export const longestName = 120;

/** Gives the name back if it is safe as one file name on Linux, macOS and Windows; throws "unsafe-name" otherwise. */
export function checkName(name: string, what: string): string {
  const fault = faultOf(name);
  if (fault === undefined) return name;
  throw new HarnessError({
    code: "unsafe-name",
    message: `The ${what} ${shown(name)} cannot be a file name: ${fault}.`,
    remedy: "Use letters, digits, dashes, underscores and inner dots, at most 120 bytes, as in my-story.v2.",
  });
}

/** Reserved by Windows, whatever extension follows. */
export function isReserved(name: string): boolean {
  return /^(?:con|prn|aux|nul|conin\$|conout\$|(?:com|lpt)[0-9¹²³])$/i.test(name.split(".")[0]!.trimEnd());
}

function faultOf(name: string): string | undefined {
  if (name === "") return "it is empty";
  const bytes = Buffer.byteLength(name);
  if (bytes > longestName) return `it is ${bytes} bytes long, more than ${longestName}`;
  if (name.startsWith(".")) return "it starts with a dot";
  if (/[/\\]/.test(name)) return "it holds a path separator";
  if (/[<>:"|?*]/.test(name)) return 'it holds one of < > : " | ? *';
  if (invisible.test(name)) return "it holds control or invisible characters";
  if (/[.\s]$/u.test(name)) return "it ends with a dot or a space";
  if (isReserved(name)) return "Windows reserves it";
  return undefined;
}

/** Control, format (bidi, zero-width), half of a pair, line separators, and what is drawn as nothing. */
const invisible = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/u;

/** Shortened, and with whatever could fool a reader or a terminal spelled out. */
function shown(name: string): string {
  const short = name.length > 80 ? `${name.slice(0, 80)}…` : name;
  return JSON.stringify(short).replace(
    new RegExp(invisible, "gu"),
    (char) => `\\u{${char.codePointAt(0)!.toString(16)}}`,
  );
}
