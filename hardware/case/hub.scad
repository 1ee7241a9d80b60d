// The hub's case: its board lies on posts, ribbon cables leave through a slot along each long side. It may lie
// below the table or in its middle; its USB lead goes to the box.

include <common.scad>

part = "all"; // "body", "bottom"

top = 2.4;
board = [160, 100];
post = 7;           // below the board: wires
holes = [150, 90];  // where the board is drilled for its screws; nothing is soldered there
usb_y = 4;          // the middle of the Pico, from the board's middle, towards pads 1 to 8
size = [178, 114, 38];

module body() {
    difference() {
        union() { shell(size, top); pillars(size, top); }
        for (y = [-1, 1]) translate([-76, y * (size.y / 2 - wall / 2) - wall, post + 10]) cube([152, 2 * wall, 9]);
        translate([-size.x / 2 - 1, usb_y - 8, post]) cube([wall + 2, 16, 22]);
        // Pads by their numbers, as the box names them.
        numbers();
    }
}

module numbers() {
    for (pad = [1 : 15]) {
        upper = pad <= 8;
        column = 7 * ((upper ? pad : pad - 8) - 1) + 3;
        translate([(column - 28) * 2.54, (upper ? 1 : -1) * (size.y / 2 - 8), size.z - 0.6]) linear_extrude(1)
            text(str(pad), size = 6, halign = "center", valign = "center", font = "Liberation Sans:style=Bold");
    }
}

module hub_bottom() {
    bottom(size);
    for (x = [-1, 1], y = [-1, 1]) translate([x * holes.x / 2, y * holes.y / 2, 0]) difference() {
        cylinder(d = 7, h = post);
        translate([0, 0, 1]) cylinder(d = 2.2, h = post);
    }
}

if (part == "body") body();
else if (part == "bottom") hub_bottom();
else {
    color("#5b6b86") body();
    color("#e5e9f0") intersection() { numbers(); translate([-200, -200, 0]) cube([400, 400, size.z + 0.02]); }
    translate([0, -size.y - 14, 0]) {
        color("#8f9bb3") hub_bottom();
        color("#d8c896") translate([-board.x / 2, -board.y / 2, post]) cube([board.x, board.y, 1.6]);
    }
}
