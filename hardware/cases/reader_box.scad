// Pad and station: a tub that holds an RC522 with its flat side up, under a plate with a recess for one card.
// The antenna's centre is at x = 0, y = 0. The recess is open towards -y, where the card comes in and is pushed out again;
// the module's pins and the cable are at +y.

include <parts.scad>

inner_height = reader[2] + reader_parts + foam;
recess = [sleeved[0] + 1, sleeved[1] + 1];
tails_start = reader[1] - antenna_from_end - 3.5;
tub_height = floor_height + inner_height;

// `width`: outside, across; `front`, `back`: outer ends, seen from the antenna; `slot`: width and height of the cable's way out;
// `cut`: the corners.
module check_reader_box(width, front, back, slot, cut) {
  assert((2 * wall + post - cut) / sqrt(2) >= post / 2, "the cut corners open the screw posts");
  assert(width >= recess[0] + 2 * (screw_head[0] + 2), "no room for screws beside the card");
  assert(width / 2 - wall - post >= reader[0] / 2 + gap, "the screw posts touch the module");
  assert(front >= recess[1] / 2, "the card sticks out in front");
  assert(front >= antenna_from_end + gap + wall, "the module does not fit in front");
  assert(back >= recess[1] / 2 + wall, "the recess breaks through at the back");
  assert(back >= reader[1] - antenna_from_end + gap + wall, "the module does not fit at the back");
  assert(slot[1] < inner_height, "the cable's slot is higher than the wall");
  assert((recess[0] - sleeved[0]) / 2 + (sticker_hole - sticker) / 2 + insert_smaller / 2 + sleeve / 2 <= off_centre,
         "a card in the recess can lie too far off the antenna");
}

function screw_places(width, front, back) =
  [for (x = [-1, 1], y = [-front + wall + post / 2, back - wall - post / 2]) [x * (width / 2 - wall - post / 2), y]];

module reader_tub(width, front, back, slot, cut) {
  check_reader_box(width, front, back, slot, cut);
  difference() {
    union() {
      translate([-width / 2, -front, 0]) tub([width, front + back, tub_height], cut);
      for (place = screw_places(width, front, back)) translate([place[0], place[1], 0]) screw_post(tub_height);
      corners();
      props();
    }
    translate([-slot[0] / 2, back - wall - 1, tub_height - slot[1]]) cube([slot[0], wall + 2, slot[1] + 1]);
    // a cable tie goes down through one of these and up through the other
    for (x = [-slot[0] / 2 - 4, slot[0] / 2 + 2])
      translate([x, back - wall - 6, -1]) cube([2, 4, floor_height + 2]);
  }
}

// Four angles in which the module stands.
module corners() {
  height = tub_height - 0.4;
  for (x = [-1, 1], y = [0, 1])
    translate([x * (reader[0] / 2 + gap), y * (reader[1] + 2 * gap) - antenna_from_end - gap, 0])
      mirror([x < 0 ? 0 : 1, 0, 0]) mirror([0, y, 0]) {
        translate([-1.6, 0, 0]) cube([1.6, 8, height]);
        translate([-1.6, -1.6, 0]) cube([6, 1.6, height]);
      }
}

// Four props; a piece of foam on each presses the module against the plate.
module props() {
  for (x = [-15, 15], y = [-15, reader[1] - antenna_from_end - 12])
    translate([x, y, 0]) cylinder(d = 6, h = tub_height - reader[2] - foam);
}

module reader_plate(width, front, back, cut) {
  difference() {
    translate([-width / 2, -front, 0]) cut_box([width, front + back, plate], cut);
    translate([-recess[0] / 2, -front - 1, face]) cube([recess[0], front + 1 + recess[1] / 2, plate]);
    for (place = screw_places(width, front, back)) translate([place[0], place[1], 0]) screw_seat(plate, plate);
    // room for the solder tails, unless a large card lies above them: then cut them flush
    if (recess[1] / 2 + 0.4 <= tails_start)
      translate([-14, tails_start, -1]) cube([28, reader[1] - antenna_from_end - tails_start + gap, 1 + reader_tails]);
    // marks beside the antenna's centre, and one behind it
    for (x = [-1, 1]) translate([x * (recess[0] / 2 + 3.2), 0, plate - 0.6]) rotate(x > 0 ? 180 : 0) cylinder(r = 2.4, h = 1, $fn = 3);
    translate([0, recess[1] / 2 + 3.6, plate - 0.6]) rotate(-90) cylinder(r = 2.4, h = 1, $fn = 3);
  }
}

// The whole thing as a picture: the plate lifted, the module below it.
module reader_picture(width, front, back, slot, cut) {
  color(petrol) reader_tub(width, front, back, slot, cut);
  translate([0, 0, tub_height + 18]) ghost_reader();
  translate([0, 0, tub_height + 58]) color(ivory) reader_plate(width, front, back, cut);
}
