/**
 * The marks of secrecy: ways in which a narrator's sentence says that it is for one player, one idea per entry. Before a
 * sentence is looked at, it is put in small letters with single spaces, and each player's name in it is replaced by `@` and the seat. Naming a
 * player is not a mark.
 */

/** Words of the table below. Those in capitals stand for these. */
const words: Record<string, string> = {
  /** The one who is told, and what is theirs. */
  NAME: String.raw`(?<to>@\d+)`,
  TO: String.raw`(?:(?<to>@\d+)|you|him|her)`,
  HIS: String.raw`(?:(?<to>@\d+)'s?|your|his|her)`,
  YOUR: String.raw`(?:(?<to>@\d+)'s?|your)`,
  /** Those who are left out. */
  OTHERS: String.raw`(?:(?<from>@\d+(?:(?:,|,? and|,? or|,? nor) @\d+){0,4})|REST)`,
  REST: "(?:the others|the rest|the other (?:two|three|four|five|pair|players?|guests?)|(?:every|any)(?:one|body) else|(?:your|his|her|their) (?:two |three )?(?:companions?|friends?|pals|fellows|comrades|mates|colleagues)|none of (?:you|them))",
  PARTY: "(?:OTHERS|the (?:crew|party|group|company|team|gang|table|crowd|guests))",
  /** One who is set apart from the others. */
  SHE_IS: String.raw`(?:you(?:'re| are)|(?:he|she)(?:'s| is)|(?<to>@\d+)(?:'s| is|,[^.;]{1,80}, is))`,
  TURN: "(?:but|while|whereas|and|where|though|which|what|so|neither)",
  NOBODY: "(?:nobody|no one|no-one|none|not a soul|not even)",
  BUT: "(?:but|except|save|besides|other than|apart from)",
  SENSE:
    "(?:see|sees|saw|seen|hear|hears|heard|notic(?:e|es|ed)|feel|feels|felt|know|knows|knew|learn|learns|read|reads|catch|catches|caught|spot|spots|smell|smells|sense|senses|understand|understands|understood|recogni[sz]es?|reali[sz]es?|make out|makes out|look|looks|looking|facing|watching|awake|told|given|speaks?|comes?|meant|close enough|near enough|tall enough|eyes?|ears?)",
  CANNOT:
    "(?:can't|cannot|can not|couldn't|could not|don't|do not|doesn't|does not|didn't|did not|haven't|have not|hasn't|has not|won't|never|miss|misses|missed|fail to|fails to)",
  MUST_NOT:
    "(?:(?:do|must|may|should|need|is|are|ought)(?: not|n't)(?: to)?|don't|never|needn't|not to|better not)",
  HUSH: "(?:whisper|murmur|mutter|hiss|breathe|mouth|confide|mumble)(?:s|es|ed|d|ing)?",
  NOTE: "(?:notes?|letters?|papers?|cards?|envelopes?|slips?|receipts?|messages?|scraps?|drawings?|telegrams?|something|texts?|photographs?|tablets?|PAPER)",
  PAPER:
    "(?:(?:strip|scrap|slip|wad|ball|twist|square|roll|sheet|piece|bit|corner|leaf|shred|sliver|pellet|screw|spill)s? of (?:\\w+ )?(?:paper|parchment|card|vellum|foil|napkin|silk|cloth|bark|tissue|cardboard|linen|ribbon|newspaper|newsprint)|notes?|napkins?|postcards?|beer ?mats?|parchments?|(?:folded|crumpled) (?:paper|page|sheet|card))",
  DEVICE:
    "(?:earpiece|headset|headphones?|earphones?|earbuds?|implant|comms?|communicator|phone|pager|screen|monitor|visor|display|gauge|envelope|audio guide|dossier|wristband|receiver|speaker|handset|goggles|datapad|lens|lenses|hud|smartwatch)",
  TELLING:
    "(?:say|says|read|reads|show|shows|buzz|buzzes|hum|hums|vibrates?|crackles?|voice|message|text|comes?|lights?|reading|tells?|itches|glows?|speaks?|pings?)",
  WRITTEN:
    "(?:written|scratched|engraved|pencil|pencilled|ink|inked|scrawled|carved|inscribed|printed|chalk|chalked|biro|stitched|etched|embroidered|writes|wrote|scribbles|scribbled|tucked|slipped|slid|pinned|folded|taped|wedged|hidden|baked|sewn|rolled|stuffed|stuck|lodged)",
  MIND: "(?:mind|head|thoughts?|skull|brain|dreams?|memory|bones|teeth)",
  COVER:
    "(?:table|desk|chair|bench|cloth|tablecloth|counter|cloak|curtain|napkin|programme|program|fan|sleeve|hand|menu|newspaper|bar|screen|flap|door|coat|shawl|veil|pillar|grille|hedge|tent|palm|blazer|jacket|stole|scarf|apron|hat|book|cards|skirts?|ledger|hymnal|hymn book)",
  HAND: "(?:hand|palm|pocket|fingers|sleeve|fist|glove|cuff)",
  SPEECH: "(?:language|dialect|tongue|cant|patois|code|cipher|script|shorthand)",
};

