// One place of the ring. Its back points to the middle of the ring. Print `tub` and `plate` as they lie, without supports.
//   openscad -D 'part="plate"' -o station_plate.stl station.scad

include <reader_box.scad>

part = "picture";            // tub, plate, picture
width = max(64, recess[0] + 16);
front = max(39, recess[1] / 2 + 3);
back = max(47, recess[1] / 2 + 8);
slot = [15, 2.5];            // flat ribbon
cut = 5;
place_distance = 129;        // from antenna to antenna in a ring of 12 on 50 cm
antenna_to_antenna = 120;    // at least
antenna_to_sticker = 100;    // at least, to a card that lies on a neighbour

assert(place_distance >= antenna_to_antenna, "the antennas are too near to each other");
assert(place_distance - off_centre >= antenna_to_sticker, "an antenna could read its neighbour's card");
assert(width + 2 <= place_distance, "the plates overlap");

if (part == "tub") reader_tub(width, front, back, slot, cut);
if (part == "plate") reader_plate(width, front, back, cut);
if (part == "picture") reader_picture(width, front, back, slot, cut);
