export { checkpointPath } from "./checkpoint.ts";
export type { Option } from "./model-select.tsx";
export { OperationForm } from "./operation-form.tsx";
export { operationsQuery, schemaOf } from "./operation-queries.ts";
export { filledIn, type Input, inputFrom, missingIn, type OperationSchema } from "./operation-schema.ts";
export { StartPanel } from "./start-panel.tsx";
export { useOperation, useStart } from "./use-operation.ts";
