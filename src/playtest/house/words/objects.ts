/** Things that stand about in stories: each can be pointed at, walked up to and touched. No people, no places, no weather. */
const objects = new Set(
  `altar anchor antenna anvil apple apron arch armband armchair arrow axe axle badge bag banister banner barrel barrow basin basket battery
  beacon bead beam bed bell belt bench berth bicycle biscuit blackboard blade blanket blind blotter board boat boiler bolster bolt bone bonnet book boot
  bottle boulder bowl box bracelet bracket brake branch brazier bread breaker brick bridge brooch broom brush bucket buckle bulb bulkhead bun bunk
  bus button cabinet cable cage cake calendar candle candlestick cane canoe cap capsule car card carpet carriage cart case cask casket cello
  certificate chain chair chalk chandelier chart checklist cheese chessboard chest chimney churn cigar cistern clapper clasp clip cloak clock cloth coat coffin
  coin collar comb compass console cord cork corkscrew couch counter crane crank crate cross crowbar crown cup cupboard curb curtain
  cushion dagger deckchair desk diary dial dish doll door doorbell doorframe dory drain drawbridge drawer dress drill drum easel egg
  ember engine envelope fan feather fence fiddle figurehead file fireplace flag flap flare flask flowerpot flute folder font footprint fork fountain
  frame frieze fuse gate gauge gavel glass globe glove goblet gong grate grave gravestone grille gun gutter hairpin halter hammer hammock
  handbell handkerchief handle handrail harmonica harness hat hatch hatpin headstone hearth hedge helmet hinge hood hook hoop horn hourglass   idol inkwell jacket jar journal jug kettle key keyhole kiln kite knife knob knocker knot label ladder ladle lamp lamppost lantern latch
  leaflet ledge ledger lens letter lever lid lifeboat lock locker locket locomotive loom lorry luggage machine magneto mallet manuscript map
  marrow mask mast mat medal memorial microscope milestone mirror mitten monument motor mug nail napkin necklace needle nest net newspaper niche note
  notebook notice oar orb organ ornament oven padlock page pail painting pan panel paper parcel peg pen pencil pendant pendulum perambulator
  photograph piano picture pier pillar pillow pin pipe pistol piston plank plaque plate playbill plough plug pocket poker porthole
  portrait post poster pot pouch pram printer propeller pulley pulpit pump punt puppet purse quill quilt rack radio radiator raft rail railing rake
  razor reactor receiver register revolver ribbon rifle ring robe rocket rope rosette rudder rug ruler sack saddle sail satchel saucer   scabbard scale scarecrow scarf scoop screen screw scroll seal seat sextant shawl sheet shelf shell shield shoe shovel shrine shutter sign
  signpost sill skull slate sledge sleeve slide slipper sock sofa spade spear spoon stair staircase stall stamp statue stick
  stone stool stopper stove strap straw string suit suitcase switch sword table tablecloth tablet tag tank tap tape tapestry tarpaulin tassel teacup teapot
  teaspoon telegram telephone telescope tent tether thermos thimble throne ticket tile timer timetable tin toboggan token tombstone torch towel
  toy tractor transmitter trapdoor tray tree tricycle trolley trophy trumpet trunk tuba turbine turban turntable tusk typewriter umbrella
  urn valve van vane vase veil vent violin visor wagon waistcoat wallet wardrobe washstand watch weathervane well wellstone wheel wheelbarrow
  wheelchair whistle wick winch windlass window wire wreath wrench`.split(/\s+/),
);

/** Names for other things end in these: a bookcase, a tally-cord, a fire-axe. */
const endings =
  /(?:-[a-z]+|boat|book|bell|bowl|card|case|chair|chest|cloth|coat|door|glass|hook|knob|lamp|lantern|mirror|pipe|plate|stick|stone|wheel|window)$/;

/** Is this the name of a single thing that one could put a hand on? */
export function isObject(word: string): boolean {
  if (objects.has(word)) return true;
  const ending = endings.exec(word)?.[0];
  return ending !== undefined && ending !== word && objects.has(ending.replace(/^-/, ""));
}
