"""The laboratory: scenarios, experiments, traces, reports, and the `brain` command."""