const expand = (source: string): string =>
  source.replaceAll(/[A-Z][A-Z_]+/g, (word) => (words[word] === undefined ? word : expand(words[word])));

/** ` ... ` or ` ...60 ` stands for some more words of the same clause: up to 40 characters, or up to 60. */
const more = (source: string): string =>
  source.replaceAll(/ \.\.\.(\d*) /g, (_, most: string) => `(?:,? )[^.!?;\\n]{0,${most || 40}}?(?<!\\w)`);

/** `NPC: ` begins what only counts where no player does it: "Sam whispers to Alex" tells what Sam does. */
const byNpc = (source: string): string =>
  source.replace(/^NPC: /, String.raw`(?<!^[^\w@]{0,6}@\d+(?!['’,\d])[^,;:]{0,60})`);

const mark = (idea: string, ...sources: string[]) => ({
  idea,
  /** One pattern each: as alternatives of one they take seconds to compile. */
  says: sources.map((source) => new RegExp(String.raw`(?<![\w@])(?:${more(byNpc(expand(source)))})(?!\w)`)),
});

export type Mark = ReturnType<typeof mark>;

/** Marks that say outright whom they mean, or that the others are left out. */
export const OUTRIGHT: readonly string[] = ["a label", "only one", "the others cannot"];
/** "Keep it to yourself" may speak of the sentences before. */
export const KEEP = "a request to keep it";

