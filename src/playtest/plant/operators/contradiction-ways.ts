import type { Bank } from "../operator.ts";

/** Ways to say what cannot be, told as plainly as anything else. What may have changed untold is said to be as it was: without that a reader would shrug. */
export const ways: Readonly<Record<string, Readonly<Record<Bank, readonly string[]>>>> = {
  revive: {
    fit: [
      '"You took your time," says {entity}, alive and well, and shakes your hands.',
      "{entity} nods to each of you and asks what kept you.",
      '"There you are," says {entity}, and walks ahead.',
      "{entity} laughs at that and pours each of you a cup.",
      '"I had begun to wonder about you," says {entity} from the corner.',
      "{entity} comes in, stamps the cold off, and sits down among you.",
      "{entity} waves, and calls out to you.",
    ],
    report: [
      '"Mind the step," says {entity}, and holds the light for you.',
      "{entity} turns round and asks which of you is hungry.",
      "{entity} whispers something to the one who stands nearest.",
      '"I would not do that," mutters {entity}.',
    ],
  },
  open: {
    fit: [
      "You find {entity} wide open, as ever.",
      "You look round, and {entity} stands open, as it did from the first.",
      "{entity} is open, as it has been all along.",
    ],
    report: [
      "{entity} is open, as it always was.",
      "Beside you {entity} is unlocked, and has been from the first.",
      "You see that {entity} is open, as it was before.",
      "{entity} is wide open, as before.",
    ],
  },
  lock: {
    fit: [
      "You find {entity} locked, as ever.",
      "You look round, and {entity} is locked, as it was from the first.",
      "{entity} is locked, as it has been all along.",
    ],
    report: [
      "{entity} is locked, as it always was.",
      "Beside you {entity} is locked, and has been from the first.",
      "You see that {entity} is locked, as it was before.",
      "{entity} is firmly locked, as before.",
    ],
  },
  move: {
    fit: [
      "It is {other} who has had {entity} from the first, and nobody else.",
      "{other} still has {entity}, as always.",
      "{other} holds {entity}, and has done so all along.",
      "{other} carries {entity}, as ever.",
      "{other} has {entity}, and has had it all along.",
      "{entity} is in {other}'s hands, as before.",
      "{other} holds {entity}, as before.",
    ],
    report: [
      "{entity} is in {other}'s pocket, as it always was.",
      "{other} has {entity}, as from the beginning.",
      "{other} still carries {entity}, as before.",
      "{entity} is in {other}'s bag, as ever.",
    ],
  },
  elsewhere: {
    fit: [
      "{entity} has been at {place} all along.",
      "You find {entity} at {place}, as ever.",
      "{entity} is still at {place}, as always.",
    ],
    report: [
      "{entity} is at {place}, and has been since you came.",
      "{entity} has never left {place}.",
      "{entity} waits at {place}, as before.",
      "All along {entity} has been at {place}.",
    ],
  },
  rename: {
    fit: [
      "{entity}, {name}, turns to you.",
      "{entity}'s name is {name}, as it has always been.",
      "{name}, {entity}, nods to you.",
    ],
    report: [
      "{entity} is called {name}.",
      "{entity}, whose name is {name}, looks up.",
      "It is {name}, {entity}, who looks up first.",
      "{entity}, {name}, says nothing to that.",
    ],
  },
  toDay: {
    fit: [
      "It is noon, and it has been day since you came.",
      "It is broad day, and the noon sun stands straight above you, as before.",
      "It is day, as it has been all along.",
    ],
    report: [
      "It is day, as it was before.",
      "The sun stands high, as it has since you came.",
      "It is midday, and has been day from the first.",
      "It is broad daylight, as ever.",
    ],
  },
  toNight: {
    fit: [
      "It is the middle of the night, and has been since you came.",
      "It is night, and the moon stands straight above you, as before.",
      "It is night, as it has been all along.",
    ],
    report: [
      "It is night, as it was before.",
      "The stars are out, as they have been since you came.",
      "It is midnight, and has been night from the first.",
      "It is deep night, as ever.",
    ],
  },
  recount: {
    fit: [
      "You count {entity}, and there are {number} of them, as there were before.",
      "There are {number} of them, {entity}, as there always were.",
    ],
    report: [
      "There are {number} of {entity}, as before.",
      "You look over {entity}, and there are {number} of them, as ever.",
      "There have been {number} of them all along, {entity}.",
    ],
  },
  mend: {
    fit: [
      "You find {entity} whole, without a crack, as ever.",
      "{entity} has never been damaged, and is as sound as on the first day.",
    ],
    report: [
      "{entity} is whole, as it always was.",
      "You see that {entity} is undamaged, as before.",
      "{entity} has never been broken.",
    ],
  },
};
