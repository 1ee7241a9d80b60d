// What both cases share. Millimetres.

wall = 2.4;         // outer walls: six lines of a 0.4 nozzle
plate = 1.5;        // where a switch clicks in, after its maker's sheet
switch_hole = 14.0; // for an MX switch, square
corner = 5;
play = 0.25;        // between two printed parts
screw = 3.2;        // M3 passes
thread = 2.6;       // M3 cuts its own thread
$fn = 40;

// A box with round upright edges, its middle at the origin.
module rounded(size, radius = corner) {
    linear_extrude(size.z)
        offset(radius) square([size.x - 2 * radius, size.y - 2 * radius], center = true);
}

// A hollow box, open below, its top at size.z.
module shell(size, top) {
    difference() {
        rounded(size);
        translate([0, 0, -1])
            rounded([size.x - 2 * wall, size.y - 2 * wall, size.z - top + 1], corner - wall);
    }
}

// A switch's hole through a top of this thickness, thinned from below to what the switch clicks into.
module switch_hole(top) {
    translate([-switch_hole / 2, -switch_hole / 2, -top - 1]) cube([switch_hole, switch_hole, top + 2]);
    translate([-8.5, -8.5, -top - 1]) cube([17, 17, top + 1 - plate]);
}

// Where four screws go.
module at_corners(size) {
    for (x = [-1, 1], y = [-1, 1])
        translate([x * (size.x / 2 - wall - 3.4), y * (size.y / 2 - wall - 3.4), 0]) children();
}

module pillars(size, top) {
    difference() {
        at_corners(size) cylinder(d = 8, h = size.z - top + 0.1);
        translate([0, 0, -0.1]) at_corners(size) cylinder(d = thread, h = 12);
    }
}

// The plate that closes a shell from below; it lies inside the walls.
module bottom(size, thick = 2.4) {
    inner = [size.x - 2 * wall - 2 * play, size.y - 2 * wall - 2 * play, thick];
    difference() {
        rounded(inner, corner - wall);
        translate([0, 0, -1]) at_corners(size) cylinder(d = screw, h = thick + 2);
        translate([0, 0, -0.01]) at_corners(size) cylinder(d1 = 6.4, d2 = screw, h = 1.7);
    }
}

// To look at: a switch in its hole, and its keycap.
module switch_and_cap() {
    color("#4c566a") translate([0, 0, 0]) linear_extrude(6, scale = 0.7) square(15.6, center = true);
    color("#e5e9f0") translate([0, 0, 6]) linear_extrude(8, scale = 0.75) square(18, center = true);
}

// A thumb, up or down, engraved: a triangle.
module mark(up) {
    rotate(up ? 0 : 180) linear_extrude(1) polygon([[-3.5, -3], [3.5, -3], [0, 3.5]]);
}
