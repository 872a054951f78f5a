import { createContext, useContext } from "react";

/** What the flow's nodes can do, and what is looked at. */
export type FlowActions = { go: (turn: number) => void; fold: (turn: number) => void; current: string | undefined };

export const FlowContext = createContext<FlowActions>({ go: () => {}, fold: () => {}, current: undefined });
export const useFlowActions = () => useContext(FlowContext);
