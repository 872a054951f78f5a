/**
 * The marks of secrecy: ways in which a narrator's sentence says that it is for one player. Naming a player is not a mark.
 * The patterns match a sentence in lower case and with single spaces, in which each player's name is `@` and the seat.
 */
import { unwrapped } from "../../text/index.ts";

/** The vocabulary of the patterns below: a word in capitals stands for its entry here. */
const vocabulary: Record<string, string> = {
  /** The player addressed, and their things. */
  NAME: String.raw`(?<to>@\d+)`,
  TO: String.raw`(?:(?<to>@\d+)|you|him|her)`,
  HIS: String.raw`(?:(?<to>@\d+)'s?|your|his|her)`,
  YOUR: String.raw`(?:(?<to>@\d+)'s?|your)`,
  /** Those who are left out. */
  OTHERS: String.raw`(?:(?<from>@\d+(?:(?:, @\d+){0,3},? (?:and|or|nor) @\d+)?)|REST)`,
  REST: String.raw`
    (?:the others|the rest|the other (?:two|three|four|five|pair|players?|guests?)|
    (?:every|any)(?:one|body) else|(?:your|his|her|their) (?:two |three )?(?:companions?|friends?|
    pals|fellows|comrades|mates|colleagues)|none of (?:you|them))
  `,
  PARTY: "(?:OTHERS|the (?:crew|party|group|company|team|gang|table|crowd|guests))",
  /** One who is set apart from the others. */
  SHE_IS: String.raw`(?:you(?:'re| are)|(?:he|she)(?:'s| is)|(?<to>@\d+)(?:'s| is|,[^.;]{1,80}, is))`,
  TURN: "(?:but|while|whereas|and|where|though|which|what|so|neither)",
  NOBODY: "(?:nobody|no one|no-one|none|not a soul|not even)",
  BUT: "(?:but|except|save|besides|other than|apart from)",
  SENSE: String.raw`
    (?:see|sees|saw|seen|hear|hears|heard|notic(?:e|es|ed)|feel|feels|felt|know|knows|knew|learn|
    learns|read|reads|catch|catches|caught|spot|spots|smell|smells|sense|senses|understand|
    understands|understood|recogni[sz]es?|reali[sz]es?|make out|makes out|look|looks|looking|facing|
    watching|awake|told|given|speaks?|comes?|meant|close enough|near enough|tall enough|eyes?|ears?)
  `,
  CANNOT: String.raw`
    (?:can't|cannot|can not|couldn't|could not|don't|do not|doesn't|does not|didn't|did not|haven't|
    have not|hasn't|has not|won't|wouldn't|would not|never|miss|misses|missed|fail to|fails to)
  `,
  MUST_NOT: String.raw`
    (?:(?:do|must|may|should|need|is|are|ought)(?: not|n't)(?: to)?|don't|never|needn't|not to|
    better not)
  `,
  /** How it is said. */
  HUSH: "(?:whisper|murmur|mutter|hiss|breathe|mouth|confide|mumble)(?:s|es|ed|d|ing)?",
  /** On what it is written. */
  NOTE: String.raw`
    (?:notes?|letters?|papers?|cards?|envelopes?|slips?|receipts?|messages?|scraps?|drawings?|
    telegrams?|something|texts?|photographs?|tablets?|PAPER)
  `,
  PAPER: String.raw`
    (?:(?:strip|scrap|slip|wad|ball|twist|square|roll|sheet|piece|bit|corner|leaf|shred|sliver|
    pellet|screw|spill)s? of (?:\w+ )?(?:paper|parchment|card|vellum|foil|napkin|silk|cloth|bark|
    tissue|cardboard|linen|ribbon|newspaper|newsprint)|notes?|napkins?|postcards?|matchbooks?|
    telegrams?|beer ?mats?|parchments?|(?:folded|crumpled) (?:paper|page|sheet|card))
  `,
  /** Where a message arrives, and how. */
  DEVICE: String.raw`
    (?:earpiece|headset|headphones?|earphones?|earbuds?|implant|comms?|communicator|phone|pager|
    screen|monitor|visor|display|gauge|envelope|audio guide|dossier|wristband|receiver|speaker|
    handset|goggles|datapad|lens|lenses|hud|smartwatch)
  `,
  TELLING: String.raw`
    (?:say|says|read|reads|show|shows|buzz|buzzes|hum|hums|vibrates?|crackles?|voice|message|text|
    comes?|lights?|reading|tells?|itches|glows?|speaks?|pings?|flickers?|flash(?:es)?|scrolls?|
    displays?|whispers?|warns?)
  `,
  WRITTEN: String.raw`
    (?:written|scratched|engraved|pencil|pencilled|ink|inked|scrawled|carved|inscribed|printed|
    chalk|chalked|biro|stitched|etched|embroidered|writes|wrote|scribbles|scribbled|tucked|slipped|
    slid|pinned|folded|taped|wedged|hidden|baked|sewn|rolled|stuffed|stuck|lodged)
  `,
  /** Where else only one can know of it. */
  MIND: "(?:mind|head|thoughts?|skull|brain|dreams?|memory|bones|teeth)",
  COVER: String.raw`
    (?:table|desk|chair|bench|cloth|tablecloth|counter|cloak|curtain|napkin|programme|program|fan|
    sleeve|hand|menu|newspaper|bar|screen|flap|door|coat|shawl|veil|pillar|grille|hedge|tent|palm|
    blazer|jacket|stole|scarf|apron|hat|book|cards|skirts?|ledger|hymnal|hymn book)
  `,
  HAND: "(?:hand|palm|pocket|fingers|sleeve|fist|glove|cuff)",
  SPEECH: "(?:language|dialect|tongue(?! between)|cant|patois|code|cipher|script|shorthand)",
};

