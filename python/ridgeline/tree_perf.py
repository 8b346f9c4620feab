"""The first questions about a PyTorch trace, as pandas data frames."""

from ._core import report


def _front(frame, rows):
    """The first rows of a frame; all for None."""
    if rows is not None and rows < 0:
        raise ValueError("rows: expected a number from 0 on, found %s" % rows)
    return frame if rows is None else frame.head(rows)


class TreePerf:
    """A PyTorch trace with its call tree: where GPU time goes, which ops cause it, how near the roof they run.

    The data frames share the memory of the report; copy one before changing it.
    """

    def __init__(self, path, arch=""):
        self.report = report(path, arch=arch)
        if self.report.program != "pytorch_report":
            raise ValueError("%s: expected a PyTorch trace, found one for %s" % (path, self.report.program))

    def _sheet(self, name):
        return self.report.sheets[name].to_pandas()

    def gpu_timeline(self):
        """Time of the GPU by what it does: type, time ms, percent."""
        return self._sheet("gpu_timeline")

    def gpu_time_by_op(self, rows=None):
        """GPU time by the CPU op that launched the work, the heaviest first."""
        frame = self._sheet("ops_summary")[["name", "Count", "total_direct_kernel_time_ms", "Percentage (%)",
                                            "Cumulative Percentage (%)"]]
        return _front(frame, rows)

    def gpu_time_by_category(self):
        """The same by category of op."""
        return self._sheet("ops_summary_by_category")

    def ops(self):
        """A row for each op with equal arguments."""
        return self._sheet("ops_all")

    def roofline(self, name, rows=None):
        """The rates of an op for each set of its parameters, the one that takes most GPU time first; empty columns of
        other ops are left out. KeyError for an op that no model describes."""
        for sheet in self.report.sheets.values():
            if "name" not in sheet or not any(title.startswith("param: ") for title in sheet):
                continue
            if name not in sheet["name"]:
                continue
            frame = sheet.to_pandas()
            frame = frame[frame["name"] == name].dropna(axis=1, how="all")
            frame = frame.sort_values("Kernel Time (µs)_sum", ascending=False, kind="stable").reset_index(drop=True)
            return _front(frame, rows)
        raise KeyError("no model describes an op %s of this trace" % name)
