"""The record of a game of Cash & Run, and what it comes to. The page of the format is seeds/cash_and_run/RECORD.md."""
