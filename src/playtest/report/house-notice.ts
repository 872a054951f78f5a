import type { SessionResult } from "../../contract/index.ts";

/** Which parts embedded actors played, and what a session with them says nothing about; nothing where none did. */
export function houseNotice({
  narrator,
  players,
}: Pick<SessionResult["models"], "narrator" | "players">): string | undefined {
  const actors = players.filter(({ model }) => isHouse(model)).map(({ name }) => name);
  if (isHouse(narrator) && actors.length === players.length)
    return "The embedded house cast played in this session: actors with a script. Nothing in it is evidence about a prompt or a model.";
  if (isHouse(narrator))
    return `The embedded house cast played the narrator${actors.length === 0 ? "" : ` and ${list(actors)}`} in this session: actors with a script. Nothing in it is evidence about a prompt or about a narrator's model.`;
  if (actors.length === 0) return undefined;
  const parts = actors.length === players.length ? "all players and the spokesperson" : list(actors);
  return `The embedded house cast played ${parts} in this session: actors with a script. The narrator was ${narrator}: what it said is its own, but how the players took it is no evidence about people or other models.`;
}

const isHouse = (id: string): boolean => id.startsWith("house/");
const list = (names: readonly string[]) =>
  names.length < 2 ? names.join("") : `${names.slice(0, -1).join(", ")} and ${names.at(-1)}`;
