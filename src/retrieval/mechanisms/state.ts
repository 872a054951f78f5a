import type { Constraint, StateConditions, UserState } from "../../contract/index.ts";

/** When each handler comes in. */
export const STATE_CONDITIONS: Readonly<Record<string, StateConditions>> = {
  handler_first_conversation: { is_first_conversation: { eq: true } },
  handler_returning_user: { is_first_conversation: { eq: false }, days_since_last: { gte: 7 } },
  handler_post_escalation: { is_first_conversation: { eq: false }, last_rating: { lte: 2 } },
  handler_celebrating_wins: { is_first_conversation: { eq: false }, last_rating: { gte: 4 } },
  handler_clinician_mode: { user_type: { in: ["CLINICIAN", "PROFESSIONAL"] } },
  handler_interaction_debrief: { is_first_conversation: { eq: false }, has_pending_debrief: { eq: true } },
};

/** The handlers whose conditions all hold. */
export const handlersFor = (state: UserState, conditions = STATE_CONDITIONS): string[] =>
  Object.entries(conditions).flatMap(([handler, wanted]) => (holds(state, wanted) ? [handler] : []));

/** A value that is missing, or of another kind than asked for, matches nothing. */
export const holds = (state: UserState, conditions: StateConditions): boolean =>
  Object.entries(conditions).every(([field, constraint]) =>
    satisfies(Object.hasOwn(state, field) ? state[field] : undefined, constraint),
  );

function satisfies(value: UserState[string] | undefined, { eq, gte, lte, in: list }: Constraint): boolean {
  if (value === null || value === undefined) return false;
  if (eq !== undefined && value !== eq) return false;
  if (gte !== undefined && !(typeof value === "number" && value >= gte)) return false;
  if (lte !== undefined && !(typeof value === "number" && value <= lte)) return false;
  return list === undefined || list.includes(value);
}
