import { Route, Switch } from "wouter";
import { OverviewPage } from "./overview/overview-page.tsx";
import { TestPage } from "./test-page/test-page.tsx";
import "./retrieval.css";
import "./test-page/test.css";

export function RetrievalRoutes() {
  return (
    <Switch>
      <Route path="/retrieval" component={OverviewPage} />
      <Route path="/retrieval/tests/:id">{({ id }) => <TestPage key={id} id={id} />}</Route>
    </Switch>
  );
}
