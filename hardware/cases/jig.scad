// Puts every sticker into the middle of its insert: laid over the first layer with its pocket down, the sticker goes through the hole.
// The same hole is the template for the one in the second layer. Print it as it lies, without supports.

include <parts.scad>

part = "jig";                // jig, picture
pocket = 0.8;
thick = 3;
rim = 8;
play = 0.3;                  // round the insert

outer = [insert[0] + 2 * rim, insert[1] + 2 * rim];

assert(play + (sticker_hole - sticker) / 2 <= 1, "stickers would lie off the middle by more than a millimetre");
assert(pocket < thick - 1, "the jig is too thin");

module jig() {
  translate([-outer[0] / 2, -outer[1] / 2, 0]) difference() {
    cut_box([outer[0], outer[1], thick], 6);
    translate([rim - play, rim - play, thick - pocket]) cube([insert[0] + 2 * play, insert[1] + 2 * play, pocket + 1]);
    translate([outer[0] / 2, outer[1] / 2, -1]) cylinder(d = sticker_hole, h = thick + 2);
    // a finger gets under the insert here
    translate([outer[0] / 2, 0, thick - pocket - 0.6]) scale([1, 0.8, 1]) cylinder(r = rim + 4, h = thick);
  }
}

if (part == "jig") jig();
if (part == "picture") {
  color(ivory) translate([-insert[0] / 2, -insert[1] / 2, 0]) cube([insert[0], insert[1], 0.4]);
  translate([0, 0, 30]) mirror([0, 0, 1]) color(petrol) jig();
  color(brass) translate([0, 0, 50]) cylinder(d = sticker, h = 0.3);
}
