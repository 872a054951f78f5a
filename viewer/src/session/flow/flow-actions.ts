import { createContext, useContext } from "react";

/** What the flow's boxes can do, and what is looked at. */
export type FlowActions = {
  go: (turn: number) => void;
  fold: (turn: number) => void;
  /** The boxes of the turn that is read; `near`: it has none, this is the last before it. */ current: ReadonlySet<string>;
  near: boolean;
  /** The one box that Tab stops at: the arrows go on from there. */ stop: string | undefined;
};

export const FlowContext = createContext<FlowActions>({
  go: () => {},
  fold: () => {},
  current: new Set(),
  near: false,
  stop: undefined,
});
export const useFlowActions = () => useContext(FlowContext);
