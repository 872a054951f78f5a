/** The simulated players are tested too: a session that they broke says nothing about its narrator. */
export { auditPlayers } from "./audit-players.ts";
