#!/bin/sh
# As root, before the game master starts. A Pi has pins of its own, so gpio-sim is not there.
set -eu
modprobe i2c-dev
modprobe recording_i2c
modinfo gpio-sim >/dev/null 2>&1 || exit 0
modprobe gpio-sim
# The first chip is not the header's, as on a Pi 5.
other=/sys/kernel/config/gpio-sim/other
mkdir -p "$other/pins"
echo 8 > "$other/pins/num_lines"
echo raspberrypi-exp-gpio > "$other/pins/label"
echo 1 > "$other/live"
header=/sys/kernel/config/gpio-sim/header
mkdir -p "$header/pins"
echo 54 > "$header/pins/num_lines"
echo pinctrl-bcm2835 > "$header/pins/label"
echo 1 > "$header/live"
test "$(cat "$header/pins/chip_name")" = gpiochip1
modprobe snd-aloop
