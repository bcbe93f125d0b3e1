// What all cases share: the boards that go in, the plastic round them, and how far a sticker may be from an antenna.
// Millimetres. Measure your own parts and change the numbers; the asserts below and in each case say when something no longer fits.

// --- boards -----------------------------------------------------------------------------------------------------------
reader = [40, 60, 1.6];      // RC522: width, length, thickness of the board
reader_parts = 8;            // how far its parts, the soldered wires and C2 lying flat stand out on one side
reader_tails = 1;            // solder tails on the flat side, cut short
antenna_from_end = 20;       // from the end opposite the pins to the antenna's centre
pico = [21, 51, 1];
pico_holes = [11.4, 47];     // distance of its holes, 2.1 across
pico_parts = 8;              // soldered wires and the cable's plug
usb_plug = [13, 9];          // the cable's plug with its rubber
board = [90, 70, 1.6];       // perforated board of a ring unit
board_parts = 22;            // Pico on its sockets, ribbon plugs in theirs

// --- what lies on an antenna -------------------------------------------------------------------------------------------
card = [44, 68];             // a game card: measure yours
sleeve = 3;                  // a sleeve is so much wider and longer
sleeve_height = 1;           // from the sticker through insert, card and sleeve
tile_height = 3;
sticker = 25;
sticker_hole = 26;
insert_smaller = 1;          // an insert is so much smaller than the card
reach = 8;                   // no sticker farther than this from the coil
off_centre = 12;             // nor farther than this from above the antenna's centre

// --- plastic -----------------------------------------------------------------------------------------------------------
wall = 2;
floor_height = 2;
face = 1.2;                  // plastic between antenna and sticker
plate = 3.2;                 // top of pad and station, where no card lies
gap = 0.5;                   // round a board, on each side
fit = 0.3;                   // round a lid's lip
screw_pilot = 2.1;           // a 2.5 mm screw cuts its own thread
screw_hole = 2.8;
screw_head = [5.4, 2];       // width, height
post = 7;
foam = 2;                    // 3 mm foam, pressed
led_hole = 5.2;
button_hole = 12.2;
$fn = 48;

petrol = [0.16, 0.37, 0.42];
ivory = [0.96, 0.94, 0.87];
brass = [0.78, 0.64, 0.39];
green = [0.25, 0.5, 0.33];

sleeved = [card[0] + sleeve, card[1] + sleeve];
insert = [card[0] - insert_smaller, card[1] - insert_smaller];

assert(wall >= 1.6, "walls below 1.6 mm break");
assert(face >= 0.8 && face <= 2, "the face is too thin to last or too thick to read through");
assert(plate - screw_head[1] >= 1, "screw heads would break through the plate");
assert(face + reader[2] + sleeve_height <= reach, "a card in its recess is too far from the antenna");
assert(plate + reader[2] <= reach, "a tile on the plate is too far from the antenna");
assert(sticker_hole > sticker && sticker_hole < insert[0] - 10, "the sticker's hole does not suit the insert");

// A box with cut corners, its lower left corner at the origin.
module cut_box(size, cut) {
  linear_extrude(size[2])
    polygon([[cut, 0], [size[0] - cut, 0], [size[0], cut], [size[0], size[1] - cut],
             [size[0] - cut, size[1]], [cut, size[1]], [0, size[1] - cut], [0, cut]]);
}

// Open at the top, with floor and walls.
module tub(size, cut) {
  difference() {
    cut_box(size, cut);
    translate([wall, wall, floor_height])
      cut_box([size[0] - 2 * wall, size[1] - 2 * wall, size[2]], max(cut - wall * 0.6, 0.1));
  }
}

module screw_post(height) {
  difference() {
    cylinder(d = post, h = height);
    translate([0, 0, max(height - 9, 1)]) cylinder(d = screw_pilot, h = height);
  }
}

// Hole and seat for a screw's head, from the top `z` of a plate downwards.
module screw_seat(z, thick) {
  translate([0, 0, z - thick - 0.1]) cylinder(d = screw_hole, h = thick + 0.2);
  translate([0, 0, z - screw_head[1]]) cylinder(d = screw_head[0], h = screw_head[1] + 0.1);
}

// Small holes in a ring, for sound.
module sound_holes(height) {
  for (turn = [0 : 45 : 315])
    rotate(turn) translate([5, 0, 0]) cylinder(d = 1.8, h = height);
  cylinder(d = 1.8, h = height);
}

// Pictures only: an RC522, antenna's centre at the origin, pins towards +y, flat side up at z = 0.
module ghost_reader() {
  color(green) translate([-reader[0] / 2, -antenna_from_end, -reader[2]]) cube(reader);
  color(brass) for (n = [0 : 2]) translate([0, 0, 0.05]) difference() {
    translate([-17 + 2 * n, -17 + 2 * n, -0.1]) cube([34 - 4 * n, 34 - 4 * n, 0.2]);
    translate([-16.2 + 2 * n, -16.2 + 2 * n, -0.2]) cube([32.4 - 4 * n, 32.4 - 4 * n, 0.4]);
  }
  color("dimgray") translate([-10, reader[1] - antenna_from_end - 4, -reader[2] - 2.5]) cube([20, 2.5, 2.5]);
}

// Pictures only: a Pico, its USB socket towards +y, lower left corner at the origin.
module ghost_pico() {
  color(green) cube(pico);
  color("silver") translate([pico[0] / 2 - 4, pico[1] - 4.5, pico[2]]) cube([8, 5.8, 2.6]);
  color("black") translate([pico[0] / 2 - 3.5, pico[1] / 2 - 3.5, pico[2]]) cube([7, 7, 1]);
}