export const marks: readonly Mark[] = [
  mark(
    "a label",
    String.raw`(?:->|→|=>|»|>>|@(?=@))\s?NAME`,
    String.raw`NAME[,—-]?\s?\(?(?:private|privately|whispers?|secret|secretly|aside|in confidence|eyes only)\)?(?=\s?[:—)])`,
    String.raw`(?:secretly|privately|in private|confidentially|discreetly|quietly|psst),? NAME(?=[,:.!])`,
    String.raw`(?<=^[^\w@]{0,6})(?:an? |one |this |some )?(?:\w+ ){0,2}(?:aside|note|footnote|sidenote|postscript|addendum|handout|message|word|secret|whisper|memo|text|dm|pm|hint|reminder|clue|briefing|knowledge|information) (?:to|for) NAME(?=\s?[:—,.)])`,
    String.raw`(?<=^[\s>*_]{0,4})(?:to|for) NAME(?=\s?[:—])`,
    String.raw`(?<=^[\s>*_]{0,4}[([{|*_]{1,3}[^.:]{0,20})(?:to|for) NAME(?=\s?[:—])`,
    String.raw`(?<=^[\s>*_]{0,4}[([{|*_]{1,3})NAME only`,
    String.raw`(?<=^[^\w@]{0,6})to NAME (?:it|he|she|they) (?:says?|adds?|shows?|gives?|speaks?)`,
    String.raw`(?:what follows|what comes next|the (?:next|following)(?: (?:part|bit|lines?|words?|sentences?|paragraph))?|(?:this|the next|the following) (?:part|bit|line|paragraph)) (?:is|are|goes|belongs?) (?:\w+ )?(?:for|to) TO`,
    String.raw`this(?:'s| is| one is| one's) (?:just )?for NAME(?=\s?[:—])`,
    String.raw`every(?:one|body)(?: else)?,? (?:please,? )?(?:off|out|leave|cover|close|shut|look away|step out|go|turn round|turn around) ...60 BUT NAME`,
    "for your (?:eyes|ears)",
    "yours, NAME(?=,)",
    "NAME's (?:private|secret|eyes|ears)",
    "(?:secret|private|hidden|sealed) (?:objective|goal|mission|role|orders?|instructions?|agenda|knowledge|channel)",
    String.raw`(?<=^[\s>*_]{0,4}(?:\|\||[([{])[\s*_]{0,3})NAME(?=\s?[,:—])`,
  ),
  mark(
    "only one",
    "(?<!if )(?:only|just|none but) (?:to |for |by )?TO(?:'s?)? ...30 SENSE",
    "TO alone ...30 SENSE",
    "(?:to|for) (?:NAME (?:alone|only|and no other)|(?:you|him|her) alone)",
    "NAME,? (?:and |but )?(?:@\\d+|him|her|he|she|you) (?:alone|only)",
    "NAME,? (?:and|but) (?:only|just|NOBODY but) (?:@\\d+|him|her|he|she|you)",
    "(?:to|for|at|by|in|with|on|through|reach|reaches|reached) TO(?:'s? \\w+)? ...20 (?:NOBODY else|no other|nowhere else|not (?:to|for) OTHERS)",
    "HIS ...40 nowhere else",
    "(?:reach(?:es|ed)?|gets? (?:to|as far as)|carr(?:y|ies) (?:to|as far as)|travels? (?:to|as far as)) TO ...20 (?:no (?:further|farther)|not beyond)",
    "TO,? alone (?:of|among|out of)",
    "SHE_IS the one (?:person|soul|player|guest|man|woman|child|pair of (?:eyes|ears))(?! (?:you|he|she|they|i) )",
    "SHE_IS the one(?: (?:here|there|of you|among you|(?:in|at|on) the \\w+))? (?:who(?:'d| would| could| can| will)?|to whom|for whom|whose) ...30 (?:SENSE|means?|meant)",
    "SHE_IS the (?:only|sole) (?:\\w+ ){1,2}(?:who|whose|to whom|with|placed|in a position|close enough)",
    "only NAME (?:speaks|has any|has ever|can (?:read|see|hear|understand|follow|tell))",
    "BUT NAME, who ...30 SENSE",
    "(?:hers|his|yours) alone",
    "leaves? NAME (?:alone )?to (?:see|hear|notice|find)",
    "just the two of (?:you|them)",
    "NOBODY BUT TO ...30 SENSE",
    "(?:to|for|by|that|which) NOBODY BUT TO",
    "NOBODY ...20 SENSE ...12 BUT TO",
    "NOBODY else(?:'s)? ...40 SENSE",
    "SENSE ...40 NOBODY else(?:'s)?",
    "NOBODY (?:sees|notices|saw|noticed|is looking|is watching) ...60 TO",
    "(?:any|no)(?: other)? (?:ears?|eyes?) BUT",
    "the (?:only|sole) (?:one|person|soul) ... SENSE",
    "the (?:only|sole) (?:one|person|soul) (?:there|awake|conscious|near|close|still|who(?:'s| is| was))",
    "reach(?:es)? TO and not (?:her|him|them|the others)",
    "NOBODY(?: else)? (?:is|was)?(?: any)? ?the wiser|any(?:one|body)(?: else)? (?:is|was|'s)(?: any)? the wiser|none the wiser",
    "(?:when|while|as|where) NOBODY(?: else)?(?:'s| is| was) (?:looking|watching|listening|by|about|near)",
    "(?:words?|message|signal|sign|glance|look|smile|warning|remark|nod) ...12 (?:meant|intended|pitched|aimed) ...12 (?:for|at) TO",
  ),
  mark(
    "the others cannot",
    "(?:unheard|unseen|unnoticed|unobserved|unknown|unbeknownst|hidden|concealed|invisible|inaudible|out of (?:sight|earshot|hearing|view|reach)|shielded|away) (?:by|to|from|of) OTHERS",
    "(?:well|far|safely|out of (?:sight|earshot|hearing|view)|(?:hearing|earshot|sight)) (?:away |apart |clear )?(?:from|of) PARTY",
    "without (?:OTHERS(?:'s?)?|any(?:one|body)(?: else)?(?:'s)?) (?:\\w+ )?(?:noticing|seeing|hearing|knowing|knowledge|catching|looking|suspecting)",
    "without (?:drawing|attracting|alerting|rousing|telling|waking) (?:OTHERS|any(?:one|body))",
    "(?<=TURN |that )(?:they|OTHERS) (?:can )?(?:hears?|sees?|notices?|feels?|smells?|gets?) (?:nothing|only|just|merely|no more than)",
    "to OTHERS,? (?:it|this|that)?(?:'s| is| was| sounds| looks| seems|,) ?(?:like )?(?:only|just|merely|nothing|no more than)",
    "with (?:OTHERS) (?:gone|off|out of|still (?:asleep|busy|at)|looking|asleep|engrossed|absorbed|deep in|none the)",
    "too \\w+ for (?:OTHERS|any(?:one|body)|any (?:other )?(?:ears?|eyes?))",
    "(?<=^[^\\w@]{0,6}|[,;:—] |TURN )OTHERS(?:,[^,]{1,40},)?(?: \\w+){0,2} CANNOT (?:see|hear|notice|know|read|look|understand|catch|suspect|spot|feel|react|follow|turn|stir|wake|smell)",
    "(?<=[,;:—] |TURN )OTHERS(?:,[^,]{1,40},)? CANNOT(?=,|$|[.;:])",
    "(?:where|so|so that|what|which|while|but) (?:they|he|she|OTHERS) CANNOT ...10 (?:see|hear|notice|know|read|understand|catch|follow|a word)",
    "(?:none|neither|not one|not any) of REST|neither of them SENSE|before any(?:one|body)(?: else)? (?:looks?|sees?|notices?|can|could|turns?)",
    "before REST (?:can|could|do|does|did|has|have|is|are|come|see|turn|reach)",
    "(?:while|when|after|once|until|till|as) REST(?! (?:\\w+ )?(?:look on|watch|listen|cheer|laugh|gather|follow|join))",
    "(?:once|when|while|until|as soon as) (?:they|he|she)(?:'re| are|'ve| have|'s| is| has) (?:out|gone|away|past|asleep|busy|left|turned)",
    "(?:to|for) REST[^.!?\\n]{1,60}(?:to|for|but) NAME",
    "(?:don't|doesn't|didn't|not) want OTHERS to (?:hear|know|see|find|learn)",
    "(?:while|when|as|with|once|because) (?:OTHERS|he|she|they)(?:'s| is| are)? (?:busy|asleep|sleeping|sleeps|snoring|snores|away|talking|arguing|distracted|staring|wrestling|occupied|gone|bickering|squabbling|fussing|looking (?:away|elsewhere))",
    "OTHERS (?:is|are|being) (?:busy|asleep|distracted|snoring|gawping|looking (?:away|elsewhere)|turned away|none the wiser|oblivious|unaware)",
    "neither OTHERS (?:can|could|is|was|has|does|will|sees?|hears?)",
    "(?:until|till|after|once|when) OTHERS (?:have|has|had|are|is) (?:gone|left|out|moved|turned|fallen|stepped|filed|passed)",
    "OTHERS (?:is|are|was|were) too \\w+",
    "(?:by the time|long before) REST",
    "(?:behind|over) (?<from>@\\d+)'s back",
  ),
  mark(
    "a hushed voice",
    "NPC: HUSH(?: [^,.;]{1,40}?)? (?:to|at|into|in|for|beside|with) TO(?! own)",
    "NPC: (?:to|at|beside|with) TO ... HUSH",
    "NPC: (?:in|into|to|at|against|by|near|beside|for) HIS (?:own |left |right |good |other )?ears?",
    "breath (?:on|in|against|at) HIS (?:neck|cheek|collar)",
    "NPC: (?:lean|bend|stoop|crouch|bow|duck|sidle)(?:s|ed|ing)? ... (?:to|toward|towards|over|beside|by|near|into) TO ...80 (?:say|says|tell|tells|told|add|adds|ask|asks|HUSH)",
    "NPC: (?:in (?:strict |the strictest |the utmost )?confidence|on the (?:quiet|sly)|under (?:his|her|its|their) breath|sotto voce|out of the (?:side|corner) of (?:his|her|its|their) mouth|in an undertone)",
    'NPC: (?<=@\\d.{1,80})(?<!@\\d+ )HUSH(?: that|(?=[,:]?\\s"))',
    "NPC: (?:quietly|softly|privately|secretly|silently|discreetly) ...20 (?:to|tells?|informs?|asks?|shows?|at) TO",
    "NPC: (?:tells?|says? to|informs?|shows?) TO ...20 (?:quietly|softly|privately|secretly|discreetly|in private|alone)",
    "(?:without|hardly|scarcely|barely|not) (?:moving|parting|opening) (?:his|her|its|their) (?:lips|mouth)|lips (?:hardly|barely|scarcely|not) mov\\w+",
    "moves (?:his|her|its) lips|soundlessly|without a sound|(?:hardly|scarcely|barely|little) (?:above|louder than|more than|audible)|so (?:low|soft|softly|quietly|faintly)",
    "NPC: (?:speak|talk|answer|explain|say)(?:s|ing)? (?:it )?(?:\\w+,? (?:and |but )?){0,2}low",
    "NPC: NAME ...60 (?:says|adds|asks|speaks|remarks|explains) (?:\\w+ (?:and|but) )?(?:very )?(?:quietly|softly|low)",
    "NPC: (?:a few|a couple of|two|three|some) (?:\\w+ )?words (?:\\w+ )?(?:for|to|in) TO",
    "NPC: (?:quiet|private|hurried|discreet|quick) (?:word|aside|remark|warning) (?:to|with|for|in) TO",
    "NPC: lets? TO in on|(?:takes?|taking) TO into (?:his|her|their) confidence",
    "NPC: in a (?:low|hushed|lowered|quiet) (?:voice|tone|undertone|whisper)",
    "NPC: (?:lower|drop)(?:s|ed|ing)? (?:his|her|its|their) voice|(?:his|her|its|their) voice (?:drop|fall|sink)(?:s|ping|ing)? to a|voice (?:lowered|hushed)",
    "come (?:away|closer|here|over|aside) ...20 this is",
    "NPC: (?:tug|pluck|pinch|nudge|squeeze)(?:s|es)? (?:at )?YOUR \\w+ ... (?:say|says|tell|tells|speak|speaks|show|shows|HUSH)",
    "a (?:quick |quiet )?word in (?:private|your ear)",
  ),
  mark(
    "drawn apart",
    "NPC: (?:draw|pull|take|lead|beckon|steer|call|tug|wave|back|usher|hustle|march|bundle|shepherd|drag|guide|walk|motion|summon)(?:s|es|ing|n)? TO ...24 (?:aside|apart|to one side|behind|(?:round|around) the (?:back|side|corner)|out of (?:earshot|sight|hearing|view|the light)|away from OTHERS)",
    "NPC: (?:draw|pull|take|lead|beckon|steer|call|tug|wave)(?:s|ing|n)? TO ...12 off",
    "NPC: (?:draw|pull|take|lead|beckon|steer|back|usher|hustle|bundle|push|drag|guide|walk|motion|summon)(?:s|es|ing|n)? TO ...24 into (?:a|an|the|his|her|its|their) (?:\\w+ ){0,2}(?:corner|cupboard|closet|pantry|alcove|doorway|study|office|shadows?|booth|stairwell|recess|vestry|scullery|larder|storeroom|wings|confessional|nook)",
    "NPC: (?:hold|keep|call|draw)(?:s|ing)? TO back",
    "NPC: (?:find|catch|corner|get|stop|visit)(?:s|es|ing)? TO (?:alone|on (?:his|her|your) own|by (?:himself|herself|yourself)|in private)|(?:buttonhole|waylay)(?:s|ing)? TO",
    "NPC: (?:a|for a|one) (?:quiet |private |quick )?(?:word|moment|minute) (?:alone )?(?:with TO )?(?:in private|alone|apart)",
  ),
  mark(
    KEEP,
    "(?:not|never) (?:a|one) word (?:of (?:this|it|that) )?to OTHERS",
    "you (?:didn't|did not|never|haven't) (?:hear|heard|get|got|see|saw|have|had) (?:it|this|that|me|any of this)(?: from me)?(?=[,.!;:\"—]| here)",
    "(?:i|we) (?:never|didn't) (?:said|say|told|tell|spoke|speak|had|met|have) (?:you )?(?:any of )?(?:this|it|that|here|a word)|i was never here|this conversation|off the record|strictly (?:confidential|private|between)",
    "(?:this|that|it) (?:must|should|shall|is to|has to|had better) go no (?:further|farther)|this goes no (?:further|farther)|let (?:it|this|that) go no (?:further|farther)",
    "(?:should|must|ought to|is to|has to|had better|needs to) (?:stay|remain|rest) (?:with|between) TO",
    "MUST_NOT (?:go )?(?:spread|let on|give it away|pass it on|blab|announce)(?:ing)?",
    "(?:no need|no reason|unwise|better not|best not|rather not) (?:to |for )?(?:tell|mention|trouble|worry|alarm|upset|frighten|share|say|let) ...12 OTHERS",
    "least of all OTHERS|(?:leave|keep) OTHERS out of (?:it|this)|what OTHERS (?:don't|doesn't) know",
    "MUST_NOT (?:let|allow) OTHERS ...10 (?:see|know|hear|find|notice|catch|learn|read|near|look)",
    "MUST_NOT (?:tell|show|mention|share|say|repeat|reveal|breathe|speak|compare) (?:this |it |that |of |them |any of )?(?:to |with )?(?:OTHERS|a soul|any(?:one|body)|a word|it|so|them|this|your)",
    "OTHERS (?:must|may|should|can|need|ought)(?: not|n't) (?:to )?(?:ever |yet )?(?:see|know|hear|learn|find|be told|suspect|notice|read)",
    "(?:isn't|is not|not|never|n't) (?:meant |intended |fit )?for (?:OTHERS|their|other|others')(?: (?:ears|eyes))?",
    "(?<!(?:to|or|and|could|might|can|will|would) )keep (?:this|it|that|them|what you \\w+) (?:\\w+ )?(?:to yourself|under your hat|quiet|secret|hidden|between|from OTHERS|dark|close)",
    "(?:hide|conceal) (?:it|this|that)(?! (?:in|under|behind|inside))|not a word|mum's the word|leave it so",
    "(?:stays?|remains?) (?:just |strictly |only )?(?:with you|between (?:us|you and))|yours to keep|yours alone",
    "(?:say nothing|tell (?:no one|no-one|nobody))",
    "finger (?:to|along|on|against|across|over) (?:his|her|its|their) (?:\\w+ )?(?:lips?|beak|mouth|nose|muzzle|teeth)",
    "between ourselves|between you and me|(?:keeps?|kept) quiet|to (?:himself|herself|yourself)(?= and|[.,;:])",
    "NAME (?:doesn't|does not|won't|never|hasn't) (?:ever )?(?:tell|told|say|said|mention|mentioned|let on|admit)",
    "(?:don't|do not) (?:turn your head|turn round|turn around|look (?:round|up|now)|react)|nod if you",
    "(?:come|go) (?:alone|without (?:them|OTHERS))",
    "burn (?:this|it)(?= after|[.,!])",
    "(?:your|our) (?:little )?secret",
    "(?:whether|if|how much|what) (?:of (?:it|this|that) )?you (?:choose to |decide to |want to )?(?:tell|share with|show) (?:OTHERS|them)",
  ),
  mark(
    "a private message",
    "YOUR (?:\\w+ ){0,2}DEVICE ...80 TELLING",
    "TELLING ... YOUR (?:\\w+ ){0,2}DEVICE",
    "(?:check|look at|glance at|read|open) YOUR (?:own )?(?:DEVICE|cards?|note|letter|messages?)",
    "(?:in|on) YOUR (?:own )?DEVICE",
    "(?:on|over|through) (?:a|an|the|his|her|your) (?:private|own|closed|secure|separate|second) (?:\\w+ )?(?:channel|frequency|line|band|loop|circuit|net)",
    "on the private (?:channel|frequency|line|band|loop|circuit|net)",
    "NPC: (?:slip|slide|palm|press|push|tuck|pass|drop|shove|thrust|hand|fold|wedge)(?:s|ed|es|ing)? ...60 NOTE ... (?:to|into|in|under|over|inside|beneath) TO",
    "NPC: (?:slip|slide|pass|hand|push|flick)(?:s|ed|es|ing)? TO (?:a|an|the|some) (?:\\w+ ){0,3}NOTE",
    "NPC: (?:slip|press|push|tuck|drop|shove|fold)(?:s|ped|ed|es|ing|ping)? ...60 (?:into|in|inside|under|over|to) HIS (?:\\w+ )?HAND",
    "NPC: (?:close|fold|curl)(?:s|ed|ing)? HIS fingers (?:over|around|round|about)",
    "NOTE (?:that |that's |is |are |was )?(?:only |just )?(?:addressed to|meant for|passed to|slipped to|handed to) TO",
    "PAPER ...40 (?:hits?|lands?|drops?|falls?|brushes|strikes|bounces|skids|slides|flutters|rolls|comes|waits?|under|inside|against|into) (?:\\w+ ){0,2}HIS",
    "(?:in|into|inside|under|beneath|behind|beside|around|round) YOUR ...60 (?:a|an|another|some|the) (?:\\w+ ){0,2}PAPER",
    "(?:on|in|into|against) HIS (?:\\w+ )?(?:cheek|palm|hand|back|wrist|knee|kneecap|arm|forearm|shoulder|skin|ankle) ...40 (?:spell|trace|tap)(?:s|ing)?",
    "(?:spell|trace|tap)(?:s|ing)? ...40 (?:on|in|into|against) HIS (?:\\w+ )?(?:cheek|palm|hand|back|wrist|knee|kneecap|arm|forearm|skin|ankle)",
    "(?:finds?|found|gets?) ... NOTE ...60 (?:with|bearing) (?:your|his|her) name",
    "WRITTEN ...60 (?:inside|in|on|under|beneath|behind|into|of) YOUR",
    "(?:inside|in|on|under|beneath|behind|of) YOUR ...60 WRITTEN",
    "NAME's (?:\\w+ )?has ... WRITTEN",
    "NAME's \\w+ has a (?:message|note|word)",
    "YOUR fingers (?:find|touch|meet)|had time to read",
    "NAME's (?:says|reads|has)|(?<=^[^\\w@]{0,6})NAME's is(?! (?:the same|next|no different))",
    "(?:land|fall|drop|flutter)(?:s|ed)? (?:in|into|on|at) YOUR (?:lap|plate|hand|feet|shoulder)",
    "NAME (?:peeks?|sneaks? a look|steals? a glance) at (?:his|her)",
    "(?:tiniest|smallest|slightest|faintest|barest) (?:shake|nod|smile|wink|gesture|motion|frown)",
    "NAME gets (?:a|the) (?:wink|signal|sign)|winks? at TO|catch(?:es)? YOUR eye",
  ),
  mark(
    "in one head",
    "(?:vision|dream|nightmare|premonition|memory|foreboding|flashback)s? (?:that )?(?:comes?|came|takes?|seizes?|shows?|visits?|finds?|strikes?|hits?|rises?|returns?) ...20 TO",
    "NAME (?:\\w+ly )?(?:dreams?(?! up)|dreamt|dreamed|foresees?|recogni[sz]es?|is woken|lies awake)",
    "from HIS dream|YOUR (?:fever|delirium|trance|nightmare|dream|vision)",
    "NAME, who (?:can|knows|reads|speaks)[^.;]{1,40}, (?:gets|hears|sees|reads|understands|follows)",
    "NAME knows (?:that|what|who|where|why|this|better)",
    "NPC: (?:in|into|inside|through|across|at the back of|behind) HIS (?:own )?MIND|(?:behind) HIS eyes",
    "NAME, who[^.;]{1,60}, (?:follows|understands|catches) (?:every|each|it|all|what|the)",
    "telepath\\w+|mind to mind|mind-to-mind",
    "as your (?:\\w+ )?conscience",
    "(?:occurs to|dawns on) TO|something tells TO",
  ),
  mark(
    "out of sight",
    "NPC: (?:under|beneath|below|behind) (?:the|a|an|his|her|your|its|their) (?:\\w+ ){0,2}COVER ...80 (?:to|at|for|on|against|tells?|shows?) TO",
    "NPC: (?:to|at|for|on|against|with) TO ...80 (?:under|beneath|behind) (?:the|a|an|his|her|your|its|their) (?:\\w+ ){0,2}COVER",
    "speaks? behind (?:the|a|an|his|her|your|its|their) (?:\\w+ ){0,2}COVER",
    "(?:reads?|opens?|unfolds?|smooths?|peeks?|glances?) ...40 (?:under|beneath|behind|inside|below|in the shelter of|under cover of) (?:the|a|an|his|her|your) (?:\\w+ ){0,2}COVER",
    "from where NAME|from YOUR (?:\\w+ )?(?:angle|vantage|seat|perch)|(?:with|has|have) (?:that|the right|the) angle",
    "alone with TO",
    "(?:till|until|when|once|now that) TO (?:is|are) alone",
    "hidden by|(?:orders|answers?|says?|tells?|speaks?|signals?|taps?) ...20 in (?:sign|morse|code|cipher)",
    "facing (?:himself|herself|yourself)|with (?:his|her|your) back to",
    "with (?:his|her|its) (?:thumb|hand|palm|sleeve|body) (?:over|across|between|around|shielding|cupped)",
    "on HIS own (?:screen|monitor|display|copy|page)",
    "(?:on|during) HIS watch",
  ),
  mark(
    "a tongue or a place of one's own",
    "NPC: (?:to|with) TO ... SPEECH",
    "SPEECH (?:that |which )?(?:TO|she|he) ...20 (?:speaks?|knows?|reads?|understands?|learnt|learned|grew up|was taught|hasn't)",
    "YOUR (?:\\w+ ){0,2}(?:scar|tattoo|birthmark|amulet|pendant|charm|talisman|ring|locket|medallion|skin|neck) ... (?:itch|burn|tingle|prickle|throb|twinge|grow|hum)(?:s|es|ing)?",
    "(?:scar|tattoo|birthmark|amulet|pendant|charm|talisman|ring|locket|medallion) ...30 YOUR ... (?:itch|burn|tingle|prickle|throb|twinge|grow|hum)(?:s|es|ing)?",
    "at HIS (?:own )?(?:height|level|angle), and no",
    "at the right (?:height|angle|moment|spot) to",
  ),
];
