export const greetings: readonly string[] = [
  'Good evening, and welcome to "{title}".',
  'Sit down, all of you, and be welcome. The story is called "{title}".',
  'Welcome. Tonight\'s story is "{title}", and it is yours as much as mine.',
  'Come in and find a chair. We are going to play "{title}".',
];

export const askNames: readonly string[] = [
  "Before it begins, tell me: how many of you are there, and what are you called?",
  "First things first. How many players do I have at the table, and what are your names?",
  "How many of you are playing, and by what names shall I know you?",
  "Let me know who is there: how many are you, and what are you called?",
];

export const welcomes: readonly string[] = [
  "Then there is a place laid for {names}.",
  "{names}: good, I will remember that.",
  "Well met, {names}.",
  "I have you all now: {names}.",
];

export const askMore: readonly string[] = [
  "Before the first step I would like to know whom I am sending. Each of you may answer what you like of this.",
  "Tell me a little about the people you will be. Take the questions that speak to you.",
  "Now to your characters. Answer as much of this as you please, each for yourself.",
  "A few questions, so that the story knows you when it meets you.",
];

/** The story begins: {cast} says who it happens to. */
export const curtains: readonly string[] = [
  "It happens to {cast}.",
  "These are the ones it happens to: {cast}.",
  "So this is the story of {cast}.",
  "Remember their names, for the story will: {cast}.",
];

/** Said after the end, where somebody goes on asking. */
export const afterwards: readonly string[] = [
  "There is no more to tell.",
  "The book is closed, and it was good to have you in it.",
  "What happens after that belongs to you.",
  "The last page is turned, and it was a pleasure to turn it with you.",
];
