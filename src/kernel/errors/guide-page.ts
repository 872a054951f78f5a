import { relative } from "node:path";
import { fileURLToPath } from "node:url";

/** A page of the guide as this working folder reaches it: in a project it lies in the installed package. */
export function guidePage(name: string, { cwd = process.cwd() }: { cwd?: string } = {}): string {
  // Three folders up, from both src and dist.
  const path = fileURLToPath(new URL(`../../../docs/guide/${name}`, import.meta.url));
  const near = relative(cwd, path);
  return near.startsWith("..") ? path : near;
}
