/** The address of a comparison. It repeats the parameter per session, because a folder's name may contain a comma. */
import type { BranchOrigin } from "../../../src/contract/index.ts";
import { withQuery } from "../api/request.ts";

/** The API's limit. */
export const MOST_COMPARED = 12;

export const compareLink = (sessions: readonly string[]): string =>
  withQuery("/compare", { sessions: sessions.slice(0, MOST_COMPARED) });

/** A finding in the address: the session's letter, and the finding's key. */
type NamedFinding = { at: number; key: string; turn: number };
export const namedFinding = (at: number, key: string): string => `${letter(at)}-${key}`;

export function findingIn(
  { finding = "", turn = "" }: { finding?: string; turn?: string },
  sessions: number,
): NamedFinding | null {
  const [, named, key = ""] = /^([A-L])-([a-z]+-[\d-]{1,20})$/.exec(finding) ?? [];
  const at = (named ?? "").charCodeAt(0) - 65;
  return at < sessions && /^\d{1,7}$/.test(turn) ? { at, key, turn: Number(turn) } : null;
}

/** A typed address may separate them with commas, as the API allows. */
export function comparedIn(params: URLSearchParams): string[] {
  const named = params.getAll("sessions");
  return named.length === 1 ? (named[0] ?? "").split(",").filter(Boolean) : named;
}

type Branched = { id: string; branchedFrom: BranchOrigin | null };

/** The first branch that changes something, or else any branch. A higher limit of turns changes nothing. */
export function changedBranch<Session extends Branched>(
  sessions: readonly Session[],
): (Session & { branchedFrom: BranchOrigin }) | undefined {
  const branches = sessions.filter(
    (one): one is Session & { branchedFrom: BranchOrigin } => one.branchedFrom !== null,
  );
  return (
    branches.find(({ branchedFrom }) =>
      branchedFrom.changed.some((what) => !what.startsWith("max turns:")),
    ) ?? branches[0]
  );
}

/** The letter that stands for a session in a comparison. */
export const letter = (at: number): string => String.fromCodePoint(65 + at);
