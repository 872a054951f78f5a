export { checkBanks } from "./check-banks.ts";
export {
  badBank,
  bankPath,
  countTests,
  historyPath,
  loadBanks,
  mechanismOf,
  readShaped,
  rulesPath,
  testsOf,
  toV2,
  type Banks,
} from "./load-banks.ts";
