"""Performance reports from the traces of accelerator profilers.

    >>> import ridgeline
    >>> report = ridgeline.report("trace.json.gz")
    >>> report.sheets["ops_summary"].to_pandas()
"""

from ._core import Column, Error, Report, Sheet, __version__, report
from .tree_perf import TreePerf

__all__ = ["Column", "Error", "Report", "Sheet", "TreePerf", "__version__", "report"]
