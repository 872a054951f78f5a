export { LOCAL_DEFAULT } from "./local.ts";
export { createModelSource, type Connection, type Connections, type ModelSource } from "./model-source.ts";
export type { Provider } from "./provider.ts";
export { keysPresent, MissingKeysError, requireKeys } from "./require-keys.ts";
export {
  isProvider,
  oneKeyProviders,
  providerIds,
  providers,
  requireProvider,
  type ProviderId,
} from "./table.ts";
