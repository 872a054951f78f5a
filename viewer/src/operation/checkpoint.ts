/** A turn of a session to start from. Its file is named by the session's id, wherever its folder is: `told/turn-5.json`. */
export type Checkpoint = { session: string; turn: number };

export const checkpointPath = ({ session, turn }: Checkpoint): string => `${session}/turn-${turn}.json`;

export function checkpointIn(path: string): Checkpoint | null {
  const [, session, turn] = /^([^/]+)\/turn-(\d{1,7})\.json$/.exec(path) ?? [];
  return session === undefined ? null : { session, turn: Number(turn) };
}
