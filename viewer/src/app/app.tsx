import { lazy, Suspense } from "react";
import { Redirect, Route, Switch, useLocation } from "wouter";
import { exported } from "../exported/index.ts";
import { Empty, Loading } from "../ui/index.ts";
import { PageBoundary } from "./page-boundary.tsx";
import { Shell } from "./shell.tsx";

/** Each page is fetched when it is first opened. */
const SessionsPage = lazy(async () => ({ default: (await import("../sessions/index.ts")).SessionsPage }));
const SessionPage = lazy(async () => ({ default: (await import("../session/index.ts")).SessionPage }));
const ComparePage = lazy(async () => ({ default: (await import("../compare/index.ts")).ComparePage }));
const MatrixRoutes = lazy(async () => ({ default: (await import("../matrix/index.ts")).MatrixRoutes }));
const FailuresPage = lazy(async () => ({ default: (await import("../failures/index.ts")).FailuresPage }));
const RetrievalRoutes = lazy(async () => ({
  default: (await import("../retrieval/index.ts")).RetrievalRoutes,
}));

export function App() {
  const [path] = useLocation();
  return (
    <Shell>
      <PageBoundary key={path.split("/")[1]}>
        <Suspense fallback={<Loading what="the page" />}>
          <Switch>
            <Route path="/">
              <Redirect to={exported?.home ?? "/sessions"} replace />
            </Route>
            <Route path="/sessions" component={SessionsPage} />
            <Route path="/sessions/:id">{({ id }) => <SessionPage key={id} id={id} />}</Route>
            <Route path="/compare" component={ComparePage} />
            <Route path="/matrices" component={MatrixRoutes} />
            <Route path="/matrices/*?" component={MatrixRoutes} />
            <Route path="/failures" component={FailuresPage} />
            <Route path="/retrieval" component={RetrievalRoutes} />
            <Route path="/retrieval/*?" component={RetrievalRoutes} />
            <Route>
              <Empty title="There is no such page">
                The address leads nowhere. The navigation above leads to everything there is.
              </Empty>
            </Route>
          </Switch>
        </Suspense>
      </PageBoundary>
    </Shell>
  );
}
