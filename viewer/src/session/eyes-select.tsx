import type { SessionView } from "../../../src/contract/playtest-api.ts";

/** Through whose eyes the session is seen. */
export function EyesSelect({ players, as, look }: { players: SessionView["players"]; as: number | null; look: (seat: number | null) => void }) {
  return (
    <label className="eyes">
      <span>See as</span>
      <select value={as ?? ""} onChange={(event) => look(event.target.value === "" ? null : Number(event.target.value))}>
        <option value="">everyone (all that happened)</option>
        {players.map(({ seat, name, archetype }) => (
          <option key={seat} value={seat}>
            {name}, {archetype}
          </option>
        ))}
      </select>
    </label>
  );
}
