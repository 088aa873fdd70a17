"""Typed clients: the structures as others see them, each method a message that is asked.

A client has its structure's own methods and satisfies the pipelines' protocols, so that the same code runs on
the plain structure and over messages.
"""

from __future__ import annotations

from actors import messages as m
from actors.message import Client, asks

__all__ = [
    "BasalGangliaClient",
    "CognitiveCoreClient",
    "ConsolidationClient",
    "EncodingClient",
    "HippocampusClient",
    "PrefrontalClient",
    "RecallClient",
    "SourceEvaluatorClient",
    "TemporalCortexClient",
]


class PrefrontalClient(Client):
    """Working memory."""

    push = asks(m.PushItem)
    search = asks(m.SearchItems)
    get_context = asks(m.GetContext)
    peek_last = asks(m.PeekLast)
    remove = asks(m.RemoveItem)
    remove_episode = asks(m.RemoveEpisode)
    clear = asks(m.ClearItems)
    awaiting_transfer = asks(m.AwaitingTransfer)
    mark_transferred = asks(m.MarkTransferred)
    drop_stale = asks(m.DropStale)
    status = asks(m.DescribeWorking)
    __len__ = asks(m.CountItems)


class HippocampusClient(Client):
    """Episodic memory and consolidation."""

    store = asks(m.StoreEpisode)
    get_by_id = asks(m.GetEpisode)
    search = asks(m.SearchEpisodes)
    recall = asks(m.RecallEpisodes)
    get_recent = asks(m.GetRecentEpisodes)
    get_by_concept = asks(m.GetEpisodesByConcept)
    retrieve_by_concept = get_by_concept
    get_by_time_range = asks(m.GetEpisodesByTime)
    retrieve_by_time = get_by_time_range
    get_by_session = asks(m.GetEpisodesBySession)
    get_by_trace = asks(m.GetEpisodesByTrace)
    get_neighbours = asks(m.GetNeighbours)
    find_duplicate = asks(m.FindDuplicate)
    pending = asks(m.GetPending)
    mark_consolidated = asks(m.MarkConsolidated)
    delete = asks(m.DeleteEpisode)
    term_counts = asks(m.CountEpisodeTerms)
    forgotten_count = asks(m.CountForgottenEpisodes)
    recall_by_meaning = asks(m.RecallByMeaning)
    backfill = asks(m.BackfillVectors)
    forget_vectors = asks(m.ForgetVectors)
    __len__ = asks(m.CountEpisodes)


class ConsolidationClient(Client):
    """The hippocampus' periodic work."""

    consolidate = asks(m.Consolidate)
    apply_decay = asks(m.ApplyDecay)
    save_all = asks(m.SaveAll)
    replay = asks(m.Replay)
    status = asks(m.DescribeConsolidation)


class RecallClient(Client):
    """The hippocampus' stochastic retrieval."""

    free_recall = asks(m.RecallFreely)
    cued_recall = asks(m.CueRecall)
    recognise = asks(m.Recognise)
    activation_of = asks(m.GetActivation)
    note_sleep = asks(m.NoteSleep)


class TemporalCortexClient(Client):
    """Semantic memory."""

    store_fact = asks(m.StoreFact)
    get_fact = asks(m.GetFact)
    get_facts = asks(m.GetFacts)
    search = asks(m.SearchFacts)
    add_relation = asks(m.AddRelation)
    add_alias = asks(m.AddAlias)
    get_related = asks(m.GetRelated)
    associates = asks(m.GetAssociates)
    get_concept_chain = asks(m.GetConceptChain)
    concepts_in = asks(m.FindConcepts)
    other_names = asks(m.FindOtherNames)
    derived_from = asks(m.GetDerived)
    confirm_fact = asks(m.ConfirmFact)
    deny_fact = asks(m.DenyFact)
    apply_decay = asks(m.FadeFacts)
    get_history = asks(m.GetHistory)
    get_histories = asks(m.GetHistories)
    count_believed = asks(m.CountBelieved)
    get_strongest = asks(m.GetStrongest)
    delete_fact = asks(m.DeleteFact)
    forget_derived = asks(m.ForgetDerived)
    term_counts = asks(m.CountFactTerms)
    forgotten_count = asks(m.CountForgottenFacts)
    save = asks(m.SaveFacts)
    resembling = asks(m.FindResembling)
    backfill = asks(m.BackfillVectors)
    forget_vectors = asks(m.ForgetVectors)
    __len__ = asks(m.CountFacts)


class SourceEvaluatorClient(Client):
    """Source memory."""

    register = asks(m.RegisterSource)
    meet = asks(m.MeetSource)
    save = asks(m.SaveSources)
    get = asks(m.GetSource)
    get_trust = asks(m.GetTrust)
    trust_of = asks(m.GetTrustOf)
    named_in = asks(m.FindSources)
    update_trust = asks(m.UpdateTrust)
    blacklist = asks(m.BlacklistSource)
    whitelist = asks(m.WhitelistSource)
    clear_flags = asks(m.ClearSourceFlags)
    apply_decay = asks(m.FadeTrust)
    get_all = asks(m.GetSources)
    __len__ = asks(m.CountSources)


class BasalGangliaClient(Client):
    """Procedural memory."""

    create = asks(m.CreateProcedure)
    store = create
    get = asks(m.GetProcedure)
    update_success = asks(m.UpdateSuccess)
    record_result = update_success
    get_best = asks(m.GetBestProcedures)
    search = asks(m.SearchProcedures)
    get_all = asks(m.GetProcedures)
    delete = asks(m.DeleteProcedure)
    prune = asks(m.PruneProcedures)
    __len__ = asks(m.CountProcedures)


class EncodingClient(Client):
    """The association cortex: the way into memory."""

    store = asks(m.StoreMemory)
    perceive = asks(m.Perceive)


class CognitiveCoreClient(Client):
    """The cognitive core: thought, and the ways out of memory."""

    think = asks(m.Think)
    retrieve = asks(m.Retrieve)
    retrieve_staged = asks(m.RetrieveStaged)
    confirm = asks(m.Confirm)
    deny = asks(m.Deny)
    forget = asks(m.Forget)
    active_goal = asks(m.GetActiveGoal)
