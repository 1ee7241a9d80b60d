"""KiCad's own checks of the board, and the files that a manufacturer needs.

    /usr/bin/python3 hardware/kicad/check.py hub.kicad_pcb FOLDER

KiCad's module `pcbnew` fills the planes: it needs the system's Python. From KiCad 7 on the command
`kicad-cli` checks and plots; KiCad 6 has none, so there `pcbnew` does. The report lists errors and warnings.
If there are no errors, FOLDER/hub.zip holds Gerber and drill files, the same bytes each time. The exit code
is the number of errors, at most 100.
"""

import re
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import pcbnew  # type: ignore[import-not-found, unused-ignore]

LAYERS = ("F.Cu", "In1.Cu", "In2.Cu", "B.Cu", "F.Mask", "B.Mask", "F.SilkS", "B.SilkS", "Edge.Cuts")
ERROR = re.compile(r"; (?:Severity: )?error$", re.MULTILINE)
SECTION = re.compile(r"^\*\* Found \d+", re.MULTILINE)
WHEN = re.compile(r"^(?:G04 Created by|; DRILL file|(?:; #@! |%)TF\.CreationDate).*\n", re.MULTILINE)
"""Lines with the time of plotting."""
CLI = shutil.which("kicad-cli")


def main(file: str, folder: str) -> int:
    to = Path(folder).resolve()  # KiCad takes any other folder for one beside the board.
    plotted = to / "plotted"
    shutil.rmtree(plotted, ignore_errors=True)
    plotted.mkdir(parents=True)
    (to / "hub.zip").unlink(missing_ok=True)
    filled, report = to / "hub.kicad_pcb", to / "report.txt"
    board = pcbnew.LoadBoard(file)
    pcbnew.ZONE_FILLER(board).Fill(board.Zones())
    pcbnew.SaveBoard(str(filled), board)
    (check_by_cli if CLI else check_by_module)(filled, report)
    text = report.read_text("utf-8")
    if not SECTION.search(text):
        raise ValueError(f"{report} is no report of KiCad's")
    errors = len(ERROR.findall(text))
    if not errors:
        (plot_by_cli if CLI else plot_by_module)(filled, plotted)
        pack(plotted, to / "hub.zip")
    return min(errors, 100)


def cli(*words: "str | Path") -> None:
    subprocess.run([CLI or "kicad-cli", "pcb", *words], check=True)


def check_by_cli(filled: Path, report: Path) -> None:
    cli("drc", "--severity-all", "--output", report, filled)


def plot_by_cli(filled: Path, to: Path) -> None:
    cli("export", "gerbers", "--layers", ",".join(LAYERS), "--output", to, filled)
    cli("export", "drill", "--excellon-separate-th", "--output", f"{to}/", filled)


def check_by_module(filled: Path, report: Path) -> None:
    board = pcbnew.LoadBoard(str(filled))
    pcbnew.WriteDRCReport(board, str(report), pcbnew.EDA_UNITS_MILLIMETRES, True)


def plot_by_module(filled: Path, to: Path) -> None:
    board = pcbnew.LoadBoard(str(filled))
    controller = pcbnew.PLOT_CONTROLLER(board)
    options = controller.GetPlotOptions()
    options.SetOutputDirectory(str(to))
    options.SetUseGerberProtelExtensions(True)
    options.SetDrillMarksType(pcbnew.PCB_PLOT_PARAMS.NO_DRILL_SHAPE)
    for name in LAYERS:
        controller.SetLayer(board.GetLayerID(name))
        controller.OpenPlotfile(name.replace(".", "_"), pcbnew.PLOT_FORMAT_GERBER, name)
        controller.PlotLayer()
    controller.ClosePlot()
    drill = pcbnew.EXCELLON_WRITER(board)
    drill.SetOptions(False, False, board.GetDesignSettings().GetAuxOrigin(), False)
    drill.SetFormat(True)
    drill.CreateDrillandMapFilesSet(str(to), True, False)


def pack(plotted: Path, order: Path) -> None:
    """Raises ValueError if a layer or a kind of hole is missing."""
    gerbers = {file for file in plotted.glob("*.g*") if file.suffix != ".gbrjob"}
    drills = set(plotted.glob("*.drl"))
    if (len(gerbers), len(drills)) != (len(LAYERS), 2):
        raise ValueError(f"{plotted} has {len(gerbers)} layers and {len(drills)} files of holes")
    with zipfile.ZipFile(order, "w") as packed:
        for file in sorted(gerbers | drills):
            text = WHEN.sub("", file.read_text("utf-8"))
            packed.writestr(zipfile.ZipInfo(file.name), text, zipfile.ZIP_DEFLATED)


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:3]))
