/** Ways in which a phrase comes out of a phone, a copy and paste, a bad day or a wish not to be seen. */

export type MutationKind = {
  name: string;
  /**
   * What the shipped rules promise. `misses`: no crisis phrase gets past; a typo in what makes a phrase harmless ("end it
   * wittth him") may alarm, which is the better mistake. `both`: that, and no alarm for what is none. `nothing`: it is
   * only measured.
   */
  promise: "both" | "misses" | "nothing";
  /** Every mutant that differs from the phrase. */
  of: (phrase: string) => string[];
};

const changed = (phrase: string, mutants: readonly string[]): string[] => [...new Set(mutants)].filter((mutant) => mutant !== phrase);
type Promised = Partial<Pick<MutationKind, "promise">>;
const whole = (name: string, mutate: (phrase: string) => string, { promise = "both" }: Promised = {}): MutationKind => ({ name, promise, of: (phrase) => changed(phrase, [mutate(phrase)]) });
/** One mutant for each place that the pattern finds. */
const eachPlace = (pattern: RegExp, replacement: (found: string) => string) => (phrase: string) =>
  changed(phrase, [...phrase.matchAll(pattern)].map(({ 0: found, index }) => phrase.slice(0, index) + replacement(found) + phrase.slice(index + found.length)));
const places = (name: string, pattern: RegExp, replacement: (found: string) => string, { promise = "both" }: Promised = {}): MutationKind => ({ name, promise, of: eachPlace(pattern, replacement) });

const shifted = (from: string, to: number) => (letter: string) => String.fromCodePoint(letter.codePointAt(0)! - from.codePointAt(0)! + to);
const cyrillic: Record<string, string> = { a: "а", e: "е", o: "о", i: "і", c: "с", p: "р", y: "у", s: "ѕ" };

