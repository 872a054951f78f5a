/** What the page knows of its server: how commands are typed there. */
import { queryOptions, useQuery } from "@tanstack/react-query";
import type { ServerInfo } from "../../../src/contract/index.ts";
import { exported } from "../exported/index.ts";
import { getJson } from "./request.ts";

const unknown: ServerInfo = {
  command: "rehearse",
  uses: { playtest: true, retrieval: true },
};

export const serverQuery = queryOptions({
  queryKey: ["server"],
  queryFn: ({ signal }) => getJson<ServerInfo>("/api/server", {}, signal),
  staleTime: Number.POSITIVE_INFINITY,
  enabled: !exported,
});

export const useServerInfo = (): ServerInfo => useQuery(serverQuery).data ?? unknown;

/** Commands in a text, as they work in the workspace: `./rehearse play` in a clone. */
const asTyped = (text: string, command: string): string =>
  text.replaceAll(/(?<![\w./-])rehearse (?=[a-z])/g, () => `${command} `);

export function useAsTyped(): (text: string) => string {
  const { command } = useServerInfo();
  return (text) => asTyped(text, command);
}
