import type { TurnRecord } from "../../contract/index.ts";

/** Who went off the story in a turn, by the players' own marks. */
export const strayedIn = (record: TurnRecord | undefined): number[] => [
  ...new Set(
    [...(record?.players ?? []), ...(record?.crossTalk ?? [])]
      .filter(({ offTopic }) => offTopic !== "none")
      .map(({ seat }) => seat),
  ),
];
