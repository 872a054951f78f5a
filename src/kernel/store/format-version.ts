import { formatVersion } from "../../contract/index.ts";
import { HarnessError } from "../errors/index.ts";

/** A stored file of another version is intact, but only this version's format is read and written. */
class OtherFormatError extends HarnessError {
  constructor({ path, found }: { path: string; found: number }) {
    super({
      code: "other-format",
      message: `${path} has format ${found}; this version of rehearse reads format ${formatVersion}.`,
      remedy:
        "Run it again with this version of rehearse: it cannot read other formats. The file was not changed.",
    });
  }
}

/** Every stored file has its version at the top. `value`: the content as JSON, before its shape is checked. */
export function requireFormat(value: unknown, path: string): void {
  const found = (value as { version?: unknown } | null | undefined)?.version;
  if (typeof found === "number" && found !== formatVersion) throw new OtherFormatError({ path, found });
}
