/**
 * Everyday words that are one slip of the finger away from a word of the crisis rules: "his" is not a mistyped "hits".
 * They are never corrected. Runs of a letter are squeezed, as in the text they are looked up for.
 */
export const ordinaryWords: ReadonlySet<string> = new Set(
  `
abut actual affair aid ally appl bags ball bar based batch batter bay beach bead bears beast beasts
beer beggar begging bell bet beta bets betting bill billed billing bits blend bloody boot boring
borne bot bother bow brain braking brass breadth breed brunch butler calif calls cared carrier cars
carter carve carver cash cause chance chart chase chess chord clear cli close closest coin coke comm
contact cooke cooked cooking cool cooled cop cove crane cree cried cuss dagger deadline dearth
decide derive derives deriving din ding dive diving document domes dot dried drone droop drop drying
dusty edible elven endless eve exits failing farther fat feather fed feed fees fight figure filing
fill filled filling fin finn finned fins fit fits fleet float flow flowing flows fore form free
fuels garbage google grade grass greet greeting halfway ham hell helps herd heron hes hess hints
hood hoop hose hut infer inter intro key kilos kind kinds knuckle lass layer least lees leo less
lester lid lie lied lies lin linked lockheed lodd log loner loss loy mad makers man mars master mate
med mediation meet mess met mice mine mission money moth move must nap needed needs net nice noise
non noon norse pace palace pan parent partly pass pats paying piece piers pin pint pipes plain
planets plans plant plate plush poke poor pot pratt preset prince program question quiet raise rally
ranging rap rat rating rattle recall red refuse relay release rely replay res rue sack sacks sad
sake sand save scar score screen seed seen seeping sell sells sen sets shaved shelf shit shock shoe
shore shouts side sill sin sine sing sings site ski sleeves slid sometime songs spend spit splint
splits splitting sport spring stalled stalling stalls staring stated stays steer sterrett sting
stone store story strand strange stray suck suits sur surge sweat sweet swing swore tables takers
tal tale talking tall tan tap taped tapped taps target tarp tees tends tennis tenth terrain thin
thorough though three thrust tie tins tipped tool toss toward traced track trailing treat treats
trimmed trolls tuning twin twist usd users violet walks walt wan wave well wells wet whip width
wiggly wilby wiley win wing wiped witch woods word worlds write yearns
`
    .trim()
    .replaceAll(/([a-z])\1+/g, "$1")
    .split(/\s+/),
);
