import { useQuery } from "@tanstack/react-query";
import {
  Component,
  lazy,
  Suspense,
  type ComponentType,
  type LazyExoticComponent,
  type ReactNode,
} from "react";
import { Redirect, Route, Switch, useLocation } from "wouter";
import { ApiProblem, getJson, serverQuery } from "../api/index.ts";
import { exported } from "../exported/index.ts";
import { Empty, Loading, Problem } from "../ui/index.ts";
import { Shell } from "./shell.tsx";

/** Each page is loaded when it is first opened. */
const SessionsPage = page(() => import("../lists/sessions-page.tsx"), "SessionsPage");
const SessionPage = page(() => import("../session/session-page.tsx"), "SessionPage");
const EditPage = page(() => import("../replay/edit-page.tsx"), "EditPage");
const ComparePage = page(() => import("../experiments/compare-page.tsx"), "ComparePage");
const ExperimentsPage = page(() => import("../lists/experiments-page.tsx"), "ExperimentsPage");
const ExperimentPage = page(() => import("../experiments/experiment-page.tsx"), "ExperimentPage");
const FailuresPage = page(() => import("../lists/failures-page.tsx"), "FailuresPage");
const RunsPage = page(() => import("../runs/runs-page.tsx"), "RunsPage");
const StartPage = page(() => import("../start/start-page.tsx"), "StartPage");
const ResultPage = page(() => import("../retrieval/result-page.tsx"), "ResultPage");
const TestPage = page(() => import("../retrieval/test-page.tsx"), "TestPage");

function page<Name extends string, Props>(
  load: () => Promise<Record<Name, ComponentType<Props>>>,
  name: Name,
): LazyExoticComponent<ComponentType<Props>> {
  return lazy(async () => ({ default: (await load())[name] }));
}

export function App() {
  const [path] = useLocation();
  return (
    <Shell>
      <PageBoundary key={path.split("/")[1]}>
        <Suspense fallback={<Loading what="the page" />}>
          <Switch>
            <Route path="/" component={Home} />
            {!exported && <Route path="/sessions" component={SessionsPage} />}
            <Route path="/sessions/:id">{({ id }) => <SessionPage key={id} id={id} />}</Route>
            {!exported && (
              <Route path="/sessions/:id/edit">{({ id }) => <EditPage key={id} id={id} />}</Route>
            )}
            {!exported && <Route path="/compare" component={ComparePage} />}
            {!exported && <Route path="/experiments" component={ExperimentsPage} />}
            <Route path="/matrices/:id">
              {({ id }) => <ExperimentPage key={id} kind="matrix" id={id} />}
            </Route>
            <Route path="/ab/:id">{({ id }) => <ExperimentPage key={id} kind="ab" id={id} />}</Route>
            <Route path="/bisects/:id">{({ id }) => <ExperimentPage key={id} kind="bisect" id={id} />}</Route>
            {!exported && <Route path="/failures" component={FailuresPage} />}
            {!exported && <Route path="/runs" component={RunsPage} />}
            {!exported && <Route path="/start" component={StartPage} />}
            <Route path="/retrieval" component={ResultPage} />
            <Route path="/retrieval/tests/:id">{({ id }) => <TestPage key={id} id={id} />}</Route>
            <Route>
              <Empty as="h1" title="Page not found">
                This address is unknown. Use the navigation above.
              </Empty>
            </Route>
          </Switch>
        </Suspense>
      </PageBoundary>
    </Shell>
  );
}

/** The list of the suite that the workspace uses, once the server has said which. */
function Home() {
  const { data, isLoading } = useQuery(serverQuery);
  if (isLoading) return null;
  return (
    <Redirect to={exported?.home ?? (data?.uses.playtest === false ? "/retrieval" : "/sessions")} replace />
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
    return <Problem as="h1" error={isFetching(error) ? away : error} onRetry={() => location.reload()} />;
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
