// A seat's pad: two switches, up away from the player and down towards him, between cheeks that hide the
// thumb; and a lamp at the end of a tunnel that only the player looks into.

include <common.scad>

part = "all"; // "body", "bottom"

size = [54, 88, 24];
top = 3;
cheek = 16;         // how far they rise above the top: as high as a keycap that is not pressed
switch_y = [22, -4];
lamp_y = -27;       // where the lamp's tunnel begins
tunnel = [6, 15];   // its width and its length, from the lamp's tip
tilt = 35;          // upwards, to the player's eyes
header = [15.6, 9.2]; // a box header of 2 x 3 contacts

module along_tunnel() translate([0, lamp_y, size.z - 1]) rotate([90 - tilt, 0, 0]) children();

module cheeks() {
    difference() {
        translate([0, 0, size.z - corner]) rounded([size.x, size.y, cheek + corner]);
        translate([0, 0, size.z - corner - 1])
            rounded([size.x - 2 * wall, size.y - 2 * wall, cheek + corner + 2], corner - wall);
        // Open towards the player, rising from the lamp to the switches.
        translate([0, -size.y / 2 + 20, size.z + cheek]) rotate([-32, 0, 0])
            translate([-size.x, -100, 0]) cube([2 * size.x, 100, 60]);
        translate([-size.x, -size.y / 2 - 1, size.z]) cube([2 * size.x, wall + 3, 60]);
    }
}

module hood() {
    intersection() {
        along_tunnel() translate([0, 0, -6]) cylinder(d = tunnel.x + 2 * wall + 2, h = tunnel.y + 8);
        translate([-20, -size.y / 2, size.z - top]) cube([40, 60, 40]);
    }
}

// Beside the switches.
module marks() {
    for (at = [[switch_y[0], true], [switch_y[1], false]]) translate([-17, at[0], size.z - 0.6]) mark(at[1]);
}

module body() {
    difference() {
        union() {
            shell(size, top);
            pillars(size, top);
            cheeks();
            hood();
            // Grooves for the header's piece of perfboard.
            for (x = [-1, 1]) translate([x * 13.4 - 1.6, size.y / 2 - wall - 5, 4])
                cube([3.2, 5.1, size.z - top - 4]);
        }
        for (y = switch_y) translate([0, y, size.z]) switch_hole(top);
        marks();
        // The tunnel, with the lamp's seat behind it.
        along_tunnel() {
            cylinder(d = tunnel.x, h = 60);
            translate([0, 0, -30]) cylinder(d = 5.2, h = 31);
        }
        translate([-header.x / 2, size.y / 2 - wall - 1, 7]) cube([header.x, wall + 2, header.y]);
        for (x = [-1.7, 0.1])
            translate([(x < 0 ? 13.4 : -13.4) + x, size.y / 2 - wall - 3.4, 3]) cube([1.6, 1.8, size.z - top - 3]);
    }
}

module pad_bottom() {
    bottom(size);
    // Holds the header's perfboard in its grooves.
    translate([-10, size.y / 2 - wall - 6, 0]) cube([20, 3, 5]);
}

if (part == "body") body();
else if (part == "bottom") pad_bottom();
else {
    color("#5b6b86") body();
    color("#8f9bb3") translate([70, 0, 0]) pad_bottom();
    // Keycaps and the lamp, to look at.
    for (y = switch_y) translate([0, y, size.z]) switch_and_cap();
    color("#e5e9f0") intersection() { marks(); translate([-99, -99, 0]) cube([198, 198, size.z + 0.02]); }
    color("#d1495b") along_tunnel() cylinder(d = 5, h = 1.5);
}
