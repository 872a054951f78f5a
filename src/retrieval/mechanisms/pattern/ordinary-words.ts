/**
 * Everyday words that are one slip of the finger away from a word of the crisis rules: "his" is not a mistyped "hits".
 * They are never corrected. Runs of a letter are squeezed, as in the text they are looked up for.
 */
export const ordinaryWords: ReadonlySet<string> = new Set(
  `
abuse abut actual affair aid are arm back bag bags ball bar based batch batter bay beach bead bears
beast beasts beat bed beer beggar begging bell below bet beta bets betting bill billed billing bit
bits black blend blending block bloody boot boring borne bot bother bought bow boy brain braking brass
breadth break breath breed bridge broke brought brunch burn butler buy calif call calls can car card
care cared carrier cars carter carve carver case cash cat cause chance chart chase chess choose
chord clear cli close closest coin coke cold come comm contact cooke cooked cooking cool cooled cop
could cove cover crane cree cried cry cuss cut dad dagger date daughter day deadline dearth decide
derive derives deriving did die din ding dive diving document does domes don door dot down dried
drive drone droop drop drying dusty edible elven end endless eve ever exits eye failing far farther
fat feather fed feed feel feeling fees feet fell fight figure filing fill filled filling film fin
find finger finn finned fins first fist fit fits fleet float flow flowing flows follow for force
fore form free fuels game garbage gave get girl give goodbye google grade grass greet greeting had
halfway ham hand hard harm has hasn have haven head hear heard hell helps her herd heron hes hess
hide hints his hit hold hood hoop hose hurt hut idea infer inter intro keep key kid kill kilos kind
kinds knee know knuckle lass layer least leave lees leo less lester let letter lid lie lied lies lin
line linked live load lock locked lockheed lodd log loner look looked looking looks loss lost lot
love loy mad make makers man mark mars master mate matter may med mediation meet mess message met
mice mine mission mom money moth move mum must nap needed needs neighbour net new nice noise non
noon norse not note notice one pace palace pan parent part partly pass pats pay paying photo picture
piece piers pin pint pipes pistol plain plan planets plans plant plate plush point poke poor pot
pratt present preset prince private program promise question quiet raise rally ranging rap rat
rating rattle read real recall red refuse relay release rely replay res rue sack sacks sad safe sake
same sand sat save say saying scar score screen sea secret seed seen seeping sell sells sen set sets
sexual shame shaved she shelf shit shock shoe shoes shoot shore short should shouting shouts show
sick side sill sin sine sing sings sister sit site sits sitting ski sleeves slid slit smell sometime
son songs soon sort spend spit splint split splits splitting sport spring squeeze stalled stalling
stalls stand staring stated staying stays steer sterrett stick sting stone store story strand
strange stray stuck suck suits sur surge sweat sweet swing swore tables take takers tal tale talking
tall tan tap taped tapped taps target tarp tees tell ten tends tennis tenth terrain the thin thing
thorough though thought three throat throw thrust tie tins tipped tired tool toss toward traced
track trailing treat treats trimmed tuning turn twin twist use users video violet waking walking
walks wall wan want was wave way weapon well wells were wet where whip width wiggly will win window
wing wiped witch won woods word worlds would wrist write year you
`
    .trim()
    .replaceAll(/([a-z])\1+/g, "$1")
    .split(/\s+/),
);
