import { readFileSync } from "node:fs";

/** From src/config and from dist/config the package is two folders up. */
export function rehearseVersion(): string {
  const manifest = readFileSync(new URL("../../package.json", import.meta.url), "utf8");
  return (JSON.parse(manifest) as { version: string }).version;
}