/** "Keep it to yourself" may refer to the sentences before. */
export const KEEP = "a request to keep it";
/** Marks that say outright whom they mean, or that the others are left out. */
export const OUTRIGHT: readonly string[] = ["a label", "only one", "the others cannot"];

/** Example → pattern, by meaning of the mark. In the examples Sam is the recipient. */
const patterns = {
  "a label": {
    "GM -> Sam the bell is cracked": String.raw`(?:->|→|=>|»|>>|@(?=@))\s?NAME`,
    "Sam (private): the bell is cracked": String.raw`
      NAME[,—-]?\s?\(?(?:private|privately|whispers?|secret|secretly|aside|in confidence|
      eyes only)\)?(?=\s?[:—)])
    `,
    "Privately, Sam, the bell is cracked":
      "(?:secretly|privately|in private|confidentially|discreetly|quietly|psst),? NAME(?=[,:.!])",
    "A note for Sam: the bell is cracked": String.raw`
      (?<=^[^\w@]{0,6})(?:an? |one |this |some )?(?:\w+ ){0,2}(?:aside|note|footnote|sidenote|
      postscript|addendum|handout|message|word|secret|whisper|memo|text|dm|pm|hint|reminder|clue|
      briefing|knowledge|information) (?:to|for) NAME(?=\s?[:—,.)])
    `,
    "To Sam: the bell is cracked": String.raw`(?<=^[\s>*_]{0,4})(?:to|for) NAME(?=\s?[:—])`,
    "(Now for Sam: the bell is cracked)": String.raw`
      (?<=^[\s>*_]{0,4}[([{|*_]{1,3}[^.:]{0,20})(?:to|for) NAME(?=\s?[:—])
    `,
    "(Sam only) the bell is cracked": String.raw`(?<=^[\s>*_]{0,4}[([{|*_]{1,3})NAME only`,
    "To Sam he says the bell is cracked": String.raw`
      (?<=^[^\w@]{0,6})to NAME (?:it|he|she|they) (?:says?|adds?|shows?|gives?|speaks?)
    `,
    "What follows is for Sam": String.raw`
      (?:what follows|what comes next|the (?:next|
      following)(?: (?:part|bit|lines?|words?|sentences?|paragraph))?|
      (?:this|the next|the following) (?:part|bit|line|paragraph)) (?:is|are|goes|
      belongs?) (?:\w+ )?(?:for|to) TO
    `,
    "This is for Sam: the bell is cracked": String.raw`
      this(?:'s| is| one is| one's) (?:just )?for NAME(?=\s?[:—])
    `,
    "Everyone out of the room, please, except Sam": String.raw`
      every(?:one|body)(?: else)?,? (?:please,? )?(?:off|out|leave|cover|close|shut|look away|
      step out|go|turn round|turn around) ...60 BUT NAME
    `,
    "For your eyes": "for your (?:eyes|ears)",
    "Yours, Sam, is cracked": "yours, NAME(?=,)",
    "Sam's private page": "NAME's (?:private|secret|eyes|ears)",
    "Your secret mission": String.raw`
      (?:secret|private|hidden|sealed) (?:objective|goal|mission|role|orders?|instructions?|agenda|
      knowledge|channel)
    `,
    "(Sam: the bell is cracked)": String.raw`
      (?<=^[\s>*_]{0,4}(?:\|\||[([{])[\s*_]{0,3})NAME(?=\s?[,:—])
    `,
  },
  "only one": {
    "Only Sam can see it": "(?<!if )(?:only|just|none but) (?:to |for |by )?TO(?:'s?)? ...30 SENSE",
    "You alone can hear it": "TO alone ...30 SENSE",
    "It is meant for Sam alone": "(?:to|for) (?:NAME (?:alone|only|and no other)|(?:you|him|her) alone)",
    "Sam, and you alone": String.raw`NAME,? (?:and |but )?(?:@\d+|him|her|he|she|you) (?:alone|only)`,
    "Sam, but only you": String.raw`
      NAME,? (?:and|but) (?:only|just|NOBODY but) (?:@\d+|him|her|he|she|you)
    `,
    "It speaks to Sam and to nobody else": String.raw`
      (?:to|for|at|by|in|with|on|through|reach|reaches|reached) TO(?:'s? \w+)? ...20 (?:NOBODY else|
      no other|nowhere else|not (?:to|for) OTHERS)
    `,
    "It is in Sam's hand and nowhere else": "HIS ...40 nowhere else",
    "The whisper reaches Sam and no further": String.raw`
      (?:reach(?:es|ed)?|gets? (?:to|as far as)|carr(?:y|ies) (?:to|as far as)|
      travels? (?:to|as far as)) TO ...20 (?:no (?:further|farther)|not beyond|stops? there)
    `,
    "Only the captain and Sam can see it": String.raw`
      only (?:\w+ ){1,3}and NAME can SENSE|only (?:in|on|at|under|through|from|behind|into|
      over) YOUR
    `,
    "Sam, alone of the crew": "TO,? alone (?:of|among|out of)",
    "Where only she can see it": "(?:where|that|which|so|but) (?:only|just) (?:he|she) (?:can |could )?SENSE",
    "For Sam's ears alone": "for HIS (?:hearing|ears?|benefit|eyes) (?:alone|only)",
    "Sam, and nobody else": "NAME,? and (?:to |for )?NOBODY (?:else|besides|other)",
    "You are the one person here": String.raw`
      SHE_IS the one (?:person|soul|player|guest|man|woman|child|
      pair of (?:eyes|ears))(?! (?:you|he|she|they|i) )
    `,
    "You are the one who could hear it": String.raw`
      SHE_IS the one(?: (?:here|there|of you|among you|
      (?:in|at|on) the \w+))? (?:who(?:'d| would| could| can| will)?|to whom|for whom|
      whose) ...30 (?:SENSE|means?|meant)
    `,
    "Sam is the only sailor who looks up": String.raw`
      SHE_IS the (?:only|sole) (?:\w+ ){1,2}(?:who|whose|to whom|placed|in a position|close enough|
      with (?:a|the|that) (?:view|angle|line))
    `,
    "Only Sam speaks the language":
      "only NAME (?:speaks|has any|has ever|can (?:read|see|hear|understand|follow|tell))",
    "All but Sam, who still sees it": "BUT NAME, who ...30 SENSE",
    "The choice is hers alone": "(?:hers|his|yours) alone",
    "It leaves Sam to notice the crack": "leaves? NAME (?:alone )?to (?:see|hear|notice|find)",
    "Just the two of you": "just the two of (?:you|them)",
    "Nobody but Sam hears it": "NOBODY BUT TO ...30 SENSE",
    "It opens for nobody but Sam": "(?:to|for|by|that|which) NOBODY BUT TO",
    "Nobody can see it but Sam": "NOBODY ...20 SENSE ...12 BUT TO",
    "Nobody else in the room hears it": "NOBODY else(?:'s)? ...40 SENSE",
    "He sees that there is nobody else": "SENSE ...40 NOBODY else(?:'s)?",
    "Nobody notices as he turns to Sam":
      "NOBODY (?:sees|notices|saw|noticed|is looking|is watching) ...60 TO",
    "No ears but yours": "(?:any|no)(?: other)? (?:ears?|eyes?) BUT",
    "You are the only one to hear it": "the (?:only|sole) (?:one|person|soul) ... SENSE",
    "You are the only one awake": String.raw`
      the (?:only|sole) (?:one|person|soul) (?:there|awake|conscious|near|close|still|
      who(?:'s| is| was))
    `,
    "It reaches Sam and not the others": "reach(?:es)? TO and not (?:her|him|them|the others)",
    "And nobody is the wiser": String.raw`
      NOBODY(?: else)? (?:is|was)?(?: any)? ?the wiser|
      any(?:one|body)(?: else)? (?:is|was|'s)(?: any)? the wiser|none the wiser
    `,
    "When nobody is looking":
      "(?:when|while|as) NOBODY(?: else)?(?:'s| is| was) (?:looking|watching|listening|by|about|near)",
    "A glance meant for Sam": String.raw`
      (?:words?|message|signal|sign|glance|look|smile|warning|remark|nod) ...12 (?:meant|intended|
      pitched|aimed) ...12 (?:for|at) TO
    `,
  },
  "the others cannot": {
    "Unseen by the others": String.raw`
      (?:unheard|unseen|unnoticed|unobserved|unknown|unbeknownst|hidden|concealed|invisible|
      inaudible|out of (?:sight|earshot|hearing|view|reach)|shielded|away) (?:by|to|from|of) OTHERS
    `,
    "Out of earshot of the crew": String.raw`
      (?:well|far|safely|out of (?:sight|earshot|hearing|view)|(?:hearing|earshot|sight)) (?:away |
      apart |clear )?(?:from|of) PARTY
    `,
    "Without Alex noticing": String.raw`
      without (?:OTHERS(?:'s?)?|any(?:one|body)(?: else)?(?:'s)?) (?:\w+ )?(?:noticing|seeing|
      hearing|knowing|knowledge|catching|looking|suspecting)
    `,
    "Without waking the others": String.raw`
      without (?:drawing|attracting|alerting|rousing|telling|waking|showing|letting) (?:OTHERS|
      any(?:one|body))
    `,
    "Sam hears it, but the others hear nothing": String.raw`
      (?<=(?:but|while|whereas|where|though|that) )(?:they|OTHERS) (?:can )?(?:hears?|sees?|
      notices?|feels?|smells?|gets?) (?:nothing|only|just|merely|no more than)
    `,
    "To the others it sounds like only the wind": String.raw`
      to OTHERS(?:,? (?:it|this|that))?(?:'s|,? (?:is|was|sounds?|looks?|seems?)) (?:like )?(?:only|
      just|merely|nothing|no more than)
    `,
    "With the others asleep": String.raw`
      with (?:OTHERS) (?:gone|off|out of|still (?:asleep|busy|at)|looking|asleep|engrossed|absorbed|
      deep in|none the)
    `,
    "Too low to carry": "too (?:low|soft|softly|quiet|quietly|faint|faintly) to (?:carry|be heard|reach)",
    "But it doesn't concern Alex":
      "(?:it|that|which|but|and) CANNOT (?:show|tell|reach|concern|touch|include|trouble) OTHERS",
    "Not something the others would know":
      "not (?:something|anything|a thing) OTHERS (?:would|could|can|will|need|should)",
    "It is lost on the others": String.raw`
      (?:lost|wasted) on (?:OTHERS|any(?:one|body) (?:else|who))|
      means? nothing to (?:OTHERS|any(?:one|body))
    `,
    "Making sure nobody follows": "mak(?:es?|ing) sure (?:that )?(?:OTHERS|NOBODY)",
    "Too faint for the others": String.raw`
      too \w+ for (?:OTHERS|any(?:one|body)|any (?:other )?(?:ears?|eyes?))
    `,
    "The others don't see it": String.raw`
      (?<=^[^\w@]{0,6}|[,;:—] |TURN )OTHERS(?:,[^,]{1,40},)?(?: \w+){0,2} CANNOT (?:see|hear|notice|
      know|read|look|understand|catch|suspect|spot|feel|react|follow|turn|stir|wake|smell)
    `,
    "Sam sees it, but the others don't.": String.raw`
      (?<=[,;:—] |TURN )OTHERS(?:,[^,]{1,40},)?(?: \w+ly)? CANNOT(?=,|$|[.;:])
    `,
    "Where they can't hear": String.raw`
      (?:where|so|so that|what|which|while|but) (?:they|he|she|OTHERS) CANNOT ...10 (?:see|hear|
      notice|know|read|understand|catch|follow|a word)
    `,
    "None of the others": String.raw`
      (?:none|neither|not one|not any) of REST|neither of them SENSE|
      before any(?:one|body)(?: else)? (?:looks?|sees?|notices?|
      (?:can|could)(?! object| change (?:his|her|their) minds?)|turns?)
    `,
    "Before the others can turn": "before REST (?:can|could|do|does|did|has|have|is|are|come|see|turn|reach)",
    "While the others sleep": String.raw`
      (?:while|when|after|once|until|till|as) REST(?!'s[,.;!?"]| (?:\w+ )?(?:look on|watch|listen|cheer|laugh|
      gather|follow|join))
    `,
    "Once they are gone": String.raw`
      (?:once|when|while|until|as soon as) (?:they|he|she)(?:'re| are|'ve| have|'s| is| has) (?:out|
      gone|away|past|asleep|busy|left|turned)
    `,
    "To the others it is a bell, but to Sam": String.raw`
      (?:to|for) REST[^.!?\n]{1,60}(?:to|for|but) NAME
    `,
    "He does not want Alex to hear":
      "(?:don't|doesn't|didn't|not) want OTHERS to (?:hear|know|see|find|learn)",
    "While they are arguing": String.raw`
      (?:while|when|as|with|once|because) (?:OTHERS|he|she|they)(?:'s| is| are)? (?:busy|asleep|
      sleeping|sleeps|snoring|snores|away|talking|arguing|distracted|staring|wrestling|occupied|
      gone|bickering|squabbling|fussing|looking (?:away|elsewhere))
    `,
    "The others are asleep": String.raw`
      OTHERS (?:is|are|being) (?:busy|asleep|distracted|snoring|gawping|looking (?:away|elsewhere)|
      turned away|none the wiser|oblivious|unaware)
    `,
    "Neither Alex nor Jo can see it": "neither OTHERS (?:can|could|is|was|has|does|will|sees?|hears?)",
    "Once Alex and Jo have gone": String.raw`
      (?:until|till|after|once|when) OTHERS (?:have|has|had|are|is) (?:gone|left|out|moved|turned|
      fallen|stepped|filed|passed)
    `,
    "The others are too busy": String.raw`OTHERS (?:is|are|was|were) too \w+`,
    "By the time the others": "(?:by the time|long before) REST",
    "Behind Alex's back": String.raw`(?:behind|over) (?<from>@\d+)'s back`,
  },
  "a hushed voice": {
    "The porter whispers to Sam": "NPC: HUSH(?: [^,.;]{1,40}?)? (?:to|at|into|in|for|beside|with) TO(?! own)",
    "The porter bends to Sam and murmurs": "NPC: (?:to|at|beside|with) TO ... HUSH",
    "Close to Sam's ear":
      "NPC: (?:in|into|to|at|against|by|near|beside|for) HIS (?:left |right |good |other )?ears?",
    "Breath on Sam's neck": "breath (?:on|in|against|at) HIS (?:neck|cheek|collar)",
    "The porter leans over to Sam and says": String.raw`
      NPC: (?:lean|bend|stoop|crouch|bow|duck|sidle)(?:s|ed|ing)? ... (?:to|toward|towards|over|
      beside|by|near|into) TO ...80 (?:say|says|tell|tells|told|add|adds|ask|asks|HUSH)
    `,
    "The porter tells it in confidence": String.raw`
      NPC: (?:in (?:strict |the strictest |the utmost )?confidence|on the (?:quiet|sly)|sotto voce|
      out of the (?:side|corner) of (?:his|her|its|their) mouth|in an undertone)
    `,
    "The porter speaks under his breath": String.raw`
      NPC: (?:say|add|ask|tell|speak|talk|warn|explain)(?:s|ed|ing)? ...40 under (?:his|her|its|
      their) breath
    `,
    "As for Sam, the porter whispers that": String.raw`
      NPC: (?<=@\d.{1,80})(?<!@\d+ )HUSH(?: that|(?=[,:]?\s"))
    `,
    "The porter quietly tells Sam": String.raw`
      NPC: (?:quietly|softly|privately|secretly|silently|discreetly) ...20 (?:to|tells?|informs?|
      asks?|shows?|at) TO
    `,
    "The porter tells Sam quietly": String.raw`
      NPC: (?:tells?|says? to|informs?|shows?) TO ...20 (?:quietly|softly|privately|secretly|
      discreetly|in private|alone)
    `,
    "Without moving his lips": String.raw`
      (?:without|hardly|scarcely|barely|not) (?:moving|parting|opening) (?:his|her|its|
      their) (?:lips|mouth)|lips (?:hardly|barely|scarcely|not) (?:mov|part|open)\w+
    `,
    "Hardly above the wind": String.raw`
      moves (?:his|her|its) lips|soundlessly|without a sound|
      (?:hardly|scarcely|barely|little) (?:above|louder than|more than|audible)|
      so (?:low|soft|softly|quietly|faintly)
    `,
    "The porter speaks low": String.raw`
      NPC: (?:speak|talk|answer|explain|say)(?:s|ing)? (?:it )?(?:\w+,? (?:and |but )?){0,2}low
    `,
    "Passing Sam at the stove, the porter says softly": String.raw`
      NPC: (?<!^[^\w@]{0,6})NAME ...60 (?:says|adds|asks|speaks|remarks|
      explains) (?:\w+ (?:and|but) )?(?:very )?(?:quietly|softly|low)
    `,
    "A few words for Sam": String.raw`
      NPC: (?:a few|a couple of|two|three|some) (?:\w+ )?words (?:\w+ )?(?:for|to|in) TO
    `,
    "A quiet word with Sam": String.raw`
      NPC: (?:quiet|private|hurried|discreet|quick) (?:word|aside|remark|warning) (?:to|with|for|
      in) TO
    `,
    "His lips form a name for Sam": "(?:lips|mouth) (?:shape|form|frame)s? ...20 (?:at|to|for) TO",
    "The porter lets Sam in on it":
      "NPC: lets? TO in on|(?:takes?|taking) TO into (?:his|her|their) confidence",
    "In a low voice": "NPC: in a (?:low|hushed|lowered|quiet) (?:voice|tone|undertone|whisper)",
    "The porter lowers his voice": String.raw`
      NPC: (?:lower|drop)(?:s|ed|ing)? (?:his|her|its|their) voice|
      (?:his|her|its|their) voice (?:drop|fall|sink)(?:s|ping|ing)? to a|voice (?:lowered|hushed)
    `,
    "Come closer, now, this is": "come (?:away|closer|here|over|aside) ...20 this is",
    "The porter tugs at Sam's sleeve and speaks": String.raw`
      NPC: (?:tug|pluck|pinch|nudge|squeeze)(?:s|es)? (?:at )?YOUR \w+ ... (?:say|says|tell|tells|
      speak|speaks|show|shows|HUSH)
    `,
    "A quick word in private": "a (?:quick |quiet )?word in (?:private|your ear)",
  },
  "drawn apart": {
    "The porter draws Sam aside": String.raw`
      NPC: (?:draw|pull|take|lead|beckon|steer|call|tug|wave|back|usher|hustle|march|bundle|
      shepherd|drag|guide|walk|motion|summon)(?:s|es|ing|n)? TO ...24 (?:aside|apart|to one side|
      behind|(?:round|around) the (?:back|side|corner)|
      out of (?:earshot|sight|hearing|view|the light)|away from OTHERS)
    `,
    "The porter leads Sam off":
      "NPC: (?:draw|pull|take|lead|beckon|steer|call|tug|wave)(?:s|ing|n)? TO ...12 off",
    "The porter pulls Sam into a corner": String.raw`
      NPC: (?:draw|pull|take|lead|beckon|steer|back|usher|hustle|bundle|push|drag|guide|walk|motion|
      summon)(?:s|es|ing|n)? TO ...24 into (?:a|an|the|his|her|its|their) (?:\w+ ){0,2}(?:corner|
      cupboard|closet|pantry|alcove|doorway|study|office|shadows?|booth|stairwell|recess|vestry|
      scullery|larder|storeroom|wings|confessional|nook)
    `,
    "The porter holds Sam back": String.raw`
      NPC: (?:hold|keep|call|draw)(?:s|ing)? TO (?:back(?! (?:to|from|into|up|on))|behind)|
      asks? TO to stay (?:back|behind)
    `,
    "The porter beckons Sam closer":
      "NPC: (?:beckon|draw|pull|motion|wave)(?:s|ing)? TO (?:close|closer|near|nearer)",
    "The porter motions for Sam to follow": String.raw`
      NPC: (?:jerk|nod|gesture|motion|beckon|sign|signal)(?:s|ing)? ...12 (?:for|
      to) TO to (?:follow|come|join|step|slip)
    `,
    "Behind closed doors": "behind closed doors|shut(?:s|ting)? the door (?:on|behind) OTHERS",
    "The porter finds Sam alone": String.raw`
      NPC: (?:find|catch|corner|get|stop|visit)(?:s|es|ing)? TO (?:alone|on (?:his|her|your) own|
      by (?:himself|herself|yourself)|in private)|(?:buttonhole|waylay)(?:s|ing)? TO
    `,
    "The porter wants a word in private": String.raw`
      NPC: (?:a|for a|one) (?:quiet |private |quick )?(?:word|moment|
      minute) (?:alone )?(?:with TO )?(?:in private|alone|apart)
    `,
  },
  [KEEP]: {
    "Not a word to the others": "(?:not|never) (?:a|one) word (?:of (?:this|it|that) )?to OTHERS",
    "You didn't hear this from me.": String.raw`
      you (?:didn't|did not|never|haven't) (?:hear|heard|get|got|see|saw|have|had) (?:it|this|that|
      me|any of this)(?: from me)?(?=[,.!;:"—]| here)
    `,
    "I never told you this": String.raw`
      (?:i|we) (?:never|didn't) (?:said|say|told|tell|spoke|speak|had|met|
      have) (?:you )?(?:any of )?(?:this|it|that|here|a word)|i was never here|this conversation|
      off the record|strictly (?:confidential|private|between)
    `,
    "This must go no further": String.raw`
      (?:this|that|it) (?:must|should|shall|is to|has to|had better) go no (?:further|farther)|
      this goes no (?:further|farther)|let (?:it|this|that) go no (?:further|farther)
    `,
    "This should stay with you": String.raw`
      (?:should|must|ought to|is to|has to|had better|needs to) (?:stay|remain|rest) (?:with|
      between) TO
    `,
    "Don't let on": "MUST_NOT (?:go )?(?:spread|let on|give it away|pass it on|blab|announce)(?:ing)?",
    "No need to tell the others": String.raw`
      (?:no need|no reason|unwise|better not|best not|rather not) (?:to |for )?(?:tell|mention|
      trouble|worry|alarm|upset|frighten|share|say|let) ...12 OTHERS
    `,
    "I shouldn't tell you this": String.raw`
      i (?:shouldn't|should not|oughtn't|ought not|mustn't) (?:to )?(?:be )?(?:say|tell|show|
      have told)(?:ing)? (?:you|it|this)|i'm not (?:supposed|meant) to (?:say|tell|show)
    `,
    "Least of all Alex": String.raw`
      least of all OTHERS|(?:leave|keep) OTHERS out of (?:it|this)|
      what OTHERS (?:don't|doesn't) know
    `,
    "Don't let Alex see":
      "MUST_NOT (?:let|allow) OTHERS ...10 (?:see|know|hear|find|notice|catch|learn|read|near|look)",
    "Don't tell the others": String.raw`
      MUST_NOT (?:tell|show|mention|share|say|repeat|reveal|breathe|speak|compare) (?:this |it |
      that |of |them |any of )?(?:to |with )?(?:OTHERS|a soul|any(?:one|body)|a word|it|so|them|
      this|your)
    `,
    "The others must not know": String.raw`
      OTHERS (?:must|may|should|can|need|ought)(?: not|n't) (?:to )?(?:ever |yet )?(?:see|know|hear|
      learn|find|be told|suspect|notice|read)
    `,
    "It is not meant for the others": String.raw`
      (?:isn't|is not|not|never|n't) (?:meant |intended |fit )?for (?:OTHERS|their|other|
      others')(?: (?:ears|eyes))?
    `,
    "Keep this to yourself": String.raw`
      (?<!(?:to|or|and|could|might|can|will|would) )keep (?:this|it|that|them|
      what you \w+) (?:\w+ )?(?:to yourself|under your hat|quiet|secret|hidden|between|from OTHERS|
      dark|close)
    `,
    "Mum's the word": String.raw`
      (?:hide|conceal) (?:it|this|that)(?! (?:in|under|behind|inside))|not a word|mum's the word|
      leave it so
    `,
    "It stays between us": String.raw`
      (?:stays?|remains?) (?:just |strictly |only )?(?:with you|between (?:us|you and))|
      yours to keep|yours alone
    `,
    "Say nothing of it": "say nothing (?:of|about|to)|tell (?:no one|no-one|nobody)",
    "A finger to his lips": String.raw`
      finger (?:to|along|on|against|across|over) (?:his|her|its|their) (?:\w+ )?(?:lips?|beak|mouth|
      nose|muzzle|teeth)
    `,
    "Between you and me": String.raw`
      between ourselves|between you,? (?:me,? )?and (?:me|us|the (?:lamp ?post|gate ?post|bedpost))|
      (?:keeps?|kept) quiet|to (?:himself|herself|yourself)(?= and|[.,;:])
    `,
    "Sam never told": String.raw`
      NAME (?:doesn't|does not|won't|never|hasn't) (?:ever )?(?:tell|told|say|said|mention|
      mentioned|let on|admit)(?! me)
    `,
    "Don't look round": String.raw`
      (?:don't|do not) (?:turn your head|turn round|turn around|look (?:round|up|now)|react)|
      nod if you
    `,
    "Come alone": "(?:come|go) (?:alone|without (?:them|OTHERS))",
    "Burn this.": "burn (?:this|it)(?= after|[.,!])",
    "Our little secret": "(?:your|our) (?:little )?secret",
    "What you tell the others": String.raw`
      (?:whether|if|how much|what) (?:of (?:it|this|that) )?you (?:choose to |decide to |
      want to )?(?:tell|share with|show) (?:OTHERS|them)
    `,
  },
  "a private message": {
    "Sam's earpiece suddenly crackles": String.raw`YOUR (?:\w+ ){0,2}DEVICE ...80 TELLING`,
    "A voice comes from Sam's earpiece": String.raw`TELLING ... YOUR (?:\w+ ){0,2}DEVICE`,
    "Check your phone":
      "(?:check|look at|glance at|read|open) YOUR (?:own )?(?:DEVICE|cards?|note|letter|messages?)",
    "On your screen": "(?:in|on) YOUR (?:own )?DEVICE",
    "Over a private channel": String.raw`
      (?:on|over|through) (?:a|an|the|his|her|your) (?:private|own|closed|secure|separate|
      second) (?:\w+ )?(?:channel|frequency|line|band|loop|circuit|net)
    `,
    "On the private channel": "on the private (?:channel|frequency|line|band|loop|circuit|net)",
    "The porter slips a folded note to Sam": String.raw`
      NPC: (?:slip|slide|palm|press|push|tuck|pass|drop|shove|thrust|hand|fold|wedge)(?:s|ed|es|
      ing)? ...60 NOTE ... (?:to|into|in|under|over|inside|beneath) TO
    `,
    "The porter slips Sam a note": String.raw`
      NPC: (?:slip|slide|pass|hand|push|flick)(?:s|ed|es|ing)? TO (?:a|an|the|
      some) (?:\w+ ){0,3}NOTE
    `,
    "The porter presses something into Sam's hand": String.raw`
      NPC: (?:slip|press|push|tuck|drop|shove|fold)(?:s|ped|ed|es|ing|ping)? ...60 (?:into|in|
      inside|under|over|to) HIS (?:\w+ )?HAND
    `,
    "The porter closes Sam's fingers over it":
      "NPC: (?:close|fold|curl)(?:s|ed|ing)? HIS fingers (?:over|around|round|about)",
    "A note addressed to Sam": String.raw`
      NOTE (?:that |that's |is |are |was )?(?:only |just )?(?:addressed to|meant for|passed to|
      slipped to|handed to) TO
    `,
    "A slip of paper quickly slides over to Sam": String.raw`
      PAPER ...40 (?:slides?|comes?|travels?|finds its way|
      is (?:slid|passed|handed|pushed)) ...20 to TO
    `,
    "A slip of paper from above lands in Sam's": String.raw`
      PAPER ...40 (?:hits?|lands?|drops?|falls?|brushes|strikes|bounces|skids|slides|flutters|rolls|
      comes|waits?|under|inside|against|into) (?:\w+ ){0,2}HIS
    `,
    "In Sam's coat there is a note": String.raw`
      (?:in|into|inside|under|beneath|behind|beside|around|round) YOUR ...60 (?:a|an|another|some|
      the) (?:\w+ ){0,2}PAPER
    `,
    "On Sam's palm a finger traces": String.raw`
      (?:on|in|into|against) HIS (?:\w+ )?(?:cheek|palm|hand|back|wrist|knee|kneecap|arm|forearm|
      shoulder|skin|ankle) ...40 (?:spell|trace|tap)(?:s|ing)?
    `,
    "A finger traces letters on Sam's palm": String.raw`
      (?:spell|trace|tap)(?:s|ing)? ...40 (?:on|in|into|against) HIS (?:\w+ )?(?:cheek|palm|hand|
      back|wrist|knee|kneecap|arm|forearm|skin|ankle)
    `,
    "Finds a folded note marked with your name":
      "(?:finds?|found|gets?) ... NOTE ...60 (?:with|bearing) (?:your|his|her) name",
    "Something is written in small letters inside Sam's":
      "WRITTEN ...60 (?:inside|in|on|under|beneath|behind|into|of) YOUR",
    "Inside Sam's hat something is written": "(?:inside|in|on|under|beneath|behind|of) YOUR ...60 WRITTEN",
    "Sam's has something written": String.raw`NAME's (?:\w+ )?has ... WRITTEN`,
    "Sam's page has a note": String.raw`NAME's \w+ has a (?:message|note|word)`,
    "Your fingers find it": "YOUR fingers (?:find|touch|meet)|had time to read",
    "Sam's copy of it says": String.raw`
      NAME's (?:own )?(?:copy|page|card|half|version|sheet|programme|program|invitation|place card|
      ticket|menu|fortune|note) ...20 (?:has|says|reads|differs|bears|contains|carries|adds)
    `,
    "The words glow on your wrist": String.raw`
      (?:message|text|display|readout|words|letters) ...12 (?:on|in|inside|
      across) YOUR (?:\w+ )?(?:wrist|sleeve|retina|lens|palm|arm|vision|sight)
    `,
    "The porter presses a folded card into yours.": String.raw`
      NPC: (?:slip|press|push|tuck|drop|palm)(?:s|es|ping|ing)? (?:an?|something) ...30 (?:into|
      in) (?:NAME's|yours)(?= and|[,.;:])
    `,
    "Sam's reads differently": String.raw`
      NAME's (?:says|reads|has)|(?<=^[^\w@]{0,6})NAME's is(?! (?:the same|next|no different))
    `,
    "It falls into your lap":
      "(?:land|fall|drop|flutter)(?:s|ed)? (?:in|into|on|at) YOUR (?:lap|plate|hand|feet|shoulder)",
    "Sam peeks at her": "NAME (?:peeks?|sneaks? a look|steals? a glance) at (?:his|her)",
    "The faintest nod":
      "(?:tiniest|smallest|slightest|faintest|barest) (?:shake|nod|smile|wink|gesture|motion|frown)",
    "The clerk winks at Sam": "NAME gets (?:a|the) (?:wink|signal|sign)|winks? at TO|catch(?:es)? YOUR eye",
  },
  "in one head": {
    "A vision comes suddenly to Sam": String.raw`
      (?:vision|dream|nightmare|premonition|memory|foreboding|flashback)s? (?:that )?(?:comes?|came|
      takes?|seizes?|shows?|visits?|finds?|strikes?|hits?|rises?|returns?) ...20 TO
    `,
    "Sam dreams of it": String.raw`
      NAME (?:\w+ly )?(?:dreams?(?! up)|dreamt|dreamed|foresees?|recogni[sz]es?|is woken|lies awake)
    `,
    "From Sam's dream": "from HIS dream|YOUR (?:fever|delirium|trance|nightmare|dream|vision)",
    "Sam, who can read it, sees":
      "NAME, who (?:can|knows|reads|speaks)[^.;]{1,40}, (?:gets|hears|sees|reads|understands|follows)",
    "Sam knows who it is": "NAME knows (?:that|what|who|where|why|this|better)",
    "In Sam's mind": String.raw`
      NPC: (?:in|into|inside|through|across|at the back of|behind) HIS (?:own )?MIND|
      (?:behind) HIS eyes
    `,
    "Sam, who grew up here, follows every word":
      "NAME, who[^.;]{1,60}, (?:follows|understands|catches) (?:every|each|it|all|what|the)",
    "Mind to mind": String.raw`telepath\w+|mind to mind|mind-to-mind`,
    "As your conscience": String.raw`as your (?:\w+ )?conscience`,
    "It occurs to Sam": "(?:occurs to|dawns on) TO|something tells TO",
  },
  "out of sight": {
    "Under the table he shows it to Sam": String.raw`
      NPC: (?:under|beneath|below|behind) (?:the|a|an|his|her|your|its|
      their) (?:\w+ ){0,2}COVER ...80 (?:to|at|for|on|against|tells?|shows?) TO
    `,
    "The porter shows the letter to Sam, quickly, behind the curtain": String.raw`
      NPC: (?:say|tell|show|slip|pass|hand|give|press|sign|tap|wink|speak|whisper|point)(?:s|es|ed|
      ing)? ...20 (?:to|at|for|on|against|with) TO ...80 (?:under|beneath|behind) (?:the|a|an|his|
      her|your|its|their) (?:\w+ ){0,2}COVER
    `,
    "He speaks behind the curtain": String.raw`
      speaks? behind (?:the|a|an|his|her|your|its|their) (?:\w+ ){0,2}COVER
    `,
    "He reads it quickly under the table": String.raw`
      (?:reads?|opens?|unfolds?|smooths?|peeks?|glances?) ...40 (?:under|beneath|behind|inside|
      below|in the shelter of|under cover of) (?:the|a|an|his|her|your) (?:\w+ ){0,2}COVER
    `,
    "From where Sam stands": String.raw`
      from where NAME|from YOUR (?:\w+ )?(?:angle|vantage|seat|perch)|
      (?:with|has|have) (?:that|the right|the) angle
    `,
    "Alone with Sam": "alone with TO",
    "Until Sam is alone": "(?:till|until|when|once|now that) TO (?:is|are) alone",
    "Hidden by the mast": String.raw`
      hidden by|(?:orders|answers?|says?|tells?|speaks?|signals?|taps?) ...20 in (?:sign|morse|code|
      cipher)
    `,
    "With his back to the room": "facing (?:himself|herself|yourself)|with (?:his|her|your) back to",
    "With his thumb over the word": String.raw`
      with (?:his|her|its) (?:thumb|hand|palm|sleeve|body) (?:over|across|between|around|shielding|
      cupped)
    `,
    "On Sam's own screen": "on HIS own (?:screen|monitor|display|copy|page)",
    "During Sam's watch": "(?:on|during) HIS watch",
  },
  "a tongue or a place of one's own": {
    "The porter speaks to Sam in an old dialect": "NPC: (?:to|with) TO ... SPEECH",
    "A language that Sam alone speaks": String.raw`
      SPEECH (?:that |which )?(?:TO|she|he) ...20 (?:speaks?|knows?|reads?|understands?|learnt|
      learned|grew up|was taught|hasn't)
    `,
    "Sam's scar begins to itch": String.raw`
      YOUR (?:\w+ ){0,2}(?:scar|tattoo|birthmark|amulet|pendant|charm|talisman|ring|locket|
      medallion|skin|neck) ... (?:itch|burn|tingle|prickle|throb|twinge|grow|hum)(?:s|es|ing)?
    `,
    "The scar under Sam's eye begins to itch": String.raw`
      (?:scar|tattoo|birthmark|amulet|pendant|charm|talisman|ring|locket|
      medallion) ...30 YOUR ... (?:itch|burn|tingle|prickle|throb|twinge|grow|hum)(?:s|es|ing)?
    `,
    "At Sam's height, and no": "at HIS (?:own )?(?:height|level|angle), and no",
    "At the right height to": "at the right (?:height|angle|moment|spot) to",
  },
};

