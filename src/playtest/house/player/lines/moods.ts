/** A word of the mood, now and then, in front of what is said. */
export const moodLines: Readonly<Record<string, readonly string[]>> = {
  upbeat: ["Oh, excellent.", "Yes, good.", "I'm enjoying this."],
  "at ease": ["Well.", "Right.", "So."],
  tired: ["Long day.", "Bear with me.", "Slowly, please."],
  keen: ["Go on!", "Finally.", "Oh, come on, quick."],
  wary: ["Careful.", "Hm.", "Not so fast."],
  impatient: ["Come on.", "All right, all right.", "Before we all grow old."],
  playful: ["Ha.", "Oh, this is fun.", "Ready or not."],
  thoughtful: ["Let me think.", "Funny, that.", "I wonder."],
};
