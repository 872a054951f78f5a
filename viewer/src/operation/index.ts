export { checkpointPath } from "./checkpoint.ts";
export { EstimatePanel } from "./estimate-panel.tsx";
export { costOf, startWords } from "./estimate-words.ts";
export { GroupedModels, modelGroups, type Option } from "./model-select.tsx";
export { OperationForm } from "./operation-form.tsx";
export { operationsQuery, schemaOf } from "./operation-queries.ts";
export {
  filledIn,
  type Input,
  inputFrom,
  labelOf,
  missingIn,
  type OperationSchema,
} from "./operation-schema.ts";
export { problemLines, rolesWithoutKey } from "./problem-words.ts";
export { useOperation, useStart } from "./use-operation.ts";
