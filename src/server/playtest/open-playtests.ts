/** Assembles everything that the API knows about the playtests of a workspace. */
import type { Harness } from "../../kernel/run/index.ts";
import { createDamageSearch } from "./damage.ts";
import {
  abReader,
  bisectReader,
  createMatrices,
  createStoredExperiments,
  type Experiments,
  type Matrices,
} from "./experiments/index.ts";
import { createLiveEvents, createWatch, type LiveEvents } from "./live-events.ts";
import { createSessionIndex, type IndexedSession, type SessionIndex } from "./session-index.ts";
import { createSessionReader, type SessionReader } from "./session-reader.ts";
import { createSessionStates } from "./read-session.ts";

export type Playtests = {
  readonly workspace: string;
  readonly index: SessionIndex;
  readonly reader: SessionReader;
  readonly matrices: Matrices;
  readonly experiments: Experiments;
  readonly live: LiveEvents;
  readonly watch: ReturnType<typeof createWatch>;
  close(): Promise<void>;
};

export function openPlaytests({
  harness,
  workspace,
  onBug,
}: {
  harness: Harness;
  workspace: string;
  onBug: (error: unknown) => void;
}): Playtests {
  const { clock, catalog, settings } = harness;
  const tools = { states: createSessionStates(), catalog, weights: settings.scoreWeights };
  const live = createLiveEvents();
  const search = createDamageSearch({
    clock,
    note: (session: IndexedSession, damage) => index.note(session, damage),
  });
  const index: SessionIndex = createSessionIndex({
    workspace,
    clock,
    tools,
    onChange: ({ id, card }) => live.session(id, card),
    onLooked: search.among,
  });
  const matrices = createMatrices({ workspace, index, clock });
  const experiments: Experiments = {
    matrices,
    abs: createStoredExperiments(abReader, { workspace, index, clock }),
    bisects: createStoredExperiments(bisectReader, { workspace, index, clock }),
  };
  return {
    workspace,
    index,
    reader: createSessionReader({ clock, ...tools, workspace, onDamage: index.note }),
    matrices,
    experiments,
    live,
    watch: createWatch({ clock, index, experiments, live, onBug }),
    async close() {
      await search.close();
      live.end();
    },
  };
}
