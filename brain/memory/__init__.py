"""Memory: structures, pipelines and the file that holds a mind."""

from brain.config import ConsolidationConfig
from brain.memory.consolidation_engine import (
    ConsolidationEngine,
    ConsolidationReport,
    ConsolidationStatus,
    DecayReport,
)
from brain.memory.encoding import Encoding, Learning, StoreResult
from brain.memory.episodic_memory import EpisodicMemory
from brain.memory.evidence import Evidence, EvidenceBundle, MemorySearchResult, ScoreParts
from brain.memory.feedback import Feedback
from brain.memory.forgetting import ForgetReport, Forgetting
from brain.memory.memory_manager import MemoryManager, MemoryStatus
from brain.memory.procedural_memory import ProceduralMemory
from brain.memory.records import (
    Episode,
    FormerFact,
    MemoryItem,
    ModalEvidence,
    Procedure,
    ProcedureStep,
    Recollection,
    Relation,
    Resemblance,
    SemanticNode,
    SourceRecord,
)
from brain.memory.retrieval import ActiveGoal, Retrieval
from brain.memory.semantic_memory import SemanticMemory
from brain.memory.source_memory import SourceMemory
from brain.memory.storage import MemoryDatabase
from brain.memory.working_memory import WorkingMemory, WorkingStatus

__all__ = [
    "ActiveGoal",
    "ConsolidationConfig",
    "ConsolidationEngine",
    "ConsolidationReport",
    "ConsolidationStatus",
    "DecayReport",
    "Encoding",
    "Episode",
    "EpisodicMemory",
    "Evidence",
    "EvidenceBundle",
    "Feedback",
    "ForgetReport",
    "Forgetting",
    "FormerFact",
    "Learning",
    "MemoryDatabase",
    "MemoryItem",
    "MemoryManager",
    "MemorySearchResult",
    "MemoryStatus",
    "ModalEvidence",
    "ProceduralMemory",
    "Procedure",
    "ProcedureStep",
    "Recollection",
    "Relation",
    "Resemblance",
    "Retrieval",
    "ScoreParts",
    "SemanticMemory",
    "SemanticNode",
    "SourceMemory",
    "SourceRecord",
    "StoreResult",
    "WorkingMemory",
    "WorkingStatus",
]
