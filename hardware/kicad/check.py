"""KiCad's own checks of the board, and the files that a manufacturer needs.

    /usr/bin/python3 hardware/kicad/check.py hub.kicad_pcb FOLDER

It runs under the system's Python, for which KiCad's module `pcbnew` was built. It fills the planes
and has KiCad check everything: clearances, connections, holes. It writes the report, and if that is clean a
ZIP of Gerber and drill files. The exit code is the number of faults that KiCad found.
"""

import re
import sys
import zipfile
from pathlib import Path

import pcbnew  # type: ignore[import-not-found, unused-ignore]

LAYERS = ("F.Cu", "In1.Cu", "In2.Cu", "B.Cu", "F.Mask", "B.Mask", "F.SilkS", "B.SilkS", "Edge.Cuts")


def main(file: str, folder: str) -> int:
    to = Path(folder)
    to.mkdir(parents=True, exist_ok=True)
    board = pcbnew.LoadBoard(file)
    pcbnew.ZONE_FILLER(board).Fill(board.Zones())
    filled = to / "hub.kicad_pcb"
    pcbnew.SaveBoard(str(filled), board)
    board = pcbnew.LoadBoard(str(filled))
    report = to / "report.txt"
    pcbnew.WriteDRCReport(board, str(report), pcbnew.EDA_UNITS_MILLIMETRES, True)
    found = sum(map(int, re.findall(r"^\*\* Found (\d+)", report.read_text(), re.MULTILINE)))
    if not found:
        plot(board, to)
    return min(found, 100)


def plot(board: "pcbnew.BOARD", to: Path) -> None:
    controller = pcbnew.PLOT_CONTROLLER(board)
    options = controller.GetPlotOptions()
    options.SetOutputDirectory(str(to))
    options.SetUseGerberProtelExtensions(True)
    for name in LAYERS:
        controller.SetLayer(board.GetLayerID(name))
        controller.OpenPlotfile(name.replace(".", "_"), pcbnew.PLOT_FORMAT_GERBER, name)
        controller.PlotLayer()
    controller.ClosePlot()
    drill = pcbnew.EXCELLON_WRITER(board)
    drill.SetOptions(False, False, board.GetDesignSettings().GetAuxOrigin(), False)
    drill.SetFormat(True)
    drill.CreateDrillandMapFilesSet(str(to), True, False)
    with zipfile.ZipFile(to / "hub.zip", "w", zipfile.ZIP_DEFLATED) as order:
        for file in sorted(to.iterdir()):
            if file.suffix[:2] == ".g" or file.suffix == ".drl":
                order.write(file, file.name)


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:3]))
