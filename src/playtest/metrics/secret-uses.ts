import type { SecretUse } from "../detect/index.ts";
import type { SessionState } from "../session/index.ts";

export type { SecretUse };

/** What was told to some alone and turned up with others, as the session's ledger of who knows what has it. */
export const secretUses = ({ secrets }: Pick<SessionState, "secrets">): readonly SecretUse[] => secrets.uses;
