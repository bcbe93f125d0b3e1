// The wand, held like a remote control: the antenna looks down through the face at its tip, the cable leaves at the other end.
// Print `body` face down and `lid` outside down, as they lie, without supports.

include <parts.scad>

part = "picture";            // body, lid, picture
neck = 14;                   // between the two boards, for wires and screws
rest = 1;                    // ledge that keeps the solder tails off the face
pico_rest = 3;
inner_height = 12;
tail = 8;                    // cut corners at the cable's end
lip = 2;

inner = [reader[0] + 2 * gap, gap + reader[1] + neck + pico[1] + gap];
outer = [inner[0] + 2 * wall, inner[1] + 2 * wall];
body_height = face + inner_height;
antenna = wall + gap + antenna_from_end;          // from the tip
pico_start = wall + gap + reader[1] + neck;
screws = [for (x = [-1, 1]) for (y = [pico_start - neck / 2, outer[1] - wall - 7]) [x * (inner[0] / 2 - post / 2 + 0.4), y]];

assert(rest >= reader_tails, "the solder tails reach the face");
assert(face + rest + reader[2] + tile_height <= reach, "a table's sticker is too far away through the tile");
assert(rest + reader[2] + reader_parts <= inner_height, "the lid presses on the reader's parts");
assert(pico_rest + pico[2] + pico_parts <= inner_height, "the lid presses on the Pico's wires");
assert(neck >= post + 4, "no room for the screw posts");
assert(inner[0] / 2 - post + 0.4 >= pico[0] / 2 + gap, "the screw posts touch the Pico");
assert(face + pico_rest + pico[2] + 1.3 - usb_plug[1] / 2 >= 1, "the plug's hole opens the face");

module outline(inset) {
  w = outer[0] / 2 - inset;
  l = outer[1] - inset;
  t = tail - inset * 0.6;
  polygon([[-w, inset], [w, inset], [w, l - t], [w - t, l], [t - w, l], [-w, l - t]]);
}

module body() {
  difference() {
    union() {
      difference() {
        linear_extrude(body_height) outline(0);
        translate([0, 0, face]) linear_extrude(body_height) outline(wall);
      }
      // ledges along the reader's long sides, and stops at its pins
      for (x = [-1, 1]) translate([x * (inner[0] / 2 - 1) - 1, wall, face]) cube([2, gap + reader[1], rest]);
      for (x = [-1, 1]) translate([x * (inner[0] / 2 - 2) - 2, wall + 2 * gap + reader[1], face]) cube([4, 2, rest + 4]);
      for (place = screws) translate([place[0], place[1], 0]) screw_post(body_height);
      pegs();
    }
    translate([-usb_plug[0] / 2, outer[1] - wall - 1, face + pico_rest + pico[2] + 1.3 - usb_plug[1] / 2])
      cube([usb_plug[0], wall + 2, usb_plug[1]]);
  }
}

// The Pico sits on four pegs.
module pegs() {
  for (x = [-1, 1], y = [-1, 1])
    translate([x * pico_holes[0] / 2, pico_start + pico[1] / 2 + y * pico_holes[1] / 2, 0]) {
      cylinder(d = 6, h = face + pico_rest);
      cylinder(d = 1.8, h = face + pico_rest + pico[2] + 1);
    }
}

// Outside at z = 0, lip upwards.
module lid() {
  thick = 3.2;
  difference() {
    union() {
      linear_extrude(thick) outline(0);
      translate([0, 0, thick]) linear_extrude(lip) difference() { outline(wall + fit); outline(wall + fit + 1.6); }
    }
    for (place = screws) translate([place[0], place[1], 0]) {
      translate([0, 0, -0.1]) cylinder(d = screw_hole, h = thick + 0.2);
      translate([0, 0, -0.1]) cylinder(d = screw_head[0], h = screw_head[1] + 0.1);
      translate([0, 0, thick]) cylinder(d = post + 2 * fit, h = lip + 1);
    }
    // a groove above the spot that reads
    translate([0, antenna, -0.1]) difference() { cylinder(r = off_centre, h = 0.7); translate([0, 0, -1]) cylinder(r = off_centre - 1.2, h = 3); }
    translate([0, pico_start - neck / 2, -0.1]) cylinder(d = led_hole, h = thick + 1);
    translate([0, pico_start + 26, -0.1]) sound_holes(thick + 1);
  }
}

module picture() {
  color(petrol) body();
  translate([0, antenna, face + rest + 30]) mirror([0, 0, 1]) ghost_reader();
  translate([-pico[0] / 2, pico_start, face + pico_rest + 28]) ghost_pico();
  translate([0, 0, body_height + 72]) mirror([0, 0, 1]) color(ivory) lid();
}

if (part == "body") body();
if (part == "lid") lid();
if (part == "picture") picture();
