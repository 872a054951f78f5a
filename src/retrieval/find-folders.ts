import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { HarnessError, optionText } from "../kernel/errors/index.ts";
import { exists } from "../kernel/store/index.ts";

/** Stands for the folder in the package. */
export const SHIPPED = "shipped";

export type Folders = {
  /** Absent if own banks have no knowledge base beside them and none was named. */
  kb: string | undefined;
  testBanks: string;
};

/** Two folders up, from both src and dist. */
export const shipped = (name: string) => fileURLToPath(new URL(`../../${name}`, import.meta.url));

/**
 * Where banks and knowledge base are: as named, else in the working folder, else the shipped ones. The user's own banks
 * get the shipped knowledge base only by name.
 */
export function findFolders({ kb, testBanks }: Partial<Folders>): Folders {
  const named = (name: string, folder: string) => (name === SHIPPED ? shipped(folder) : resolve(name));
  const own = resolve("test_banks");
  const banks = named(testBanks ?? (exists(own) ? own : SHIPPED), "test_banks");
  const beside = join(dirname(banks), "kb");
  return {
    kb: kb === undefined ? (exists(beside) ? beside : undefined) : named(kb, "kb"),
    testBanks: banks,
  };
}

/** Shipped banks belong to the package, which an update replaces; in a clone they are the folder's own. */
export const areShipped = (testBanks: string, workspace: string): boolean =>
  testBanks === shipped("test_banks") && testBanks !== resolve(workspace, "test_banks");

/** For what changes expectations. */
export function requireOwnBanks(testBanks: string, workspace: string): void {
  if (!areShipped(testBanks, workspace)) return;
  throw new HarnessError({
    code: "outside-folder",
    option: "testBanks",
    message: `The test banks in ${testBanks} come with Rehearse, so their expectations cannot be changed.`,
    remedy: `Copy ${testBanks} and ${shipped("kb")} into your folder, and change the copy.`,
  });
}

/** For commands that need the knowledge base. */
export function requireKb({ kb, testBanks }: Folders, { reads = "" } = {}): string {
  if (kb !== undefined) return kb;
  throw new HarnessError({
    code: "not-found",
    option: "kb",
    message:
      `The banks in ${testBanks} have no knowledge base: ${join(dirname(testBanks), "kb")} does not exist. ${reads}`.trimEnd(),
    remedy:
      "Create it from your documents (Markdown files, or .jsonl), " +
      `or name another folder with ${optionText("kb", "DIR")} or retrieval.kb in ` +
      "rehearse.config.ts.",
  });
}

export const kbWords = (kb: string): string =>
  `Knowledge base: ${kb}${kb === shipped("kb") ? " (comes with Rehearse)" : ""}`;
