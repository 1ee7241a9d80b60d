// The box: display, loudspeaker and five buttons in its lid, the Pi below. It is the same for all three boxes.

include <common.scad>

part = "all"; // "body", "bottom"

top = 3;
size = [160, 98, 46];
window = [56.5, 29];      // what is to be seen of a 2.42 inch display
module_holes = [66, 38];  // its screws: measure yours
display_at = [30, 14];
speaker = 40;             // its cone; 0 for none in the box
speaker_at = [-46, 14];
pi = [85, 56];            // Pi 3, 4 and 5; its plugs are at the back and at the right
pi_holes = [58, 49];      // Zero 2 W: pi = [65, 30], pi_holes = [58, 23]
pi_high = 6;
keys_y = -size.y / 2 + 25;
keys_x = [-62, -40, -8, 24, 56];
names = ["", "", "OK", "BACK", "REPEAT"];

pi_at = [size.x / 2 - wall - pi.x / 2 - 1.5, size.y / 2 - wall - pi.y / 2 - 1.5];

module window_hole() {
    translate([display_at.x, display_at.y, size.z - top - 1]) {
        translate([-window.x / 2, -window.y / 2, 0]) cube([window.x, window.y, top + 2]);
        // Slanted, so that nothing is hidden from somebody who sits low.
        translate([0, 0, top + 1.01]) mirror([0, 0, 1])
            linear_extrude(2, scale = [0.94, 0.88]) square([window.x + 4, window.y + 4], center = true);
    }
}

module display_posts() {
    for (x = [-1, 1], y = [-1, 1])
        translate([display_at.x + x * module_holes.x / 2, display_at.y + y * module_holes.y / 2, size.z - top - 5])
            difference() {
                cylinder(d = 6, h = 5.1);
                translate([0, 0, -0.1]) cylinder(d = 2.1, h = 5.1);
            }
}

module grille() {
    translate([speaker_at.x, speaker_at.y, size.z - top - 1])
        for (ring = [0 : 4], turn = [0 : max(0, ring * 6 - 1)])
            rotate(ring ? 360 / (ring * 6) * turn : 0) translate([ring * speaker / 9, 0, 0])
                cylinder(d = 2.6, h = top + 2, $fn = 12);
}

// In front of the buttons: as the display names them.
module marks() {
    translate([keys_x[0], keys_y - 15, size.z - 0.6]) mark(true);
    translate([keys_x[1], keys_y - 15, size.z - 0.6]) mark(false);
    for (key = [2 : 4])
        translate([keys_x[key], keys_y - 15, size.z - 0.6]) linear_extrude(1)
            text(names[key], size = 5, halign = "center", valign = "center", font = "Liberation Sans:style=Bold");
}

module body() {
    difference() {
        union() {
            shell(size, top);
            pillars(size, top);
            display_posts();
        }
        window_hole();
        for (x = keys_x) translate([x, keys_y, size.z]) switch_hole(top);
        marks();
        if (speaker) grille();
        // Plugs at the back and at the right; air at the left.
        translate([pi_at.x - pi.x / 2, size.y / 2 - wall - 1, pi_high]) cube([pi.x - 14, wall + 2, 16]);
        translate([size.x / 2 - wall - 1, pi_at.y - pi.y / 2, pi_high]) cube([wall + 2, pi.y - 8, 21]);
        for (y = [-24 : 8 : 24]) translate([-size.x / 2 - 1, y - 1.5, 10]) cube([wall + 2, 3, 18]);
    }
}

module box_bottom() {
    bottom(size);
    // The Pi's holes are nearer to the end without USB sockets.
    translate([pi_at.x - pi.x / 2 + 3.5 + pi_holes.x / 2, pi_at.y, 0])
        for (x = [-1, 1], y = [-1, 1]) translate([x * pi_holes.x / 2, y * pi_holes.y / 2, 0]) difference() {
            cylinder(d = 6, h = pi_high);
            translate([0, 0, 1]) cylinder(d = 2.2, h = pi_high);
        }
}

if (part == "body") body();
else if (part == "bottom") box_bottom();
else {
    color("#5b6b86") body();
    color("#0b1f33") translate([display_at.x - 30, display_at.y - 17, size.z - top - 1.6]) cube([60, 34, 1.5]);
    for (x = keys_x) translate([x, keys_y, size.z]) switch_and_cap();
    color("#e5e9f0") intersection() { marks(); translate([-200, -200, 0]) cube([400, 400, size.z + 0.02]); }
    translate([0, -size.y - 14, 0]) {
        color("#8f9bb3") box_bottom();
        color("#3b7a57") translate([pi_at.x - pi.x / 2, pi_at.y - pi.y / 2, pi_high]) cube([pi.x, pi.y, 1.6]);
        color("#c0c5ce") for (y = [2, 21, 40])
            translate([pi_at.x + pi.x / 2 - 19, pi_at.y - pi.y / 2 + y, pi_high + 1.6]) cube([21, 14, 15]);
    }
}
