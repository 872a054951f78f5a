export { LOCAL_DEFAULT } from "./local.ts";
export {
  createModelSource,
  type Connection,
  type Connections,
  type ModelSource,
  type NamedModel,
} from "./model-source.ts";
export type { Provider } from "./provider.ts";
export {
  isProvider,
  oneKeyProviders,
  providerIds,
  providers,
  requireProvider,
  type ProviderId,
} from "./table.ts";
