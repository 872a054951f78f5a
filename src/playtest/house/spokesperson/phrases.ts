/** How a relay is put. {who} are names, as {whom} after a preposition; verbs fit their number. */
export const phrases = {
  agreed: [
    "We {action}; {who} {are} for it.",
    "{who} {want} us to {action}, so that is what we do.",
    "We've settled on it: we {action}. {who} spoke up for it.",
    "Our answer is that we {action}, as {who} said.",
  ],
  agreedAlone: [
    "We {action}.",
    "We've decided: we {action}.",
    "All right, we {action}.",
    "Together we {action}.",
  ],
  most: ["{who} {want} us to {action}", "{who} {think} that we should {action}", "{who} would {action}"],
  others: [
    "{who} would rather {action}",
    "{who} {like} it better to {action}",
    "{who} {hold} out to {action}",
  ],
  result: ["in the end we {action}.", "so we {action}.", "we go with the first: we {action}."],
  /** What most are for, where something else comes before it: {until} says so. */
  held: [
    "{who} {want} us to {action}, {until}:",
    "{who} {think} that we should {action}, {until}:",
    "We would {action}, as {who} {say}, {until}:",
    "{who} would {action}, {until}:",
  ],
  heldAlone: [
    "I'd {action}, {until}:",
    "I think that we should {action}, {until}:",
    "We would {action}, {until}:",
  ],
  heldUndersold: [
    "I guess we {action}, like {who} said, {until}:",
    "We might {action}, because of {who}, {until}:",
    "{who} sort of {want} us to {action}, {until}:",
  ],
  heldResult: [
    "as it stands we {action}, {until}:",
    "if nothing changes we {action}, {until}:",
    "on the whole we {action}, {until}:",
  ],
  until: ["but first", "but not before this", "but one thing comes before it", "but that can wait for this"],
  asks: ["{who} {ask} {question}.", "{who} {wonder} {question}.", "{who} {want} to know {question}."],
  asksSomebody: [
    "{who} {want} to ask {question}.",
    "{who} would like to ask {question}.",
    "First, {who} {want} to ask {question}.",
  ],
  recaps: [
    "{who} {need} a short recap, please.",
    "Could we have a short recap for {whom}?",
    "{who} lost the thread and {ask} for a short recap.",
  ],
  recapsBecause: [
    '{who} {need} a short recap, because of "{aside}".',
    'Could we have a short recap for {whom}? It was "{aside}".',
    '{who} missed a part ("{aside}") and {ask} for a short recap.',
  ],
  asides: [
    '{who} {are} on about "{aside}", and it is catching.',
    '{who} can\'t let go of "{aside}".',
    'There\'s also "{aside}", thanks to {whom}.',
    '{who} would like everybody to consider "{aside}".',
  ],
  tries: [
    "{who} {want} to {attempt}.",
    "{who} {have} another idea: to {attempt}.",
    "{who} would like to {attempt}, if it can be done.",
  ],
  along: ["{who} {go} along with {leader}.", "{who} {stick} with {leader}."],
  free: ["{who} {say}: {words}.", "From {whom}: {words}."],
  shares: [
    '{who} {have} told us something: "{shares}"',
    'And {who} {have} let us in on a thing: "{shares}"',
    'We know something new, because {who} {have} told us: "{shares}"',
  ],
  sharesOwn: [
    'I have told the others something: "{shares}"',
    'And I told the others what I know: "{shares}"',
  ],
  undersold: [
    "I guess we {action}, if that's all right. {who} said so.",
    "We sort of {action}, I think, because of {who}.",
    "Um, we {action}. It was {who} who wanted it, more or less.",
    "Okay, so we {action}, like {who} said. Probably.",
    "{who} {like} the idea to {action}, so we do that, I suppose.",
  ],
  undersoldAlone: [
    "I guess we {action}, if that's all right.",
    "We sort of {action}, I think.",
    "Um, we {action}. It's fine either way.",
    "Okay, so we {action}. Probably.",
  ],
  lookRound: [
    "we want to know what else there is to see.",
    "we look round, and ask what else we notice.",
    "we want to know what we have missed.",
    "what else is there, if we take our time?",
    "we keep still for a moment: what do we hear and see?",
  ],
  waiting: [
    "We have not decided yet.",
    "The rest can wait until we've heard.",
    "We'll choose after that.",
    "",
  ],
} as const satisfies Record<string, readonly string[]>;
