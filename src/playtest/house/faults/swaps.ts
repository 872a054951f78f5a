/** Words that can stand for each other nearly anywhere: an edited text still reads. */
export const synonyms: Readonly<Record<string, string>> = {
  again: "once more", already: "by now", alone: "by yourselves", always: "at all times", another: "one more", anybody: "anyone", away: "off", beautiful: "lovely",
  because: "since", begins: "starts", behind: "in back of", beside: "next to", big: "large", black: "inky", bright: "brilliant", but: "yet",
  carefully: "with care", child: "youngster", children: "youngsters", clean: "spotless", cold: "chilly", comes: "arrives", could: "might", door: "doorway",
  doors: "doorways", dry: "parched", empty: "bare", every: "each", everybody: "everyone", eyes: "gaze", face: "features", faces: "features",
  finds: "discovers", fire: "blaze", fresh: "new", girl: "lass", glass: "pane", goes: "moves", gone: "vanished",
  great: "grand", gray: "ashen", grey: "ashen", hand: "palm", hands: "palms", heavy: "weighty",
  hole: "gap", house: "building", inside: "within", lamp: "lantern", lamps: "lanterns", large: "big",
  laughs: "chuckles", lays: "sets", little: "small", long: "lengthy", looks: "glances", loud: "noisy", man: "fellow", men: "fellows",
  middle: "centre", morning: "daybreak", neat: "tidy", night: "nighttime", nobody: "no one", noise: "sound",
  nothing: "not a thing", old: "aged", only: "merely", outside: "out of doors", page: "leaf", paper: "sheet", people: "folk", perhaps: "maybe",
  picks: "takes", piece: "bit", place: "spot", plain: "simple", puts: "sets", quickly: "in haste", quiet: "hushed", quite: "rather", reads: "studies", road: "way", room: "chamber",
  rooms: "chambers", says: "remarks", sees: "notices", several: "a number of", shakes: "trembles", shows: "reveals", shut: "closed",
  silence: "hush", slow: "unhurried", slowly: "unhurriedly", small: "little", smells: "reeks", smiles: "beams", some: "a few", somebody: "someone", something: "some thing",
  stands: "waits", stay: "remain", stone: "rock", stops: "halts", strange: "odd", street: "lane", sure: "certain",
  talk: "speak", tells: "informs", thin: "slender", thing: "object", things: "objects", though: "although", tired: "weary", together: "side by side",
  turns: "swings", until: "till", very: "most", voice: "tone", wait: "linger", walk: "stroll", wall: "partition", walls: "partitions",
  warm: "mild", watch: "observe", wet: "damp", window: "casement", windows: "casements", woman: "lady", wood: "timber",
  words: "phrases", world: "earth", young: "youthful",
};

/** Small words that can be made larger, for where synonyms do not reach. */
export const fillers: Readonly<Record<string, string>> = {
  a: "a certain", and: "and also", are: "are now", as: "just as", has: "has by now", have: "have by now", in: "within", is: "is now", like: "much like", not: "not really",
  on: "upon", so: "and so", the: "the very", when: "as soon as", with: "along with", you: "you all", your: "your own",
};
