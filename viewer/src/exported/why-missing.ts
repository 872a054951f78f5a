import type { Exported } from "./exported.ts";

const USUAL = {
  message: "This is not in the file.",
  remedy: "A file holds what was exported into it. Everything else is where it came from: rehearse serve",
};

/** Why an address has no answer in the file: what is said of it, or of what it is a part of. */
export function whyMissing(
  problems: Exported["problems"],
  address: string,
): { message: string; remedy: string } {
  const { pathname } = new URL(address, "http://file.invalid");
  const parts = [pathname, pathname.slice(0, pathname.lastIndexOf("/"))];
  const known = parts.find((part) => Object.hasOwn(problems, part));
  return known === undefined ? USUAL : problems[known]!;
}
