/** Takes the story seriously: the baseline that the other archetypes are compared with. */
import type { Archetype } from "./archetype.ts";

export const engaged: Archetype = {
  name: "The Engaged",
  style: "Takes the story seriously, plays along fully",
  context: "Enjoys escape rooms, reads fantasy novels on the train",
  patterns: ["Describes actions clearly", "Asks what they see", "Stays in the fiction"],
  quirkFrequency: 0.2,
  testsFor: ["baseline narrative quality", "happy path"],
  model: "qwen",
  quirk: "describe what your character does with one concrete physical detail, and ask what they see",
  relay: { comments: 0.1 },
  crossTalk: 0.15,
  inPrivate: { manner: "You stay in character and take it as part of the story.", shareChance: 0.5 },
  house: {
    reactions: [
      "I keep close to the {thing} and listen.",
      "I look from {npc} to the {thing} before I say anything.",
      "I don't like this, but I can't turn away from it either.",
      "I step up beside {other}, so that neither of us stands alone.",
      "I remember what {other} said about the {their}, and I go slowly.",
      "I let {npc} finish, and only then do I breathe out.",
      "My hand goes to the {thing} without my meaning it to.",
      "I stand still for a moment and take it all in.",
      "I lower my voice, because of the {thing}.",
      "I try to read what {npc} is not telling us.",
    ],
    stances: [
      "I nod to the others: we {option}.",
      "I'm ready. Let's {option}.",
      "I would {option}, and I'd do it now.",
      "Quietly, I say what I think: {option}.",
      "I go first, if nobody minds. We {option}.",
      "There's one thing to do here, and that's to {option}.",
      "I turn to {other}: shall we {option}?",
    ],
    quirks: [
      {
        says: "I crouch by the {thing} and run my thumb along its edge. What do I see up close?",
        wants: "Look closely at the {thing} and ask what there is to see.",
      },
      {
        says: "I hold my breath and put one ear to the {thing}. What do I hear, and what do I see from there?",
        wants: "Ask what we see and hear at the {thing}.",
      },
      {
        says: "I shade my eyes with my sleeve and look past the {thing}. What do I see behind it?",
        wants: "Ask what we see beyond the {thing}.",
      },
      {
        says: "I pull my collar up, step between {npc} and the door, and look them in the eye. What do I see there?",
        wants: "Watch {npc} closely and ask what we see.",
      },
      {
        says: "I go down on one knee, wipe the dust off with my cuff, and look at the {thing} from below. What do I see?",
        wants: "Examine the {thing} and ask what we see.",
      },
      {
        says: "I trace the outline of the {thing} with a cold finger, the way you'd read a name on a stone. What do I see?",
        wants: "Go over the {thing} by touch and ask what we see.",
      },
      {
        says: "I set my weight on my back foot and lean in until my breath touches the {thing}. What do I see?",
        wants: "Lean in to the {thing} and ask what we see.",
      },
      {
        says: "I take {other} by the elbow and point at the {thing} with my chin. What do we see from here?",
        wants: "Ask what we see when we both look at the {thing}.",
      },
      {
        says: "I stop, shut my eyes and let my breath go out slowly. What do I hear, and what do I see when I open them?",
        wants: "Ask what we hear and what we see.",
      },
    ],
    tangents: [],
    answers: [
      "I don't let my face show it. I close my hand, count to three, and carry {what} with me from here on.",
      "I turn away, so that nobody sees my eyes, and whisper that I understand. What does it want of me?",
      "I stay where I am until my heart slows down. Then I go on, and I listen for it.",
      "I touch the place where it happened, once, to be sure that it was real.",
    ],
    tellings: [
      "Stop, all of you, there is something you should know.",
      "I can't keep this to myself any longer.",
      "Listen, something happened to me just now.",
      "I lower my voice and tell you what I know.",
    ],
    introductions: [
      "I'd rather show you the rest than tell you.",
      "I notice when a room goes quiet, and I don't look away.",
      "I've been waiting a long time for something like this.",
    ],
    remarks: {
      before: [
        "We look at each other and nod.",
        "We draw closer together.",
        "None of us speaks for a breath.",
        "We have made up our minds.",
        "We keep our voices down.",
        "We stand shoulder to shoulder.",
      ],
    },
  },
};
