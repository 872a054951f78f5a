/** The narrator's issues of a matrix: per prompt and kind how many, in how many sessions, and the worst one with its quote. */
import type { Issue, MatrixResult, MatrixRow } from "../../../contract/index.ts";
import { problemsInOrder } from "../../report/index.ts";
import { kindsInOrder } from "../../findings/index.ts";

type Found = NonNullable<MatrixResult["findings"]>;

export function promptFindings(): { add(row: MatrixRow, issues: readonly Issue[]): void; all(): Found } {
  const prompts = new Map<string, { sessions: number; kinds: Map<Issue["type"], Kind> }>();
  return {
    add({ prompt, sessionId }, issues) {
      const own = prompts.get(prompt) ?? { sessions: 0, kinds: new Map<Issue["type"], Kind>() };
      prompts.set(prompt, own);
      own.sessions += 1;
      for (const [type, same] of Map.groupBy(problemsInOrder(issues), (issue) => issue.type)) {
        const kind = own.kinds.get(type) ?? { issues: 0, sessions: 0, examples: [] };
        own.kinds.set(type, kind);
        kind.issues += same.length;
        kind.sessions += 1;
        kind.examples.push({ sessionId, issue: same[0]! });
      }
    },
    all: () =>
      [...prompts].flatMap(([prompt, { sessions: of, kinds }]) =>
        kindsInOrder.flatMap((type) => {
          const kind = kinds.get(type);
          if (!kind) return [];
          const [worst] = problemsInOrder(kind.examples.map(({ issue }) => issue));
          const { sessionId } = kind.examples.find(({ issue }) => issue === worst)!;
          return [
            { prompt, type, issues: kind.issues, sessions: kind.sessions, of, sessionId, example: worst! },
          ];
        }),
      ),
  };
}

type Kind = { issues: number; sessions: number; examples: Array<{ sessionId: string; issue: Issue }> };
