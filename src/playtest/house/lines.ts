/** What house actors say that neither the guide nor an archetype provides. */

export const narratorLines = {
  greetings: [
    'Good evening, and welcome to "{title}". {premise}',
    'The story is called "{title}". {premise}',
  ],
  askNames: "How many of you are playing, and by what names shall I know you?",
  welcomes: ["Well met, {names}.", "Then there is a place laid for {names}."],
  /** After a beat without a choice. */
  openQuestions: ["What do you do?", "What now?", "Where do you turn?"],
  /** Where the guide has no answer, nothing is invented. */
  unknown: ["Nothing here gives that away, not yet.", "For the time being the place keeps that to itself."],
  recap: "In short, this lies behind you: {titles}.",
  /** The narrator stays with a digression for one output, before a detail of the place. */
  lingering: [
    "Let {name} have that moment: nobody is in a hurry.",
    "It is good to sit beside {name} for a while and hear that.",
    "You give {name} the time it takes, and look about you.",
  ],
  /** Back to the story, by way of what was said; and after a digression that had its time. */
  woven: [
    "Somebody here has overheard {name} and turns round with half a smile, and that is how it goes on.",
    "What {name} says carries further than it should: an answer comes, and not from any of you.",
    "While {name} is still talking, something moves at the edge of it, as if it had been called.",
  ],
  natural: [
    "Little by little the talk runs out by itself, and you hear the place again.",
    "When you look up from it, the light has changed, and you are needed.",
  ],
  ending: "That is the last of it. You go your ways, and each of you keeps a part of the story.",
} as const;

export const faultLines = {
  forced: [
    "Anyway, back to the story.",
    "Enough of that. Where were we? The story.",
    "Never mind all that, back to the matter at hand.",
  ],
  again: ["Once more:", "And so:", "Now then:"],
  leak: 'You all know by now what {name} was told alone: "{secret}"',
  wrong: 'It is as well to remember that this was never so: "{sentence}"',
  /** A stall is one of each, so that no two of its outputs are alike. */
  waiting: [
    "A board creaks somewhere, then thinks better of it.",
    "The wind goes round the corner and comes back with nothing.",
    "For a good while there is only the sound of your own breathing.",
    "Dust settles on a sill where it had settled before.",
    "A clock ticks in another room, neither faster nor slower.",
  ],
  idling: [
    "You might as well not have spoken.",
    "Nothing comes of what you wanted.",
    "Everything stays exactly where it is.",
    "No door opens and no one arrives.",
    "The hour hangs like washing in still air.",
    "Your plan remains a plan.",
  ],
} as const;

export const playerLines = {
  /** Where the narrator offers no options that a house player can read. */
  wishes: ["go on and see what comes", "take a closer look first", "stay together and listen"],
  introductions: ["I'm glad to be here.", "The others can tell it better.", "I have waited for this."],
  /** How they begin when they tell the others what they alone know. */
  tellings: ["There is something you should know.", "I nearly forgot to say.", "You'll want to hear this."],
  /** Added to an unfaithful relay. */
  remarks: ["That is my own view, mind.", "I may have missed somebody.", "And I wonder where it leads."],
  reactions: ["{other} has a point.", "Go on, {other}, I'm listening.", "If {other} says so."],
} as const;
