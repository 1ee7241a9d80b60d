#!/bin/sh
# As root, before the game master starts. /root/simulated-pins: simulate the header's pins as well, and sound.
set -eu
# Each program counts in an emulated start, so one that is small does what it can.
box=
test ! -x /bin/busybox || box=/bin/busybox
# A card's system is read-only, so others' modules are not in its list.
load() {
    for file in "/root/$1.ko" /lib/modules/*/extra/"$1.ko"; do
        test ! -e "$file" || { $box insmod "$file"; return; }
    done
    modprobe "$1"
}
test -e /dev/i2c-0 || test -e /dev/i2c-1 || load i2c-dev
# The Pi's own bus, where the first file system has loaded it.
test ! -e /sys/module/i2c_bcm2835 || rmmod i2c-bcm2835
load recording_i2c
if test -n "$box"; then
    $box chgrp i2c /dev/i2c-1
    $box chmod 660 /dev/i2c-1
fi
test -e /sys/kernel/debug/recording_i2c || $box mount -t debugfs debugfs /sys/kernel/debug
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
