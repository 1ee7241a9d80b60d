#!/bin/sh
# As root, before the game master starts. /root/simulated-pins: simulate the header's pins as well, and sound.
set -eu
# A card's system is read-only, so others' modules are not in its list.
load() { modprobe "$1" 2>/dev/null || insmod "/root/$1.ko"; }
mountpoint -q /sys/kernel/debug || mount -t debugfs debugfs /sys/kernel/debug
load i2c-dev
load recording_i2c
test -e /root/simulated-pins || exit 0
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
chip=$(cat "$header/pins/chip_name")
test "$chip" != gpiochip0
# Nothing in an emulator can pull a Pi's own pins, so others are behind their name.
if grep --quiet bcm2835 /sys/bus/gpio/devices/gpiochip0/of_node/compatible 2>/dev/null; then
    rm /dev/gpiochip0
    mknod -m 660 /dev/gpiochip0 c $(tr : ' ' < "/sys/bus/gpio/devices/$chip/dev")
    chgrp gpio /dev/gpiochip0
fi
load snd-aloop
