export { checkBanks } from "./check-banks.ts";
export { bankPaths, historyPath, loadBanks, rulesPath, type Banks } from "./load-banks.ts";
export { mechanismOf, toV2 } from "./migrate-bank.ts";
export { badBank, readShaped } from "./read-bank.ts";
