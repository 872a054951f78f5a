/** Which of what was asked for an event makes old. Keys are `[what, which, …]`. */
import type { LiveEvent, SessionView } from "../../../src/contract/index.ts";

export type Asked = { queryKey: readonly unknown[]; data: unknown };

export function touches(event: LiveEvent, { queryKey: [what, which], data }: Asked): boolean {
  switch (event.type) {
    case "session":
      if (what === "session")
        return (
          which === event.session ||
          event.session.startsWith(`${String(which)}-t`) ||
          grewFrom(data, event.session)
        );
      if (what === "compare") return Array.isArray(which) && which.includes(event.session);
      return what === "sessions" || (what === "turns" && which === event.session);
    case "job":
      if (what === "session")
        return which === event.job.from?.session || event.job.sessions.some((id) => id === which);
      return what === "jobs" || what === "sessions";
    case "matrix":
      return what === "matrices" || (what === "matrix" && which === event.matrix);
    case "reset":
      return true;
  }
}

/** A session that is shown with its branches changes with them. One that it does not know yet is named after it. */
const grewFrom = (data: unknown, id: string): boolean =>
  (data as SessionView | undefined)?.branches.some((branch) => branch.id === id) ?? false;
