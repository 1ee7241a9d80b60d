"""How long a moment takes to a broker and back to somebody who listens, and what the room's process costs: on
this machine, with Debian's Mosquitto over loopback.

    python -m benchmarks.room

The process is started as the table starts it; broker and listener are others. Then nothing happens, and it is
watched. Beside it stand bare Python, and one that only connects by the same library.
"""

from __future__ import annotations

import statistics
import subprocess
import sys
import time
from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory

from benchmarks.idle import AT_LEAST, memory_of, usage
from gm_appliance.app.phones import Child
from gm_appliance.app.room import RoomLine
from gm_appliance.room.messages import Link, Post
from tests.phones.crowd import until
from tests.room.brokers import MOSQUITTO, Ear, Mosquitto

MOMENTS, QUICK_MOMENTS = 300, 10
SECONDS, QUICK_SECONDS = 60.0, 1.0
STATE = "gm-appliance/table/state"
BARE = "print(flush=True); input()"
CONNECTED = """
from paho.mqtt import client
one = client.Client(client.CallbackAPIVersion.VERSION2, protocol=client.MQTTv5)
one.connect("127.0.0.1", {port})
one.on_connect = lambda *told: print(flush=True)
one.loop_start()
input()
"""
PAYLOAD = '{{"schema":1,"moment":"night","winners":[],"mood":"","event":null,"number":{}}}'


def main() -> int:
    quick = "--quick" in sys.argv
    if MOSQUITTO is None:
        print("mosquitto is missing; get it with: apt install mosquitto")
        return 0
    with (
        TemporaryDirectory(prefix="gm-") as name,
        closing(Mosquitto(Path(name))) as broker,
        closing(Ear(broker.port)) as ear,
        closing(Child("room", folder := Path(name))) as child,
        closing(RoomLine(folder, Link("127.0.0.1", broker.port), Post("first", "1"), child.start)) as line,
    ):
        until(lambda: line.look() and ear.last("gm-appliance/table/available") == "online", pause=0.1)
        lasted = sorted(_moment(line, ear, number) for number in range(QUICK_MOMENTS if quick else MOMENTS))
        print(f"moment to listener: {statistics.median(lasted):.1f} ms median, {_p95(lasted):.1f} ms p95")
        memory, exact = memory_of(Path(f"/proc/{child.pid}"))
        seconds = QUICK_SECONDS if quick else SECONDS
        cpu, wakes, _alone = usage(child.pid)
        time.sleep(seconds)
        cpu_after, wakes_after, _alone = usage(child.pid)
        print(f"memory: {memory.own:.1f} MB of its own, {memory.resident:.1f} MB resident")
        for what, program in (("bare Python", BARE), ("paho-mqtt", CONNECTED.format(port=broker.port))):
            print(f"beside it: {_resident(program):.1f} MB resident: {what}")
        if not exact:
            print(AT_LEAST)
        woken, share = (wakes_after - wakes) / seconds, 100 * (cpu_after - cpu) / seconds
        print(f"idle: {woken:.2f} wake-ups a second, {share:.2f} % of a core")
    return 0


def _moment(line: RoomLine, ear: Ear, number: int) -> float:
    """Milliseconds until somebody at the broker has it."""
    payload, start = PAYLOAD.format(number), time.monotonic()
    line.tell(Post("state", payload))
    until(lambda: ear.last(STATE) == payload, pause=0.0005)
    return 1000 * (time.monotonic() - start)


def _resident(program: str) -> float:
    """Megabytes of a Python that runs this, once it has printed a line."""
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE}
    with subprocess.Popen([sys.executable, "-c", program], **pipes) as running:  # type: ignore[call-overload]
        running.stdout.readline()
        memory, _exact = memory_of(Path(f"/proc/{running.pid}"))
        running.communicate(b"\n")
    return memory.resident


def _p95(lasted: list[float]) -> float:
    return lasted[int(0.95 * len(lasted))]


if __name__ == "__main__":
    sys.exit(main())
