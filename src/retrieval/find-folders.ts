import { existsSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";

/** What comes with the package: two folders up, from src and from dist alike. */
const shipped = (name: string) => fileURLToPath(new URL(`../../${name}`, import.meta.url));

/** Where banks and knowledge base are: as asked for, else in the working folder, else the shipped ones. */
export function findFolders({
  kb,
  testBanks,
  cwd = ".",
}: {
  kb?: string | undefined;
  testBanks?: string | undefined;
  cwd?: string;
}): { kb: string; testBanks: string; areShipped: boolean; kbIsBeside: boolean } {
  const own = resolve(cwd, "test_banks");
  const banks =
    testBanks === undefined ? (existsSync(own) ? own : shipped("test_banks")) : resolve(cwd, testBanks);
  const beside = join(dirname(banks), "kb");
  const base = kb === undefined ? (existsSync(beside) ? beside : shipped("kb")) : resolve(cwd, kb);
  return {
    kb: base,
    testBanks: banks,
    areShipped: banks === shipped("test_banks"),
    kbIsBeside: base === beside,
  };
}
