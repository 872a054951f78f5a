import type { ProviderName } from "../../../contract/index.ts";

/** How each provider is reached in this process. Keys live here and nowhere else. */
export type Connection = {
  key?: string;
  /** The variable that the key is read from, where it is not the vendor's usual one. */
  keyFrom?: string;
  baseURL?: string;
};
export type Connections = Partial<Record<ProviderName, Connection>>;

/** Where Ollama listens, the most common local server. */
export const LOCAL_DEFAULT = "http://127.0.0.1:11434/v1";
