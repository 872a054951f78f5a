import type { SessionResult } from "../../contract/index.ts";
import { counted } from "../../kernel/report/index.ts";
import { houseNotice } from "../report/index.ts";

export type HouseCount = {
  add(models: SessionResult["models"]): void;
  /** Of so many sessions that were planned. Null: no embedded actor played. */ notice(
    planned: number,
  ): string | null;
};

/** In how many sessions embedded actors played, and what a matrix with them says nothing about. */
export function houseCount(): HouseCount {
  const sessions = { all: 0, narrated: 0, played: 0 };
  return {
    add(models) {
      sessions.all++;
      if (models.narrator.startsWith("house/")) sessions.narrated++;
      else if (houseNotice(models) !== undefined) sessions.played++;
    },
    notice(planned) {
      const { all, narrated, played } = sessions;
      const of = (count: number) =>
        count === all
          ? all === 1
            ? "the only session"
            : `all ${all} sessions`
          : `${count} of ${counted(all, "session")}`;
      const matrix = `of this matrix${all < planned ? ` that ${all === 1 ? "was" : "were"} begun` : ""}`;
      const parts = [
        narrated > 0
          ? `The embedded house cast narrated ${of(narrated)} ${matrix}: actors with a script. Nothing in ${narrated === all ? "it" : "these"} is evidence about a prompt or a model.`
          : "",
        played > 0
          ? `The embedded house cast played at the table in ${of(played)}${narrated > 0 ? "" : ` ${matrix}`}: what the narrators said there is their own, but how the players took it is no evidence about people or other models.`
          : "",
      ].filter((part) => part !== "");
      return parts.length === 0 ? null : parts.join(" ");
    },
  };
}
