#!/bin/sh
# As root, before the game master starts. /root/simulated-pins: simulate the header's pins as well, and sound.
set -eu
# A card's system is read-only, so others' modules are not in its list.
load() { modprobe "$1" 2>/dev/null || insmod "/root/$1.ko"; }
mountpoint -q /sys/kernel/debug || mount -t debugfs debugfs /sys/kernel/debug
load i2c-dev
load recording_i2c
test -e /root/simulated-pins || exit 0
# Where there is a Pi, its own pins are not the game master's to open: nothing in an emulator can pull them.
for chip in /dev/gpiochip*; do test ! -e "$chip" || chmod 000 "$chip"; done
load configfs
load irq_sim
load gpio-sim
mountpoint -q /sys/kernel/config || mount -t configfs configfs /sys/kernel/config
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
test "$(cat "$header/pins/chip_name")" != gpiochip0
load snd-aloop
