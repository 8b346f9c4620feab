"""Performance reports from the traces of accelerator profilers.

    >>> import ridgeline
    >>> report = ridgeline.report("trace.json.gz")
    >>> report.sheets["ops_summary"].to_pandas()
"""

from collections.abc import Mapping

from ._core import Column, Error, Report, Sheet, __version__, report
from .tree_perf import TreePerf

# A sheet is a mapping: adds the methods of Mapping that it does not define itself.
Mapping.register(Sheet)
for _method in ("get", "items", "values"):
    setattr(Sheet, _method, getattr(Mapping, _method))

__all__ = ["Column", "Error", "Report", "Sheet", "TreePerf", "__version__", "report"]
