import type { KbEntity, UserState } from "../../contract/index.ts";
import { holds } from "./state.ts";

/** What is in every conversation of this kind of user, without anybody looking for it. */
export const alwaysLoaded = (
  entities: readonly KbEntity[],
  { userType, state }: { userType: string; state: UserState },
): string[] =>
  entities
    .filter(
      ({ load_mode, user_types, when }) =>
        load_mode === "ALWAYS" &&
        (user_types === undefined || user_types.includes(userType)) &&
        (when === undefined || holds({ user_type: userType, ...state }, when)),
    )
    .map(({ entity_id }) => entity_id);