export const mutationKinds: readonly MutationKind[] = [
  ...["’", "‘", "ʼ", "`", "´", "′", "＇"].map((sign) => whole(`apostrophe ${sign}`, (phrase) => phrase.replaceAll(/['’]/g, sign))),
  whole("upper case", (phrase) => phrase.toUpperCase()),
  whole("title case", (phrase) => phrase.replaceAll(/\b[a-z]/g, (letter) => letter.toUpperCase())),
  whole("full-width letters", (phrase) => phrase.replaceAll(/[!-~]/g, shifted("!", 0xff01))),
  whole("mathematical letters", (phrase) => phrase.replaceAll(/[a-z]/g, shifted("a", 0x1d41a))),
  whole("circled letters", (phrase) => phrase.replaceAll(/[a-z]/g, shifted("a", 0x24d0))),
  whole("accent on every letter", (phrase) => phrase.replaceAll(/[a-z]/gi, "$&\u0301")),
  whole("accented vowels, composed", (phrase) => phrase.replaceAll(/[aeiou]/g, "$&\u0308").normalize("NFC")),
  whole("double blanks", (phrase) => phrase.replaceAll(" ", "  ")),
  whole("no-break blanks", (phrase) => phrase.replaceAll(" ", "\u00a0")),
  whole("thin blanks", (phrase) => phrase.replaceAll(" ", "\u2009")),
  whole("line breaks", (phrase) => phrase.replaceAll(" ", "\r\n")),
  whole("tabs", (phrase) => phrase.replaceAll(" ", "\t")),
  ...([["zero-width space", "\u200b"], ["zero-width joiner", "\u200d"], ["soft hyphen", "\u00ad"], ["word joiner", "\u2060"], ["direction mark", "\u200e"], ["byte order mark", "\ufeff"]] as const).map(([name, sign]) =>
    places(`${name}, each place`, /(?<=[a-z])(?=[a-z])/gi, () => sign),
  ),
  ...([["zero-width space", "\u200b"], ["word joiner", "\u2060"], ["soft hyphen", "\u00ad"], ["grapheme joiner", "\u034f"], ["byte order mark", "\ufeff"]] as const).flatMap(([name, sign]) => [
    whole(`${name} for every blank`, (phrase) => phrase.replaceAll(" ", sign)),
    places(`${name} for each blank`, / /g, () => sign, { promise: "misses" }),
  ]),
  whole("zero-width space, everywhere", (phrase) => phrase.replaceAll(/(?<=.)(?=.)/g, "\u200b")),
  whole("words in bold marks", (phrase) => `**${phrase}**`),
  ...["_", "*", "~~", "`", "'", '"'].flatMap((mark) => [
    whole(`between ${mark}`, (phrase) => `${mark}${phrase}${mark}`),
    // Quotation marks may mean something, even around what makes a phrase harmless; emphasis does not.
    places(`each word between ${mark}`, /[a-z'’]+/gi, (word) => `${mark}${word}${mark}`, { promise: /[_*~]/.test(mark) ? "both" : "misses" }),
  ]),
  whole("underscores for blanks", (phrase) => phrase.replaceAll(" ", "_")),
  whole("hyphens for blanks", (phrase) => phrase.replaceAll(" ", "-"), { promise: "misses" }),
  whole("dots for blanks", (phrase) => phrase.replaceAll(/(?<=[a-z]) (?=[a-z])/gi, "."), { promise: "misses" }),
  places("an ellipsis after each word", / /g, () => "... ", { promise: "misses" }),
  places("… after each word", / /g, () => "… ", { promise: "misses" }),
  ...["''", "’’", '"', ";"].map((sign) => whole(`apostrophe ${sign}`, (phrase) => phrase.replaceAll(/(?<=n)['’](?=t)/g, sign))),
  ...["please help me", "my kids need me", "she never answers", "and i cannot sleep"].map((next) => whole(`a line break, then "${next}"`, (phrase) => `${phrase}\n${next}`)),
  whole("between other lines", (phrase) => `hello\r\n\r\n  ${phrase}  \r\n\r\nthank you`),
  whole("quoted lines", (phrase) => `> ${phrase.replaceAll(" ", "\n> ")}`),
  whole("blanks around", (phrase) => ` \n ${phrase} \n`),
  whole("in quotation marks", (phrase) => `she wrote “${phrase}” and left`),
  whole("a Cyrillic letter in each word", (phrase) => phrase.replaceAll(/[a-z]{2,}/g, (word) => word.replace(/[aeiopcys](?!$)/, (letter) => cyrillic[letter] ?? letter))),
  whole("missing apostrophes", (phrase) => phrase.replaceAll(/(?<=n)['’](?=t)/g, "")),
  places("wanna", /\bwant to\b/g, () => "wanna"),
  places("my self", /\bmyself\b/gi, () => "my self"),
  places("any more", /\banymore\b/g, () => "any more"),
  places("drawn-out letter, each place", /[a-z](?![a-z']*['’])/gi, (letter) => letter.repeat(5), { promise: "misses" }),
  places("two letters drawn out", /([a-z])([a-z])(?=[^a-z'’]|$)/gi, ([first, second]: string) => first!.repeat(4) + second!.repeat(6), { promise: "misses" }),
  places("doubled letter, each place", /[a-z]/gi, (letter) => letter.repeat(2), { promise: "misses" }),
  places("letter left out, each place", /(?<=[a-z])[a-z](?=[a-z])/gi, () => "", { promise: "nothing" }),
  places("two letters swapped, each place", /[a-z]{2}/gi, ([first, second]: string) => `${second}${first}`, { promise: "nothing" }),
  whole("digits for letters", (phrase) => phrase.replaceAll("i", "1").replaceAll("e", "3").replaceAll("o", "0"), { promise: "nothing" }),
];

/** Short ones beside those of the bank, so that one phrase cannot cover for another. */
export const crisisPhrases: readonly string[] = [
  "i want to die", "she wants to die", "i want to end it", "thinking of ending it all", "i want to kill myself", "thoughts of killing myself", "i keep hurting myself", "i want to hurt myself", "i started cutting myself",
  "i'm going to end my life", "i feel suicidal", "i'm thinking about suicide", "my son talks about self harm", "i'd be better off dead", "they'd be better off without me", "i wish i was dead", "there's no reason to live",
  "i don't want to be here anymore", "i don't feel safe", "i do not feel safe", "i'm not feeling safe at home", "i can't go on anymore", "i can't take it anymore", "i cannot take this anymore", "i can't do this anymore", "i can't go on",
  "he hits me", "she hit me again", "my ex hit the kids", "my daughter is being hit", "i'm being abused", "the kids are being hurt", "he choked me", "he slapped my son", "he beat me up", "i'm afraid he will hurt us", "i'm scared he'll hurt the kids",
  "he threatened to kill me", "he said he'd kill me", "i'm scared for my life", "he put his hands around my neck", "i'm afraid i'll hurt the baby",
  "i want to die", "i just want to be dead", "i've been thinking about killing myself", "i don't want to be here anymore", "i wish i was dead", "i keep thinking about suicide",
  "i feel suicidal tonight", "everyone would be better off without me", "i can't go on like this", "i want to end it all", "i've been cutting myself again", "i took a load of pills",
  "he hit me last night", "my ex punched me in the face", "he threatened to kill me", "he said he'll kill me if i leave", "i'm scared he will hurt the children", "she hits the kids when she is angry",
  "my husband choked me", "he beats my son", "i don't feel safe at home", "i'm afraid of what he'll do to me", "i don't want to wake up tomorrow", "there's no reason to live",
  "i'm going to hurt myself", "i wanna die", "i'd rather be dead", "thinking of ending my life", "i'm planning to kill myself", "i don't want to live anymore", "i don't want to live",
  "i wish i could go to sleep and never wake up", "my kids would be better off if i was dead", "i can't do this anymore", "i can't take it anymore", "there is no point in living",
  "i want to hurt myself", "i've started self-harming", "i overdosed last week", "he's been hitting me", "he slapped me in front of the kids", "she threw a plate at me and it cut my head",
  "he put his hands around my throat", "he is threatening to hurt me", "he threatened to kill the kids", "my daughter says daddy hits her", "my son has bruises from his dad", "i'm scared for my life",
  "we are not safe with him", "i might do something to myself", "i'm thinking about ending it", "i want to be gone forever", "i tried to kill myself last year", "life isn't worth living",
  "i wish i'd never been born", "i can't live like this anymore", "he grabbed me by the throat", "she's hitting my son", "he pushed me down the stairs", "he says he will kill us",
  "i'm terrified he will hurt the baby", "he pulled a knife on me", "my stepdad beats us", "he raped me", "i have a plan to end my life", "i cut myself last night", "i hate myself and want to die",
  "nobody would miss me", "he kicked me in the stomach", "i'm not safe here", "i want to end it without hurting my kids", "i wish i could fall asleep and never wake up tomorrow",
  "i keep cutting myself after his calls", "i don't want to live please help me", "he is kicking her legs",
  "i feel like ending my life", "sometimes i think about not being alive", "he keeps threatening to hurt us", "she said she would kill herself if i left", "my dad hits me with a belt",
  "i hurt myself when i feel like this", "i'm so tired of living", "he smashed my head against the wall", "he locked me in the bathroom and hit me", "i just want it all to end",
  "i don't see a reason to keep living", "i don't feel safe with him in the house", "he strangled me until i passed out", "my daughter said she wants to die", "i bought enough pills to end it all",
];

/** What sounds like a crisis and is none: each next to a phrase of the bank. */
export const benignTwins: readonly string[] = [
  "i want to diet", "we want to end it with the sitter", "my phone died at pickup", "the kids are dying to see you", "i could kill for a coffee", "this is killing me", "i had to kill time",
  "i'm skilled at this", "hit me up tomorrow", "she hit the roof", "he was being hit on", "the kids are being hurtful", "we're better off without him", "it's not safe to post that",
  "i can't go on vacation", "i can't take the kids on friday anymore", "i'm taking my life back", "we watched suicide squad", "i cut myself some slack", "i hurt myself at the gym", "he hit me with another motion",
  "the news hit the kids hard", "she hit her head at dad's", "worried he'll hurt her feelings", "i don't want to live with him anymore", "i don't want to wake up early", "he kicked me out", "he beat us to it",
  "i beat myself up about it", "i'm killing myself trying to please her", "i wanted to die of embarrassment", "she's dead set on winning", "he has never hit me",
  "i try to not wake up my baby", "i want to shoot him a message", "he threatened to hit send", "that would be career suicide", "suicide prevention training at the school",
  "i keep being hit with late fees", "we are being hit hard by the recession", "she hit him with divorce papers", "she slapped him with a subpoena", "my daughter was kicking her legs",
  "we might end it there", "i try to not wake up the neighbours when i get home late", "she killed it at the school play", "he hit the brakes and we all jumped", "i was hit with a big phone bill",
  "that meeting was death by powerpoint", "he wants to kill the deal with the lawyer", "i'm dying for a holiday", "my daughter hit her first home run", "he threatened to take me back to court",
  "she slapped a sticker on the lunchbox", "the plants will die if i don't water them", "he was kicking the ball with the kids", "can't go on the school trip because i work",
  "i can't take it to the garage until friday", "i don't want to live in the city any more", "i want to end my lease early", "we agreed to end it on good terms", "he punched in the wrong address",
  "my son wants to be dead last in line so he can talk longer", "the battery is dead again", "he beat me at chess", "the traffic nearly killed me, i was late for pick up",
  "she hurt my feelings with that email", "i don't feel safe sharing my password online", "he hits me up for money every month", "the kids were hitting the piñata",
  "i could have died of embarrassment", "we watched a film about a hit man", "she threatened to cancel the booking", "i hurt my back lifting boxes", "my son hurt himself on the swing but is fine now",
  "suicide squad is too violent for a nine year old", "what's the harm in asking her", "i need to cut myself some slack", "i cut myself a slice of cake",
  "i want to disappear into a good book this weekend", "it's better to be off work when the kids are here", "he's afraid he will hurt her feelings", "i can't do this maths homework with her",
  "there is no point in going on the website", "i want to shoot her an email about the holidays", "he threatened to hit the lawyer with a complaint", "that would be political suicide for the council",
  "the school runs a suicide awareness week", "she was hit by a wave of tiredness", "he hit her with a pile of paperwork", "they served him and slapped her with a fine",
  "the baby keeps kicking my ribs at night", "let's end it here and talk tomorrow", "the kids are beating each other at mario kart", "i beat him to the school gate", "he always kills the mood",
  "she would kill me if i forgot her birthday", "my mum will kill me when she sees the carpet", "i'm dead tired after the school run", "we want to die our hair purple", "my phone is about to die",
  "the conversation died", "the dog was put to sleep last week and my son is sad", "i can't live without my coffee", "i can't go on holiday in august",
  "i don't want to be here when he drops off the keys", "i want to end the argument about shoes", "he hits snooze every morning", "he choked on a grape but is fine",
  "the coach is hitting the kids with extra homework", "she pushed me to apply for the job", "he shoved the bags in the car", "i'm afraid he will hurt his chances in court",
  "i don't feel safe driving in snow", "my heart was beating fast", "he attacked my parenting in the email", "it hurts me when he is late", "i'm hurt by his message",
  "being hurt by what she said is normal", "he strangled the conversation with legal jargon", "we lost grandpa, he died on sunday", "he said over my dead body to the move",
  "i took the pills the doctor gave me for my cold", "no reason to live so far from school", "he hit me with a bunch of questions about the holidays", "she threatened to shoot him a nasty email",
  "i can't go on pretending we like each other's pasta", "the kids want to die easter eggs with grandma", "i'm killing it at work", "we are being hit by another round of snow",
  "i told him not to wake up my mum", "he threw a party for me", "she threw questions at me all evening", "my son has bruises from football practice", "i don't want to live next door to my ex",
  "i overdosed on chocolate at easter", "he beat me to the parking spot", "she punched a hole in my argument", "my knee hurts from running", "i hurt my ankle", "he threatened to hurt my case in court",
  "she's a drama queen but harmless", "they kicked him off the team", "the movie was about a suicide mission", "he slapped me with a restraining order", "i want to end the call",
  "the baby kicked me all night", "it would kill me to be late again", "i'm dead serious about the schedule", "in the end it all worked out",
  "the recital got cancelled and she is heartbroken", "he shot me a dirty look at the handover", "we might kill two birds with one stone and meet at the library",
  "he punched the air when his team scored", "my ex threatened to call my boss", "i can't take this suitcase on the plane", "she hit a wall with the paperwork", "i feel safe saying he will be late",
  "the joke did not land and i wanted to disappear", "her laptop died in the middle of the call", "he kicked the ball into her garden", "they were hitting each other with pillows",
  "i'm dying to know what the judge said", "stop hitting reply all please", "i want to end this chapter and move on", "she strangled the houseplants with ribbon",
  "he choked up when he talked about the kids", "is it harmful to switch weekends", "i beat my son at cards", "nobody would miss a boring meeting", "i am tired of living with my parents",
  "and then it hit me that it was friday",
];
