import { useQuery } from "@tanstack/react-query";
import { Link } from "wouter";
import { Loading, Problem, useTitle } from "../ui/index.ts";
import { sessionQuery } from "./queries.ts";
import { SessionStage } from "./session-stage.tsx";
import "./session.css";
import "./charts/charts.css";

/** One session, whole: also while it is being played. */
export function SessionPage({ id }: { id: string }) {
  const view = useQuery(sessionQuery(id));
  const card = view.data?.card;
  useTitle(card ? `${card.story}, ${card.prompt}, ${card.narrator}` : id);
  if (view.isPending) return <Loading what="the session" />;
  if (!view.data)
    return (
      <>
        <Problem error={view.error} onRetry={() => void view.refetch()} />
        <p className="state">
          <Link href="/sessions">All sessions</Link>
        </p>
      </>
    );
  return <SessionStage view={view.data} />;
}
