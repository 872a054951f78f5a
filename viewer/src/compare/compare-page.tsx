import { useQuery } from "@tanstack/react-query";
import { Link, useSearchParams } from "wouter";
import type { ComparisonView } from "../../../src/contract/index.ts";
import { getJson } from "../api/index.ts";
import { exported } from "../exported/index.ts";
import { diceWords } from "../replay/branch-name.ts";
import { editLink } from "../replay/edit-link.ts";
import "../session/transcript/transcript.css";
import "../session/transcript/notes.css";
import { Badge, count, Empty, Loading, outcomeWords, Problem, useTitle } from "../ui/index.ts";
import { Differences, VerdictView } from "../verdict/index.ts";
import { changedBranch, comparedIn, letter } from "./compare-link.ts";
import "./compare.css";
import { SideBySide } from "./side-by-side.tsx";

/** Sessions or branches side by side: what differs, and where they diverge. */
export function ComparePage() {
  useTitle("Compare");
  const [params] = useSearchParams();
  const sessions = comparedIn(params);
  const { data, error, isPending, refetch } = useQuery({
    queryKey: ["compare", sessions],
    queryFn: ({ signal }) => getJson<ComparisonView>("/api/compare", { sessions }, signal),
    enabled: sessions.length > 1,
  });
  if (sessions.length < 2)
    return (
      <Empty title="Select sessions to compare">
        <p>
          Select two or more in <Link href="/sessions">the list of sessions</Link>, or among the branches of
          one session. The others are compared with the first one selected.
        </p>
      </Empty>
    );
  if (isPending) return <Loading what="the comparison" />;
  if (!data) return <Problem error={error} onRetry={() => void refetch()} />;
  return (
    <div className="page compare">
      <CompareHead view={data} />
      <VerdictView verdict={data.verdict} />
      <BackToEditor view={data} />
      <Differences texts={data.differs.texts} names={data.sessions.map((_, at) => letter(at))} />
      <SideBySide view={data} />
    </div>
  );
}

/** Which sessions are compared, and where they diverge. */
const CompareHead = ({ view: { sessions, firstDifference } }: { view: ComparisonView }) => (
  <header className="compare-head">
    <h1>Compare {count(sessions.length, "session")}</h1>
    <ul>
      {sessions.map(({ id, outcome, branchedFrom }, at) => (
        <li key={id}>
          <b className={`arm-mark arm-${at % 6}`}>{letter(at)}</b>
          <Link href={`/sessions/${encodeURIComponent(id)}`}>
            {branchedFrom
              ? `branch of ${branchedFrom.sessionId} from turn ${branchedFrom.turn + 1}, ${diceWords(branchedFrom.replicate)}`
              : id}
          </Link>{" "}
          <Badge>{outcomeWords(outcome)}</Badge>
          {branchedFrom && <span className="muted small">{id}</span>}
        </li>
      ))}
    </ul>
    <p className="muted">
      {firstDifference
        ? `The first difference is in turn ${firstDifference.turn}, in what the ${speakers[firstDifference.where]} said.`
        : "All common turns are identical."}
    </p>
  </header>
);

const speakers = { narrator: "narrator", players: "players", relay: "spokesperson" } as const;

/** In the editor, the changed text is saved, and more branches are played. */
function BackToEditor({ view }: { view: ComparisonView }) {
  const changed = changedBranch(view.sessions);
  if (!changed || exported) return null;
  const { id, branchedFrom } = changed;
  const { sessionId, turn, turns } = branchedFrom;
  return (
    <p>
      <Link className="button" href={editLink(sessionId, { turn: turn + 1, like: id, turns })}>
        Open the changed text to edit, test or save it
      </Link>
    </p>
  );
}
