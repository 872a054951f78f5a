import { Component, type ReactNode } from "react";
import { ApiProblem } from "../api/index.ts";
import { Problem } from "../ui/index.ts";

/** Keeps a page that fails from taking the others with it: also one that could not be fetched because the server is away. Only a class can. */
export class PageBoundary extends Component<{ children: ReactNode }, { error?: unknown }> {
  override state: { error?: unknown } = {};

  static getDerivedStateFromError = (error: unknown) => ({ error });

  override render() {
    const { error } = this.state;
    if (error === undefined) return this.props.children;
    return <Problem error={isFetching(error) ? away : error} onRetry={() => location.reload()} />;
  }
}

const away = new ApiProblem({
  status: 0,
  code: "unreachable",
  message: "The page could not be fetched.",
  remedy: "The server has probably been stopped. Start it again with: rehearse serve. Then reload this page.",
});

const isFetching = (error: unknown): boolean =>
  error instanceof Error && /dynamically imported|preload|fetch/i.test(error.message);
