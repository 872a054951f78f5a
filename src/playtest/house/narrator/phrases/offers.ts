/** The ways that lie open, before the question of the guide. */
export const offers: readonly string[] = [
  "You could {ways}.",
  "You might {ways}.",
  "From here you can {ways}.",
  "As things stand you could {ways}.",
  "If you like, you can {ways}.",
  "There is time for one thing: you could {ways}.",
  "It is up to you; you can {ways}.",
  "Nothing keeps you from it: you could {ways}.",
  "At this point you might {ways}.",
  "Several things suggest themselves: you could {ways}.",
  "No one will choose for you. You can {ways}.",
  "Here you could {ways}.",
];

/** Where the guide's own question has been asked before: the ways are the question. */
export const anew: readonly string[] = [
  "Do you {ways}?",
  "Will you {ways}?",
  "What is it to be: {ways}?",
  "What will you do: {ways}?",
  "Would you rather {ways}?",
  "Which way do you turn: {ways}?",
];

/** The question once more, for those who lost the thread. */
export const again: readonly string[] = [
  "That leaves the choice: {ways}?",
  "So which is it to be: {ways}?",
  "It is open to you as before: {ways}.",
  "The choice has not gone away: {ways}?",
  "What was open is open still: {ways}.",
  "One of these it must be: {ways}.",
  "It comes down to this: {ways}?",
];

/** After an answer or an aside: everybody knows what lies open, and is not told it twice. */
export const reminders: readonly string[] = [
  "The choice is where you left it.",
  "What will it be?",
  "It is still for you to say.",
  "How do you go on from here?",
  "All of it is open, as it was.",
  "Which way, then?",
  "Nothing has been decided yet.",
  "Does that settle it for you?",
  "The next step is yours.",
  "Where does that leave you?",
  "Nobody hurries you.",
  "What do you make of it?",
  "You have only to choose.",
  "Do you keep to what you had in mind?",
  "The place waits for your answer.",
  "And what will you do about it?",
  "It is your move, as before.",
  "Has that changed anybody's mind?",
  "The ways are the same as they were.",
  "What do you say to it now?",
  "Whatever you choose, it will be now.",
  "Well?",
];
