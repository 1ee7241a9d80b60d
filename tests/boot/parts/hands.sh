#!/bin/sh
# Does what is asked on a line, in base64, and answers on it: @, how it ended, what it said, in base64.
exec <>"$1" >&0
stty raw -echo 2>/dev/null
# From here on the kernel keeps off the line.
dmesg --console-off 2>/dev/null
echo '@0 '
while read -r asked; do
    printf %s "$asked" | base64 -d > /run/asked
    sh /run/asked > /run/said 2>&1 < /dev/null
    printf '@%d %s\n' $? "$(base64 -w 0 /run/said)"
done
