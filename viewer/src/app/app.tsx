import { Component, lazy, Suspense, type ReactNode } from "react";
import { Redirect, Route, Switch, useLocation } from "wouter";
import { ApiProblem, getJson } from "../api/index.ts";
import { exported } from "../exported/index.ts";
import { Empty, Loading, Problem } from "../ui/index.ts";
import { Shell } from "./shell.tsx";

/** Each page is loaded when it is first opened. */
const SessionsPage = lazy(async () => ({ default: (await import("../sessions/index.ts")).SessionsPage }));
const SessionPage = lazy(async () => ({ default: (await import("../session/index.ts")).SessionPage }));
const EditPage = lazy(async () => ({ default: (await import("../replay/edit-page.tsx")).EditPage }));
const ComparePage = lazy(async () => ({ default: (await import("../compare/index.ts")).ComparePage }));
const ExperimentsPage = lazy(async () => ({
  default: (await import("../experiments/index.ts")).ExperimentsPage,
}));
const AbPage = lazy(async () => ({ default: (await import("../ab/index.ts")).AbPage }));
const BisectPage = lazy(async () => ({ default: (await import("../bisect/index.ts")).BisectPage }));
const MatrixPage = lazy(async () => ({ default: (await import("../matrix/index.ts")).MatrixPage }));
const FailuresPage = lazy(async () => ({ default: (await import("../failures/index.ts")).FailuresPage }));
const RunsPage = lazy(async () => ({ default: (await import("../runs/runs-page.tsx")).RunsPage }));
const StartPage = lazy(async () => ({ default: (await import("../start/index.ts")).StartPage }));
const SearchPage = lazy(async () => ({ default: (await import("../search/index.ts")).SearchPage }));
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
            <Route path="/sessions/:id/edit">{({ id }) => <EditPage key={id} id={id} />}</Route>
            <Route path="/compare" component={ComparePage} />
            <Route path="/experiments" component={ExperimentsPage} />
            <Route path="/matrices">
              <Redirect to="/experiments?kind=matrix" replace />
            </Route>
            <Route path="/matrices/:id">{({ id }) => <MatrixPage key={id} id={id} />}</Route>
            <Route path="/ab/:id">{({ id }) => <AbPage key={id} id={id} />}</Route>
            <Route path="/bisects/:id">{({ id }) => <BisectPage key={id} id={id} />}</Route>
            <Route path="/failures" component={FailuresPage} />
            {!exported && <Route path="/runs" component={RunsPage} />}
            {!exported && <Route path="/start" component={StartPage} />}
            {!exported && <Route path="/search" component={SearchPage} />}
            <Route path="/retrieval" component={RetrievalRoutes} />
            <Route path="/retrieval/*?" component={RetrievalRoutes} />
            <Route>
              <Empty title="Page not found">This address is unknown. Use the navigation above.</Empty>
            </Route>
          </Switch>
        </Suspense>
      </PageBoundary>
    </Shell>
  );
}

/** Contains the failure of one page, including one that could not be loaded. Only a class can be an error boundary. */
class PageBoundary extends Component<{ children: ReactNode }, { error?: unknown }> {
  override state: { error?: unknown } = {};

  static getDerivedStateFromError = (error: unknown) => ({ error });

  override componentDidCatch(thrown: unknown) {
    if (isFetching(thrown) && !exported) void leadToLogin();
  }

  override render() {
    const { error } = this.state;
    if (error === undefined) return this.props.children;
    return <Problem error={isFetching(error) ? away : error} onRetry={() => location.reload()} />;
  }
}

/** Without the cookie, parts of the page cannot be loaded either. A request then leads to the login. */
const leadToLogin = () => getJson("/api/server").catch(() => undefined);

const away = new ApiProblem({
  status: 0,
  code: "unreachable",
  message: "The page could not be loaded.",
  remedy: "The server has probably been stopped. Start it again with: rehearse serve. Then reload this page.",
});

const isFetching = (error: unknown): boolean =>
  error instanceof Error && /dynamically imported|preload|fetch/i.test(error.message);
