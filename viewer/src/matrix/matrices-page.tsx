import { useInfiniteQuery } from "@tanstack/react-query";
import { useCallback } from "react";
import { Link } from "wouter";
import type { MatrixCard } from "../../../src/contract/index.ts";
import {
  Badge,
  Command,
  Empty,
  Loading,
  Problem,
  ScoreBar,
  count,
  money,
  useListKeys,
  when,
} from "../ui/index.ts";
import { matricesQuery } from "./matrix-queries.ts";

export function MatricesPage() {
  const pages = useInfiniteQuery(matricesQuery);
  const matrices = pages.data?.pages.flatMap(({ matrices }) => matrices) ?? [];
  const { list, onKeyDown } = useListKeys({ count: matrices.length, show: useCallback(() => {}, []) });
  return (
    <div className="page">
      <div className="page-head">
        <h1>Experiments</h1>
        <span className="muted number" role="status">
          {pages.data && count(pages.data.pages[0]?.total ?? 0, "matrix", "matrices")}
        </span>
      </div>
      {pages.isPending && <Loading what="matrices" />}
      {pages.isError && <Problem error={pages.error} onRetry={() => void pages.refetch()} />}
      {pages.isSuccess && matrices.length === 0 && <NoneYet />}
      {matrices.length > 0 && (
        <div className="rows" ref={list} onKeyDown={onKeyDown}>
          {matrices.map((matrix, index) => (
            <div key={matrix.id} data-row={index}>
              <MatrixEntry matrix={matrix} />
            </div>
          ))}
        </div>
      )}
      {pages.hasNextPage && (
        <p className="more">
          <button
            type="button"
            onClick={() => void pages.fetchNextPage()}
            disabled={pages.isFetchingNextPage}
          >
            Older matrices
          </button>
        </p>
      )}
    </div>
  );
}

function MatrixEntry({
  matrix: { id, at, planned, done, failed, stories, prompts, narrators, overall, cost, live, damage },
}: {
  matrix: MatrixCard;
}) {
  const href = `/matrices/${encodeURIComponent(id)}`;
  if (damage && planned === 0)
    return (
      <Link href={href} className="row-link in-columns matrix-entry damaged">
        <span className="what">
          <span className="title">{id}</span>
          <span className="sub">{damage.map(({ what }) => what).join(" ")}</span>
        </span>
        <Badge tone="bad">cannot be read</Badge>
      </Link>
    );
  return (
    <Link href={href} className="row-link in-columns matrix-entry">
      <span className="what">
        <span className="title">{id}</span>
        <span className="sub muted">
          {count(stories.length, "story", "stories")} × {count(prompts.length, "prompt")} ×{" "}
          {count(narrators.length, "narrator")}: {[...prompts, ...narrators].join(", ")}
        </span>
      </span>
      <span className="marks">
        {live && <Badge tone="live">live</Badge>}
        {!live && done < planned && <Badge tone="warn">unfinished</Badge>}
        {failed > 0 && <Badge tone="bad">{failed} failed or crashed</Badge>}
        {damage && (
          <Badge tone="warn" title={damage.map(({ what }) => what).join(" ")}>
            damaged
          </Badge>
        )}
      </span>
      <span className="number">
        {done}/{planned} <span className="muted">sessions</span>
      </span>
      <ScoreBar score={overall} />
      <span className="number">{money(cost)}</span>
      <span className="number muted small">{when(at)}</span>
    </Link>
  );
}

const NoneYet = () => (
  <Empty title="No matrices yet">
    <p>
      A matrix plays every story with every prompt and narrator, and compares them. This one needs no key:
    </p>
    <Command>rehearse matrix --preset smoke --narrator house</Command>
  </Empty>
);
