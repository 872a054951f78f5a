/** The embedded actors by name, as data: who is there can be listed without loading what they can do. */
export const houseRoster = {
  plain:
    "Narrates from the story guide, plays every archetype and speaks for a group; fills any other role plainly.",
  looping: "A narrator who now and then says again what it has said, word for word or lightly edited.",
  forgetful: "A narrator who now and then contradicts a fact that it has told.",
  rushed: "A narrator who runs through the pulses three at a time and skips the choices between them.",
  derailed: "A narrator who follows the first tangent and never returns to the story.",
  stalled: "A narrator who for six turns and more lets nothing come of what the group does.",
  blunt: "A narrator who returns from every tangent with forced words.",
  leaky: "A narrator who tells everybody what one player alone was told.",
  noisy:
    "A narrator who repeats itself in one turn of five, by luck that its prompt is drawn into: for trying out statistics.",
  noisier: "The same in one turn of two.",
} as const;
export type HouseActor = keyof typeof houseRoster;
