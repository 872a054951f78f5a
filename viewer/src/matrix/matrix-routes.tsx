import { Route, Switch } from "wouter";
import { MatricesPage } from "./matrices-page.tsx";
import { MatrixPage } from "./matrix-page.tsx";
import "./matrix.css";

export function MatrixRoutes() {
  return (
    <Switch>
      <Route path="/experiments" component={MatricesPage} />
      <Route path="/matrices" component={MatricesPage} />
      <Route path="/matrices/:id">{({ id }) => <MatrixPage key={id} id={id} />}</Route>
    </Switch>
  );
}
