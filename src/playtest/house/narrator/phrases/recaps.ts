/** Opens a recap. */
export const openings: readonly string[] = [
  "Here is the story so far, for {name} and for anybody else who blinked.",
  "In short, {name}, this is how you come to be here.",
  "So far, then, for {name}:",
  "To take up the thread again for {name}:",
  "A moment to look over your shoulders, for {name}'s sake.",
  "Let it be told once more, quickly, so that {name} has it.",
];

export const openingsUnnamed: readonly string[] = [
  "Here is the story so far.",
  "In short, this is how you come to be here.",
  "So far, then:",
  "To take up the thread again:",
  "A moment to look over your shoulders.",
];

/** One thing that happened: {title}, and what was chosen there. */
export const steps: readonly string[] = [
  'There was "{title}", and the choice there was to {label}.',
  '"{title}" came next; you chose to {label}.',
  'At "{title}" you made up your minds to {label}.',
  'Then "{title}", where it was decided to {label}.',
  'You went through "{title}" with one thing in mind: to {label}.',
];

export const stepsUnchosen: readonly string[] = [
  'There was "{title}".',
  'Then came "{title}".',
  'After it, "{title}".',
  'You came through "{title}".',
  'Next it was "{title}".',
];

/** All of it in a sentence, for {name}, where the story goes on in the same breath. */
export const briefly: readonly string[] = [
  'For {name}, in a breath: after "{before}" came "{title}", and that is where you are.',
  '{name} is soon told: first "{before}", then "{title}", and no harm done.',
  'Somebody says it again for {name}: "{before}" is behind you, and "{title}" is not.',
  'It takes two words to bring {name} up to date, "{before}" and "{title}".',
  '{name} gets it from the others in passing: "{before}", and after it "{title}".',
];

/** Where the group stands: {title}, the pulse that is open. */
export const standings: readonly string[] = [
  "That brings you to where you stand: {title}.",
  'And so you are in the middle of "{title}".',
  'Which leaves you here, with "{title}" before you.',
  'Since then it has been "{title}", and it is not over.',
  'Now it is "{title}", and the next step is yours.',
];
