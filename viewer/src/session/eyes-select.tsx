import { words } from "../ui/index.ts";
import type { SessionView } from "../../../src/contract/index.ts";
import { exported } from "../exported/index.ts";

/** Through whose eyes the session is seen. */
export function EyesSelect({
  players,
  as,
  look,
}: {
  players: SessionView["players"];
  as: number | null;
  look: (seat: number | null) => void;
}) {
  if (exported?.isPublic) return null;
  return (
    <label className="eyes">
      <span>See as</span>
      <select
        value={as ?? ""}
        onChange={(event) => look(event.target.value === "" ? null : Number(event.target.value))}
      >
        <option value="">everyone</option>
        {players.map(({ seat, name, archetype }) => (
          <option key={seat} value={seat}>
            {[name, words(archetype)].filter(Boolean).join(", ")}
          </option>
        ))}
      </select>
    </label>
  );
}
