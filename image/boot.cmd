# Run by U-Boot: starts system A or B. gm_appliance/install/slots.py explains the two copies of the state; see also
# docs/developers/image.md. devnum: the card, set by the program that loads this script.

setenv card_order "A B"
setenv card_A 3
setenv card_B 0
setenv card_new -
setenv card_seq 0
setenv at 0x0a000000
setenv sums 0x09000000
setenv sums_kernel 0x09000004
setenv sums_wanted 0x09000008
mmc dev ${devnum}

# The newer intact copy. One whose writing was cut off fails its checksum.
setenv best none
setenv best_seq 0
for copy in 2000 4000; do
    if mmc read ${at} ${copy} 1 && env import -c ${at} 200 card_seq; then
        if test ${best} = none || itest ${card_seq} -gt ${best_seq}; then
            setenv best ${copy}
            setenv best_seq ${card_seq}
        fi
    fi
done
setenv card_seq 0
setenv to 2000
if test ${best} != none; then
    mmc read ${at} ${best} 1
    env import -c ${at} 200 card_seq card_order card_A card_B card_new
    if test ${best} = 2000; then setenv to 4000; fi
fi

# The display's bus at 400 kHz: a picture in 23 ms instead of 93.
fdt addr ${fdt_addr}
fdt set /soc/i2c@7e804000 clock-frequency <400000>

# More kernel parameters, for emulated Pis, which would restart as soon as their watchdog is armed.
fdt get value card_words /chosen gm-appliance

# If no attempts are left, all slots get them back.
for time in first second; do
    for slot in ${card_order}; do
        if test ${slot} = A; then
            setenv part 2
            setenv left ${card_A}
            setenv others ${card_B}
        else
            setenv part 3
            setenv left ${card_B}
            setenv others ${card_A}
        fi
        if itest ${left} -gt 0; then
            setexpr left ${left} - 1
            setenv card_${slot} ${left}
            setexpr card_seq ${card_seq} + 1
            env export -c -s 200 ${at} card_seq card_order card_A card_B card_new
            mmc write ${at} ${to} 1
            if test ${to} = 2000; then setenv to 4000; else setenv to 2000; fi
            echo "gm-appliance: system ${slot}, ${left} more attempts"
            setenv wanted A
            if test "${card_order}" = "B A"; then setenv wanted B; fi
            # image/init gives up a system that cannot be read, if there is another.
            setenv errors continue
            if itest ${others} -gt 0; then setenv errors panic; fi
            setenv said "gm.part=${part} rauc.slot=${slot} gm.wanted=${wanted} gm.new=${card_new} gm.errors=${errors}"
            setenv bootargs "ro quiet loglevel=4 panic=1 net.ifnames=0 console=ttyS1,115200 ${said} ${card_words}"
            if load mmc ${devnum}:${part} 0x05000000 /boot/initrd.img; then
                setenv initrd 0x05000000:${filesize}
                crc32 0x05000000 ${filesize} ${sums}
                # At the kernel's own address, or U-Boot would have to move it.
                if load mmc ${devnum}:${part} 0x00200000 /boot/vmlinuz.lz4; then
                    setenv kernel_comp_addr_r ${at}
                    setenv kernel_comp_size ${filesize}
                    crc32 0x00200000 ${filesize} ${sums_kernel}
                    # A damaged kernel would hang, with no watchdog yet to restart it.
                    if load mmc ${devnum}:${part} ${sums_wanted} /boot/sums && cmp.b ${sums} ${sums_wanted} 8; then
                        booti 0x00200000 ${initrd} ${fdt_addr}
                    fi
                fi
            fi
        fi
    done
    setenv card_A 3
    setenv card_B 3
done
sleep 10
reset
