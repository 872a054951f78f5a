export { LOCAL_DEFAULT, type Connection, type Connections } from "./connections.ts";
export { keysPresent, MissingKeysError, requireKeys, type Needed } from "./missing-keys-error.ts";
export { createProviders, type Providers } from "./providers.ts";
