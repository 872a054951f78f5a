/** The systems under test that requests may name: never an address or a module that the server was not started with. */
import type { Settings } from "../contract/index.ts";
import { BUILT_IN, checkRequest, OFFLINE } from "../retrieval/index.ts";

export type Targets = {
  /** As requests name them, with what they stand for: the usual target may have a key, which no request names. */
  readonly byName: ReadonlyMap<string, string>;
  readonly usual: string;
};

export function targetsOf({ retrieval }: Pick<Settings, "retrieval">): Targets {
  const { target: usual } = checkRequest(retrieval);
  return {
    usual,
    byName: new Map([
      [BUILT_IN, BUILT_IN],
      [OFFLINE, OFFLINE],
      [usual, retrieval.target],
    ]),
  };
}
