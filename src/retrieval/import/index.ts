export { importBank, importFormats, type ImportFormat, type ImportResult } from "./import-bank.ts";
export { tableFields } from "./read-table.ts";
export { readRun, topicFields, type TopicField } from "./read-trec.ts";
