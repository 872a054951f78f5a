/** The narrator's issues by what is compared: per kind how many, in how many sessions, and the worst one with its quote. */
import type { Issue } from "../../contract/index.ts";
import { kindsInOrder } from "../findings/index.ts";
import { problemsInOrder } from "../report/index.ts";

export type FoundBy<By extends string> = {
  of: By;
  type: Issue["type"];
  issues: number;
  /** With such an issue, among all. */ sessions: number;
  among: number;
  /** The session of the example. */ session: string;
  example: Issue;
};

type Kind = { issues: number; sessions: number; examples: Array<{ session: string; issue: Issue }> };

export function findingsBy<By extends string>(): {
  add(session: { of: By; session: string }, issues: readonly Issue[]): void;
  all(): Array<FoundBy<By>>;
} {
  const by = new Map<By, { sessions: number; kinds: Map<Issue["type"], Kind> }>();
  return {
    add({ of, session }, issues) {
      const own = by.get(of) ?? { sessions: 0, kinds: new Map<Issue["type"], Kind>() };
      by.set(of, own);
      own.sessions += 1;
      for (const [type, same] of Map.groupBy(problemsInOrder(issues), (issue) => issue.type)) {
        const kind = own.kinds.get(type) ?? { issues: 0, sessions: 0, examples: [] };
        own.kinds.set(type, kind);
        kind.issues += same.length;
        kind.sessions += 1;
        kind.examples.push({ session, issue: same[0]! });
      }
    },
    all: () =>
      [...by].flatMap(([of, { sessions: among, kinds }]) =>
        [...new Set([...kindsInOrder, ...kinds.keys()])].flatMap((type) => {
          const kind = kinds.get(type);
          if (!kind) return [];
          const [worst] = problemsInOrder(kind.examples.map(({ issue }) => issue));
          const { session } = kind.examples.find(({ issue }) => issue === worst)!;
          return [
            { of, type, issues: kind.issues, sessions: kind.sessions, among, session, example: worst! },
          ];
        }),
      ),
  };
}
