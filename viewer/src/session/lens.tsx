import type { Quote, SessionView } from "../../../src/contract/index.ts";
import { exported } from "../exported/index.ts";
import type { Tab } from "../ui/tabs.tsx";
import { FlowLens } from "./flow/flow-lens.tsx";
import { BranchesLens } from "./lenses/branches-lens.tsx";
import { IssuesLens } from "./lenses/issues-lens.tsx";
import { PlayersLens } from "./lenses/players-lens.tsx";
import { ScoreLens } from "./lenses/score-lens.tsx";
import { TextsLens } from "./lenses/texts-lens.tsx";
import type { LensName } from "./use-session-url.ts";

/** Lenses on what only the harness knows are not offered in a player's view. */
const forPlayers: ReadonlySet<LensName> = new Set(["transcript", "flow", "players"]);

export const lensTabs = (view: SessionView, ownIssues: number): Array<Tab<LensName>> => {
  const tabs: Array<Tab<LensName>> = [
    { name: "transcript", label: "Transcript" },
    { name: "flow", label: "Flow" },
    { name: "issues", label: "Findings", count: ownIssues },
    { name: "score", label: "Score & cost" },
    { name: "players", label: "Players" },
    { name: "texts", label: "Prompt & guide" },
    { name: "branches", label: "Branches", count: Math.max(0, view.branches.length - 1) },
  ];
  return view.as === null
    ? tabs.filter(({ name }) => name !== "texts" || !exported?.isPublic)
    : tabs.filter(({ name }) => forPlayers.has(name));
};

type LensProps = {
  name: LensName;
  view: SessionView;
  as: number | null;
  chosen: number | null;
  reading: number | null;
  go: (turn: number) => void;
  choose: (issue: number | null, turn: number) => void;
  /** Highlights a quote in the transcript. */ openQuote: (quote: Quote) => void;
  look: (seat: number | null) => void;
  /** Absent if nothing can be played here. */ replay: (() => void) | undefined;
};

/** One way to look at a session. */
export function Lens({ name, view, as, chosen, reading, go, choose, openQuote, look, replay }: LensProps) {
  switch (name) {
    case "issues":
      return <IssuesLens view={view} chosen={chosen} choose={choose} go={go} />;
    case "score":
      return <ScoreLens view={view} openQuote={openQuote} />;
    case "players":
      return <PlayersLens view={view} as={as} look={look} />;
    case "texts":
      return <TextsLens view={view} reading={reading} />;
    case "branches":
      return <BranchesLens view={view} replay={replay} reading={reading ?? view.card.turns} />;
    default:
      return <FlowLens view={view} as={as} reading={reading} go={go} />;
  }
}
