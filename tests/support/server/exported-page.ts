/** `rehearse export` for tests: writes a page in memory and reads the data that it holds. */
import { exportPage } from "../../../src/server/index.ts";
import { houseHarness } from "../house-cast/house-harness.ts";
import type { Workspace } from "./served-workspace.ts";

export async function exportFrom(
  { testBanks, kb }: Pick<Workspace, "testBanks" | "kb">,
  { path, isPublic }: { path: string; isPublic: boolean },
) {
  const harness = houseHarness();
  try {
    return await exportPage({ harness, path, isPublic, folders: { testBanks, kb } });
  } finally {
    await harness.close();
  }
}

export const dataIn = (html: string) =>
  JSON.parse(/<script type="application\/json" id="rehearse-data">(.*?)<\/script>/s.exec(html)![1]!) as {
    answers: Record<string, never>;
    notes: string[];
    problems: Record<string, { message: string }>;
    isPublic: boolean;
  };
