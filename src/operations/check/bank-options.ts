/** Where banks and their knowledge base are: options of everything that reads them. */
import { z } from "zod";
import type { HarnessConfig } from "../../kernel/run/index.ts";
import { findFolders, type Folders } from "../../retrieval/index.ts";
import { folder } from "../options.ts";

export const bankOptions = {
  kb: folder("The knowledge base. shipped: the one included in Rehearse.").optional(),
  testBanks: folder("The test banks. shipped: those included in Rehearse.").optional(),
};

export const kbVersion = z.string().min(1).default("v2.0").meta({
  description: "The version of the knowledge base.",
  value: "NAME",
});

export const bankFolders = (
  { settings: { retrieval } }: Pick<HarnessConfig, "settings">,
  { kb, testBanks }: { kb?: string | undefined; testBanks?: string | undefined },
): Folders => findFolders({ kb: kb ?? retrieval.kb, testBanks: testBanks ?? retrieval.testBanks });
