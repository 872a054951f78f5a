export { importBank } from "./import-bank.ts";
export { tableFields } from "./read-table.ts";
export { readRun, topicFields } from "./read-trec.ts";
