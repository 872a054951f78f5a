/** Assembles everything that the API knows about the playtests of a workspace. */
import type { Harness } from "../../kernel/run/index.ts";
import {
  abReader,
  bisectReader,
  createStoredExperiments,
  type Experiments,
  matrixReader,
} from "./experiments/index.ts";
import { createLiveEvents, createWatch, type LiveEvents } from "./live-events.ts";
import { createSessionIndex, type SessionIndex } from "./session-index.ts";
import { createSessionReader, type SessionReader } from "./session-reader.ts";
import { createSessionStates } from "./read-session.ts";

export type Playtests = {
  readonly workspace: string;
  readonly index: SessionIndex;
  readonly reader: SessionReader;
  readonly experiments: Experiments;
  readonly live: LiveEvents;
  readonly watch: ReturnType<typeof createWatch>;
  close(): void;
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
  const tools = { states: createSessionStates(), catalog, points: settings.points };
  const live = createLiveEvents();
  const index = createSessionIndex({
    workspace,
    clock,
    tools,
    onChange({ id, of, card }) {
      live.session(id, card);
      if (of && !card.live) live.experiment(of);
    },
  });
  const experiments: Experiments = {
    matrix: createStoredExperiments(matrixReader(), { workspace, index }),
    ab: createStoredExperiments(abReader, { workspace, index }),
    bisect: createStoredExperiments(bisectReader, { workspace, index }),
  };
  return {
    workspace,
    index,
    reader: createSessionReader({ ...tools, workspace }),
    experiments,
    live,
    watch: createWatch({ clock, index, experiments, live, onBug }),
    close: () => live.end(),
  };
}
