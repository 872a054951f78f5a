/** The simulated players are tested too: a session that they broke is not evidence about its narrator. */
export { auditPlayers } from "./audit-players.ts";
