import { Link } from "wouter";
import type { SessionView } from "../../../../src/contract/index.ts";
import { changeWords, diceWords } from "../../replay/index.ts";

/** Marks the first own turn of a branch, and says what was changed. */
export function BranchStart({
  view: { card, branches },
  inherited,
}: {
  view: Pick<SessionView, "card" | "branches">;
  inherited: number;
}) {
  const origin = card.branchedFrom;
  if (!origin) return null;
  const parent = branches.find(({ id }) => id === card.id)?.parent;
  return (
    <p className="branch-start">
      <b>Branch begins here.</b> Changed: {changeWords(origin.changed)}; {diceWords(origin.replicate)}.{" "}
      {inherited === 1 ? "Turn 1 is" : `Turns 1 to ${inherited} are`} the parent's
      {parent ? (
        <>
          : <Link href={`/sessions/${encodeURIComponent(parent)}?turn=${inherited}`}>{origin.sessionId}</Link>
        </>
      ) : (
        ""
      )}
      .
    </p>
  );
}
