// The ring unit's box: the perforated board lies on ledges, ribbons leave through both long sides, the USB cable at one end.
// Print `tub` and `lid` as they lie, without supports.

include <parts.scad>

part = "picture";            // tub, lid, picture
ledge = 5;                   // room below the board for soldered wires
side = 8;                    // between board and long walls, for the screw posts
hole = 2.54;
columns = 30;                // holes of the board, as in wiring.toml
rows = 24;
sockets = [4, 13, 22];       // columns of the sockets' middles
usb_row = 8.5;               // row of the Pico's middle
socket_height = 11;          // the Pico's board above the perforated board
ribbon = [16, 5];
cut = 8;
thick = 3.2;

inner = [board[0] + 2 * gap, board[1] + 2 * gap + 2 * side];
outer = [inner[0] + 2 * wall, inner[1] + 2 * wall];
inner_height = ledge + board[2] + board_parts;
tub_height = floor_height + inner_height;
start = [wall + gap + (board[0] - (columns - 1) * hole) / 2, wall + gap + side + (board[1] + (rows - 1) * hole) / 2];   // hole 0, 0
usb_height = floor_height + ledge + board[2] + socket_height + pico[2] + 1.3;
screws = [for (x = [wall + post / 2 + 3, outer[0] - wall - post / 2 - 3], y = [wall + post / 2 + 0.2, outer[1] - wall - post / 2 - 0.2]) [x, y]];

assert((columns - 1) * hole + 4 <= board[0] && (rows - 1) * hole + 4 <= board[1], "the board has too few holes");
assert(side >= post, "the screw posts touch the board");
assert(usb_height + usb_plug[1] / 2 <= tub_height, "the USB plug's hole opens the top");
assert(socket_height + pico[2] + 4 <= board_parts, "the Pico touches the lid");
for (x = [0 : len(sockets) - 2]) assert((sockets[x + 1] - sockets[x]) * hole >= ribbon[0] + 4, "the ribbons' slots run together");

module unit_tub() {
  difference() {
    union() {
      tub([outer[0], outer[1], tub_height], cut);
      for (place = screws) translate([place[0], place[1], 0]) screw_post(tub_height);
      // ledges under the board's short edges, with an edge that holds it
      for (x = [wall, outer[0] - wall - 3]) translate([x, wall + side + 6, 0]) cube([3, board[1] - 12, floor_height + ledge]);
      for (y = [wall + side - 2, outer[1] - wall - side]) translate([outer[0] / 2 - 12, y, 0]) cube([24, 2, floor_height + ledge + board[2]]);
    }
    for (column = sockets, y = [-1, outer[1] - wall - 1])
      translate([start[0] + column * hole - ribbon[0] / 2, y, tub_height - ribbon[1]]) cube([ribbon[0], wall + 2, ribbon[1] + 1]);
    translate([-1, start[1] - usb_row * hole - usb_plug[0] / 2, usb_height - usb_plug[1] / 2]) cube([wall + 2, usb_plug[0], usb_plug[1]]);
  }
}

module lid() {
  difference() {
    cut_box([outer[0], outer[1], thick], cut);
    for (place = screws) translate([place[0], place[1], 0]) screw_seat(thick, thick);
    translate([outer[0] - 20, outer[1] / 2 + 12, -1]) cylinder(d = led_hole, h = thick + 2);
    translate([outer[0] - 20, outer[1] / 2 - 12, -1]) sound_holes(thick + 2);
  }
}

module picture() {
  color(petrol) unit_tub();
  translate([wall + gap, wall + gap + side, tub_height + 20]) {
    color([0.75, 0.6, 0.35]) cube(board);
    translate([start[0] - wall - gap - 1.4 + pico[1], start[1] - wall - gap - side - usb_row * hole - pico[0] / 2, board[2] + socket_height])
      rotate(90) ghost_pico();
    color("dimgray") for (column = sockets, row = [1.5, 21.5])
      translate([start[0] - wall - gap + column * hole - 10, start[1] - wall - gap - side - row * hole - 4.5, board[2]]) cube([20, 9, 9]);
  }
  translate([0, 0, tub_height + 74]) color(ivory) lid();
}

if (part == "tub") unit_tub();
if (part == "lid") lid();
if (part == "picture") picture();
