"""What fifteen phones cost, how long a press takes to reach the box, and how long a page over a slow Wi-Fi
takes to be painted: on this machine, over loopback.

    python -m benchmarks.phones

The phones' server is the process that the table starts; the phones are in this process, so only the server's
time and memory are counted, with ten ticks a second in both directions, and somebody pressing.
"""

from __future__ import annotations

import os
import statistics
import sys
import time
from contextlib import closing
from importlib.util import find_spec
from pathlib import Path
from tempfile import TemporaryDirectory

from benchmarks.idle import AT_LEAST, memory_of
from gm_appliance.core.game import Decision, OneOf, Table
from gm_appliance.devices.pads.phone_table import UNSEEN
from gm_appliance.phones.addresses import fragment
from gm_appliance.phones.page import MAIN, SHRINKING, STATIC, page_files, shrunk
from tests.phones.crowd import Box, Crowd, Phone, until

SLOW = {"offline": False, "latency": 100, "downloadThroughput": 125_000, "uploadThroughput": 125_000}
PAINTED = "[performance.getEntriesByName('first-contentful-paint')[0].startTime, performance.now()]"
PHONES = 15
SECONDS, QUICK_SECONDS = 20.0, 2.0
PRESSES, QUICK_PRESSES = 200, 10
PAINTINGS = 5


def seconds_used(pid: int) -> float:
    """Seconds of processor time used so far."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def measure(seconds: float, presses: int) -> dict[str, float]:
    """Percent of a core, MB, and milliseconds from a press until the box has it."""
    with TemporaryDirectory() as folder, closing(Box(Path(folder))) as box, closing(Crowd()) as crowd:
        at = box.invite()
        process = box.child.pid
        pages = Path(f"/proc/{process}")
        before, _exact = memory_of(pages)
        phones = [Phone(crowd, at, box.pads.token) for _ in range(PHONES)]
        for pad, phone in enumerate(phones, start=1):
            phone.takes(pad)
        used, start = seconds_used(process), time.monotonic()
        time.sleep(seconds)
        share = 100 * (seconds_used(process) - used) / (time.monotonic() - start)
        box.pads.asked(1, Decision("talk", Table(), OneOf(("on", "off"))))
        time.sleep(UNSEEN + 0.5)
        lasted = sorted(_press(box, phones[nth % PHONES]) for nth in range(presses))
        after, exact = memory_of(pages)
    return {
        "share": share,
        "own": after.own,
        "resident": after.resident,
        "exact": exact,
        "empty": before.own,
        "median": statistics.median(lasted),
        "p95": lasted[int(0.95 * len(lasted))],
    }


def _press(box: Box, phone: Phone) -> float:
    """Press and release; returns the milliseconds until the box had the press."""
    heard, start = len(box.inbox.posted), time.monotonic()
    phone.press(0)
    until(lambda: len(box.inbox.posted) > heard, pause=0.0005)
    lasted = 1000 * (time.monotonic() - start)
    phone.release(0)
    until(lambda: len(box.inbox.posted) > heard + 1)
    return lasted


def compressed() -> int:
    """Bytes of the page with its letters, as they are sent; without the clip, which comes after all else."""
    files = page_files()
    parts = {
        name: file
        for name, file in files.items()
        if file == STATIC / MAIN or file.suffix not in (".js", ".mp4")
    }
    return sum(
        len(shrunk(file, 0)) if file.suffix in SHRINKING else file.stat().st_size for file in parts.values()
    )


def painted(times: int) -> tuple[float, float]:
    """Milliseconds to the first paint and to the seats over 1 Mbit/s and 100 ms, the median of so many."""
    from tests.phones.served import OPEN, TOKEN, PhonesTable, laid
    from tests.simulator.chromium import launched

    firsts, seats = list[float](), list[float]()
    with launched() as browser, closing(PhonesTable(browser)) as table:
        table.tell(OPEN, laid(8))
        for _again in range(times):
            with closing(
                browser.new_context(viewport={"width": 360, "height": 740}, is_mobile=True)
            ) as context:
                page = context.new_page()
                line = context.new_cdp_session(page)
                line.send("Network.emulateNetworkConditions", SLOW)
                page.goto(f"http://127.0.0.1:{table.port}/#{fragment(TOKEN)}", wait_until="commit")
                page.locator(".place").first.wait_for()
                first, now = page.evaluate(PAINTED)
                firsts.append(first)
                seats.append(now)
    return statistics.median(firsts), statistics.median(seats)


def main() -> int:
    quick = "--quick" in sys.argv
    got = measure(QUICK_SECONDS if quick else SECONDS, QUICK_PRESSES if quick else PRESSES)
    print(f"{PHONES} phones, 10 ticks a second each way: {got['share']:.1f} % of a core")
    print(
        f"memory: {got['own']:.1f} MB of its own, {got['resident']:.1f} MB resident; "
        f"{got['empty']:.1f} MB of its own before any phone came"
    )
    if not got["exact"]:
        print(AT_LEAST)
    print(f"press to box: {got['median']:.1f} ms median, {got['p95']:.1f} ms p95")
    print(f"page: {compressed() / 1000:.1f} kB compressed, with its letters")
    if not quick and find_spec("playwright"):
        first, seats = painted(PAINTINGS)
        print(f"over 1 Mbit/s and 100 ms: first paint {first / 1000:.2f} s, the seats {seats / 1000:.2f} s")
    return 0


if __name__ == "__main__":
    sys.exit(main())
