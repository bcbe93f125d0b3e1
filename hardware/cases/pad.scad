// The pad beside the Pi. Print `tub` and `plate` as they lie, without supports.
//   openscad -D 'part="tub"' -o pad_tub.stl pad.scad

include <reader_box.scad>

part = "picture";            // tub, plate, picture
width = max(68, recess[0] + 20);
front = max(42, recess[1] / 2 + 4);
back = max(52, recess[1] / 2 + 8);
slot = [15, 6];              // the 2x4 plug goes through
cut = 6;

if (part == "tub") reader_tub(width, front, back, slot, cut);
if (part == "plate") reader_plate(width, front, back, cut);
if (part == "picture") reader_picture(width, front, back, slot, cut);
