export { importBank } from "./import-bank.ts";
export { tableFields } from "./read-table.ts";