export type Mark = { idea: string; says: Array<{ example: string; pattern: RegExp }> };

/** One pattern each: as alternatives of a single one they take seconds to compile. */
export const marks: readonly Mark[] = Object.entries(patterns).map(([idea, sources]) => ({
  idea,
  says: Object.entries(sources).map(([example, source]) => ({ example, pattern: compile(source) })),
}));

function compile(source: string): RegExp {
  const words = numbered(skipping(notByPlayer(expand(unwrapped(source)))));
  return new RegExp(String.raw`(?<![\w@])(?:${words})(?!\w)`);
}

type Part = "to" | "from";

/** Alternatives may each say `to`, but before Node 24 a pattern can use a name only once: to1, from2, to3. */
function numbered(source: string): string {
  let count = 0;
  return source.replaceAll(/\(\?<(to|from)>/g, (_, part: Part) => `(?<${part}${++count}>`);
}

/** The players in a mark's own words: `to` the recipient, or `from` the excluded. */
export const playersIn = ({ groups = {} }: RegExpExecArray, part: Part): string | undefined =>
  Object.entries(groups).find(([name, words]) => name.startsWith(part) && words !== undefined)?.[1];

function expand(source: string): string {
  return source.replaceAll(/[A-Z][A-Z_]+/g, (word) =>
    vocabulary[word] === undefined ? word : expand(unwrapped(vocabulary[word])),
  );
}

/** ` ... ` or ` ...60 ` stands for more words of the same clause: up to 40 characters, or up to 60. */
function skipping(source: string): string {
  return source.replaceAll(
    / \.\.\.(\d*) /g,
    (_, most: string) => `(?:,? )[^.!?;\\n]{0,${most || 40}}?(?<!\\w)`,
  );
}

/** `NPC: ` begins a pattern that does not count if a player does it: "Sam whispers to Alex" tells what Sam does. */
function notByPlayer(source: string): string {
  return source.replace(/^NPC: /, String.raw`(?<!^[^\w@]{0,6}@\d+(?!['’,\d])[^,;:]{0,60})`);
}
