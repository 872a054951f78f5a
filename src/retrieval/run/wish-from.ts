import type { RetrievalSettings } from "../../contract/index.ts";
import { findFolders } from "../find-folders.ts";
import type { CheckWish } from "./check-suite.ts";

/** What may be asked for instead of what the settings say. */
export type Asked = { target?: string; kb?: string; testBanks?: string; results?: string };

/** All that a check needs to know beside which tests are wanted. */
export function wishFrom(settings: RetrievalSettings, asked: Asked = {}): CheckWish & { target: string } {
  const {
    target = settings.target,
    kb = settings.kb,
    testBanks = settings.testBanks,
    results = settings.results,
  } = asked;
  const folders = findFolders({ kb, testBanks });
  return {
    testBanks: folders.testBanks,
    ...(folders.kb !== undefined && { kb: folders.kb }),
    target,
    topK: settings.topK,
    candidates: settings.candidates,
    results,
  };
}
