export { LOCAL_DEFAULT } from "./local.ts";
export { createModelSource, type Connections, type ModelSource, type NamedModel } from "./model-source.ts";
export * from "./table.ts";
