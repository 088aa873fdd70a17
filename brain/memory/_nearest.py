"""Vectors in RAM at one byte a number, and which of them can be among the nearest to a query.

Each vector is held as 8-bit codes with a scale of its own, and with the length of what rounding took away. By the
Cauchy-Schwarz inequality the cosine lies no farther than that length from what the codes give, so that the rows which
can be among the nearest are known for certain; only those few need be compared in full.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    import numpy.typing as npt

__all__ = ["Codes", "cosines"]

_CODED_AT_ONCE = 262_144  # numbers: their 32-bit form stays in the processor's cache
_SLACK = 1e-5  # sums in 32 bits


@dataclass(frozen=True, slots=True, eq=False)
class _Block:
    """Some rows: their numbers, codes (rows x d, int8), scales and rounding errors."""

    numbers: npt.NDArray[np.int64]
    codes: npt.NDArray[np.int8]
    scales: npt.NDArray[np.float32]
    errors: npt.NDArray[np.float32]

    @classmethod
    def of(cls, numbers: npt.NDArray[np.int64], vectors: npt.NDArray[np.float32]) -> _Block:
        scales = np.abs(vectors).max(axis=1) / np.float32(127)
        scales[scales == 0] = 1.0
        codes = np.rint(vectors / scales[:, None]).astype(np.int8)
        lost = vectors - codes * scales[:, None]
        return cls(numbers, codes, scales, np.linalg.norm(lost, axis=1).astype(np.float32) + np.float32(_SLACK))

    def followed_by(self, other: _Block) -> _Block:
        return _Block(
            np.concatenate([self.numbers, other.numbers]),
            np.concatenate([self.codes, other.codes]),
            np.concatenate([self.scales, other.scales]),
            np.concatenate([self.errors, other.errors]),
        )


@dataclass(frozen=True, slots=True, eq=False)
class Codes:
    """All vectors of a table, in the order of their numbers. Never changed: `extended` returns a new one.

    Attributes:
        last: the greatest number so far.
    """

    blocks: tuple[_Block, ...] = ()
    last: int = 0

    def __len__(self) -> int:
        return sum(len(block.numbers) for block in self.blocks)

    def extended(self, numbers: npt.NDArray[np.int64], vectors: npt.NDArray[np.float32]) -> Codes:
        """Return these and some more, whose numbers are greater."""
        if not len(numbers):
            return self
        rows = max(1, _CODED_AT_ONCE // vectors.shape[1])
        blocks = list(self.blocks)
        start = 0
        if blocks and (room := rows - len(blocks[-1].numbers)) > 0:
            start = min(room, len(numbers))
            blocks[-1] = blocks[-1].followed_by(_Block.of(numbers[:start], vectors[:start]))
        blocks += [
            _Block.of(numbers[first : first + rows], vectors[first : first + rows])
            for first in range(start, len(numbers), rows)
        ]
        return Codes(tuple(blocks), int(numbers[-1]))

    def candidates(self, query: npt.NDArray[np.float32], count: int) -> tuple[npt.NDArray[np.int64], float]:
        """Return the numbers of all rows that can be among the nearest `count`, and a cosine that `count` rows reach.

        Args:
            query: d numbers, of length at most 1.
            count: how many are looked for; with fewer rows than that, all are returned.
        """
        numbers = np.concatenate([block.numbers for block in self.blocks]) if self.blocks else np.empty(0, np.int64)
        if len(numbers) <= count:
            return numbers, -np.inf
        middle = np.empty(len(numbers), np.float32)
        buffer = np.empty((max(len(block.numbers) for block in self.blocks), len(query)), np.float32)
        start = 0
        for block in self.blocks:
            end = start + len(block.numbers)
            widened = buffer[: end - start]
            np.copyto(widened, block.codes)
            np.dot(widened, query, out=middle[start:end])
            middle[start:end] *= block.scales
            start = end
        errors = np.concatenate([block.errors for block in self.blocks])
        least = np.partition(middle - errors, len(numbers) - count)[len(numbers) - count]
        return numbers[middle + errors >= least], float(least)


def cosines(vectors: npt.NDArray[np.float32], query: npt.NDArray[np.float32]) -> npt.NDArray[np.float32]:
    """Return the cosine of each row with a query, both of length 1; the same for a row whatever rows it stands among."""
    # A matrix product would round differently by the place of a row in the matrix.
    found: npt.NDArray[np.float32] = (vectors * query).sum(axis=1)
    return found
