import type { RetrievalSettings } from "../../contract/index.ts";
import { findFolders } from "../find-folders.ts";
import { BUILT_IN, OFFLINE, type CheckWish } from "./check-suite.ts";

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
  // Banks that a foreign system brings have a knowledge base of ours only where it is named or lies beside them.
  const foreign = target !== BUILT_IN && target !== OFFLINE;
  return {
    testBanks: folders.testBanks,
    ...(foreign && kb === undefined && !folders.kbIsBeside ? {} : { kb: folders.kb }),
    target,
    topK: settings.topK,
    candidates: settings.candidates,
    results,
  };
}
