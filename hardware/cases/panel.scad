// Two buttons, a light and a buzzer. A round rim stands round OK and a square one round UNDO, so that a finger tells them apart.
// Print `tub` and `top` as they lie, without supports.

include <parts.scad>

part = "picture";            // tub, top, picture
outer = [116, 62];
inner_height = 30;           // a button's body and its wires
button_body = 26;            // below the top
button_space = [18, 18];
buttons = 60;                // from one to the other
strip = [45, 25, 1.6];       // the piece of perforated board
slot = [18, 6];              // the 2x6 plug goes through
rim = 1.6;                   // height and width of the rims
cut = 10;
top = 3.2;
tub_height = floor_height + inner_height;

screws = [for (x = [-1, 1], y = [-1, 1]) [x * (outer[0] / 2 - cut / 2 - wall - post / 2), y * (outer[1] / 2 - cut / 2 - wall - post / 2)]];

assert(button_body + 2 <= inner_height, "the buttons touch the floor");
assert(buttons / 2 + button_hole / 2 + rim + 4 <= outer[0] / 2 - wall - post, "a button is under a screw");
assert(buttons >= button_hole + 30, "the buttons are too near to each other for a thumb");
assert(strip[0] + 4 <= outer[0] - 2 * wall, "the board does not fit");

module tub_with_posts() {
  difference() {
    union() {
      translate([-outer[0] / 2, -outer[1] / 2, 0]) tub([outer[0], outer[1], tub_height], cut);
      for (place = screws) translate([place[0], place[1], 0]) screw_post(tub_height);
      // the board stands between these
      for (x = [-1, 1]) translate([x * (strip[0] / 2 + gap) - 2, outer[1] / 2 - wall - 9, 0]) difference() {
        translate([x < 0 ? -1 : 0, 0, 0]) cube([5, 6, floor_height + 12]);
        translate([x < 0 ? 2 : -1, 2, floor_height]) cube([3, strip[2] + 0.4, 20]);
      }
    }
    translate([-slot[0] / 2, outer[1] / 2 - wall - 1, tub_height - slot[1]]) cube([slot[0], wall + 2, slot[1] + 1]);
  }
}

module top_plate() {
  difference() {
    union() {
      translate([-outer[0] / 2, -outer[1] / 2, 0]) cut_box([outer[0], outer[1], top], cut);
      translate([buttons / 2, 0, 0]) cylinder(d = button_hole + 12, h = top + rim);
      translate([-buttons / 2 - button_hole / 2 - 6, -button_hole / 2 - 6, 0]) cube([button_hole + 12, button_hole + 12, top + rim]);
    }
    translate([buttons / 2, 0, top]) cylinder(d = button_hole + 12 - 2 * rim, h = rim + 1);
    translate([-buttons / 2 - button_hole / 2 - 6 + rim, -button_hole / 2 - 6 + rim, top])
      cube([button_hole + 12 - 2 * rim, button_hole + 12 - 2 * rim, rim + 1]);
    for (x = [-1, 1]) translate([x * buttons / 2, 0, -1]) cylinder(d = button_hole, h = top + 4);
    translate([0, 14, -1]) cylinder(d = led_hole, h = top + 2);
    translate([0, -10, -1]) sound_holes(top + 2);
    for (place = screws) translate([place[0], place[1], 0]) screw_seat(top, top);
  }
}

module picture() {
  color(petrol) tub_with_posts();
  color(green) translate([-strip[0] / 2, outer[1] / 2 - wall - 6.8, floor_height]) rotate([90, 0, 0]) cube([strip[0], strip[1], strip[2]]);
  translate([0, 0, tub_height + 28]) {
    color(ivory) top_plate();
    color(brass) translate([buttons / 2, 0, top]) cylinder(d = 11, h = 4);
    color([0.75, 0.2, 0.2]) translate([-buttons / 2, 0, top]) cylinder(d = 11, h = 4);
    color("white") translate([0, 14, top]) sphere(d = 5);
  }
}

if (part == "tub") tub_with_posts();
if (part == "top") top_plate();
if (part == "picture") picture();
