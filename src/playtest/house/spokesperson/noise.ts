import type { ArchetypeId } from "../../../contract/index.ts";

/**
 * How ten kinds of people pass on what a group wants. `before` and `after` are put round it; {action} is what most
 * are for, {own} what the speaker is for.
 */
export type Noise = { before?: readonly string[]; after?: readonly string[] };

export const relayNoise: Readonly<Record<ArchetypeId, Noise>> = {
  joker: {
    after: [
      "I was outvoted on the brass band.",
      "Put it on my tab.",
      "If this goes wrong, it was a typing error.",
      "No refunds, I take it.",
      "Somewhere my mother just shook her head and doesn't know why.",
      "I did offer to settle it with a dance-off.",
      "For the record, I had a hat ready for this.",
      "We're professionals, don't try this at home.",
      "I'd like it noted that I only screamed on the inside.",
      "That's the plan, and I use the word loosely.",
      "Tell my landlady that I was brave, and behind with the rent.",
      "I promised to say that with a straight face, and look at me.",
      "Any resemblance to a good idea is accidental.",
    ],
  },
  engaged: {
    before: [
      "We look at each other and nod.",
      "We draw closer together.",
      "None of us speaks for a breath.",
      "We have made up our minds.",
      "We keep our voices down.",
      "We stand shoulder to shoulder.",
    ],
  },
  questioner: {
    after: [
      "We went over it twice, because the first time nobody had said why, and the second time everybody had.",
      "The reason is simple: it is the only way that leaves us knowing more than before, whichever way it turns out.",
      "We got there by ruling the rest out one by one, which took a while, but I think it holds.",
      "I should explain that there were three arguments for it, and that the third was mostly the first again.",
      "In case it matters, this was not what we thought at first, but then somebody remembered how it began.",
      "To be exact, there was an objection, but it was to the order of things and not to the things.",
      "That follows from what we were told earlier, unless we misheard, in which case please say so.",
      "The thinking was that if it goes well we gain by it, and if it goes badly we at least know why.",
      "I write this down with the reasons, because later somebody always asks for the reasons.",
      "We compared it with what happened last time, and with the time before, as far as those can be compared.",
      "It took us some time, since two of us meant the same and said it differently.",
      "None of this is certain, of course, which is exactly why we think it should be tested.",
    ],
  },
  wildcard: {
    after: [
      "And I keep one pocket empty, just in case.",
      "On the way I'd like to leave a chalk mark somewhere silly.",
      "I also pick up a pebble, for luck or for throwing.",
      "And if there is a rope about, I'm having it.",
      "Meanwhile I hum, to see whether anything hums with me.",
      "And I count how many steps it takes, backwards.",
      "And I tie a knot in my handkerchief, so that the story remembers.",
      "I'd like to be the one who does it with the left hand.",
      "And I check whether anything rolls away when I let go of it.",
      "I leave a button behind, in case we come by here again.",
    ],
  },
  follower: {},
  curious: {
    after: [
      "And I'd love to know who was here before us.",
      "I also wonder how old all this is.",
      "Could you tell us how people here usually do it?",
      "And I'm curious what it is called by those who live with it.",
      "If there is time, I'd like to hear where the custom comes from.",
      "I also want to know what it looks like close up.",
      "And I'd like to know what it was before it was this.",
      "I also wonder who cleans it.",
      "And I'm curious whether there is a word for it.",
      "If anybody here remembers how it used to be, I'd love to hear it.",
    ],
  },
  optimizer: {
    after: [
      "For my part I'd still {own}: it costs the least and can be taken back.",
      "I want to be clear that to {own} is the better bargain, whatever comes.",
      "If it were up to me alone, we would {own}, and I have reasons.",
      "My own advice is to {own}; it leaves us the most for later.",
      "I make the case once more to {own}, and then I'm quiet.",
      "As I see it, to {own} is cheap, quick, and easy to defend afterwards.",
      "Let it be known that I would {own}, given the numbers.",
      "I keep coming out at the same result, which is to {own}.",
      "If anybody wavers: to {own} has the better odds.",
    ],
  },
  invested: {
    after: [
      "It matters to us how this ends for everybody.",
      "We hope that nobody gets hurt by it.",
      "We mean it kindly, and we'd like that to be seen.",
      "It was not easy to agree on, because we care.",
      "Some of us had to swallow first.",
      "We do it for those who can't.",
      "Please let it not be too late.",
      "I had a lump in my throat when we agreed.",
      "Whatever comes of it, we stay together.",
      "We hope they would do the same for us.",
    ],
  },
  drifter: {
    after: [
      "I think that was all of it.",
      "There was one more thing, but it's gone.",
      "I may have missed somebody.",
      "That's what I heard, at least.",
      "Sorry if I left something out.",
      "Somebody also mentioned something, I forget what.",
      "I hope I've got that the right way round.",
      "My notes stop here.",
    ],
  },
  experienced: {
    before: [
      "By the book this is where it goes wrong, so:",
      "We know what kind of story this is.",
      "As these things go, there are worse moves.",
      "Every group we've heard of does the opposite here.",
      "We do this with the lights on and our backs to a wall.",
      "We have all seen the film, and still:",
      "Somebody has to be the one who goes first in these stories.",
      "It is the oldest move there is, and it has aged well.",
      "We won't split up, we won't read anything aloud, and otherwise:",
      "The rulebook is silent on this, so:",
    ],
  },
};
