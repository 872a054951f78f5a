/** Weighs the options: tests how clear choices are. */
import type { Archetype } from "./archetype.ts";

export const optimizer: Archetype = {
  name: "The Optimizer",
  style: "Wants to make good decisions, asks about options",
  context: "Plays strategy games, likes planning",
  patterns: ["Asks what the options are", "Thinks through consequences", "Deliberate, not aggressive"],
  quirkFrequency: 0.2,
  testsFor: ["agency clarity", "decision framing"],
  model: "deepseek",
  quirk: "weigh the options against each other and ask what each would cost",
  tangent: { type: "planning", chance: 0.35, intensity: { light: 5, medium: 4, heavy: 1 } },
  relay: { advocates: 0.55 },
  crossTalk: 0.2,
  inPrivate: { manner: "You weigh what it is worth.", shareChance: 0.6 },
  house: {
    agreement: 0.5,
    reactions: [
      "The {thing} is an asset if we keep it, and a problem if we don't.",
      "We're in decent shape, as long as {npc} stays on our side.",
      "That went better than I expected.",
      "I'd keep the {thing} in reserve for now.",
      "{other} is good with this kind of thing, so I'd put {other} in front.",
      "Think two moves ahead: the {thing} will come up again.",
      "I had written off the {thing}. I was wrong.",
      "We have {npc}, we have each other, and we have a little time.",
      "Since {other} brought up the {their}, I've been counting what we have.",
      "Nothing lost so far, I'd say.",
    ],
    stances: [
      "Best line from here: {option}.",
      "I'd {option}. It keeps the most doors open.",
      "We should {option}, and do it properly.",
      "On balance, we {option}.",
      "Let's {option} first and spend nothing else.",
      "It's the efficient thing to {option}.",
      "I've thought it through: {option}.",
    ],
    quirks: [
      {
        says: "Let's weigh it. If we {option}, what does it cost us, and what do we lose by waiting?",
        wants: "Ask what it would cost us to {option}.",
      },
      {
        says: "What are our options here, all of them, and which one can we take back?",
        wants: "Ask what our options are and which of them can be undone.",
      },
      {
        says: "Two columns: what we gain, what we risk. Where does the {thing} go?",
        wants: "Ask what the {thing} could gain us and what it could cost.",
      },
      {
        says: "How long do we have before somebody else decides it? That changes the sum.",
        wants: "Ask how much time we have to decide.",
      },
      {
        says: "Suppose we {option} and it goes wrong. Do we have a second way out?",
        wants: "Ask whether there is a second way out if we {option}.",
      },
      {
        says: "What does {npc} stand to gain from either? I'd price that in.",
        wants: "Ask what {npc} stands to gain.",
      },
      {
        says: "If one of us stays with the {thing} and the rest go, is that worse or better? Run it through.",
        wants: "Ask whether somebody could stay with the {thing} while the others go.",
      },
      {
        says: "Before we spend anything on the {thing}: what else could the same effort buy?",
        wants: "Ask what else we could do instead of bothering with the {thing}.",
      },
    ],
    tangents: [
      {
        aside: "a chart with the {thing} on both axes",
        says: "Give me five minutes and a napkin. I can see {aside}, and colour codes, and a column for {other}.",
      },
      {
        aside: "ranking every {thing} we have met from one to ten",
        says: "We need a baseline. I propose {aside}, with half points, and no hurt feelings.",
      },
      {
        aside: "the time I won a whole campaign with one {thing}",
        says: "This is exactly like {aside}. I should tell you about it: it took nine hours and a spreadsheet.",
      },
      {
        aside: "a rota for who worries about the {thing}",
        says: "We're wasting effort. What we need is {aside}, in two-hour shifts, with a handover sheet.",
      },
      {
        aside: "three plans named after cheeses",
        says: "Let's have {aside}. Plan Brie is soft in the middle, Plan Parmesan takes two years, and I'll argue for Gouda.",
      },
    ],
    answers: [
      "I work out the worth of {what}, and to whom, and I don't spend it yet.",
      "That's an edge, if I time it well. What would it cost me to wait?",
      "I file it under reserves. Who else knows, and what would they pay?",
      "I weigh it up: use it now and it is gone; keep it and it may spoil.",
    ],
    tellings: [
      "It's worth more if we all have it.",
      "Put this on the table with the rest of what we have.",
      "This changes the odds, so you should know it.",
      "I could keep this in reserve, but shared it pays better.",
    ],
    introductions: [
      "I pack light, and in order.",
      "I like to know where the exits are and what they cost.",
      "I plan. Somebody has to.",
    ],
    remarks: {
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
  },
};
