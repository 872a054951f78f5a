/**
 * What a way of playing sounds like. Slots: {thing} something just told, {npc} somebody in the scene, {other}
 * another player, {their} something that this player spoke of, {option} what could be done, {aside} what a
 * tangent is about, {what} what was told in private. A {thing} can be pointed at and touched; lines say it after "the"
 * or "a", and each pool has some that do without.
 */
export type ArchetypeLines = {
  /** What they make of what was told. */
  reactions: readonly string[];
  /** What they are for. */
  stances: readonly string[];
  /** The quirk showing. Without `wants` they are still for one of the ways that lie open. */
  quirks: ReadonlyArray<{ says: string; wants?: string }>;
  /** Off the story. The aside is repeated to the spokesperson, so that the narrator can take it up. */
  tangents: ReadonlyArray<{ says: string; aside: string; recap?: boolean }>;
  /** To the narrator alone, after a private moment; and how they begin when they tell the others what it was. */
  answers: readonly string[];
  tellings: readonly string[];
  /** Added when they introduce their character. */
  introductions: readonly string[];
};
