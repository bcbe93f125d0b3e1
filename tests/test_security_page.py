"""SECURITY.md says of face-down cards, and of sticks, only what a test holds, sentence by sentence."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent

ON_DISK = "table/test_secrets_on_disk.py::"
RAW = "journeys/test_raw_disk.py::"
SEALS = "table/test_seals.py::"
MIGRATE = "table/test_migrate.py::"

HELD: dict[str, tuple[str, ...]] = {
    "The kind of a card never stands": (
        ON_DISK + "test_no_kind_stands_on_disk_in_clear_before_everybody_has_seen_it",
        ON_DISK + "test_a_game_that_is_imported_in_mid_round_is_sealed",
        RAW + "test_no_kind_was_ever_on_the_disk_and_no_key_is_left_on_it",
    ),
    "It is sealed in its act": (SEALS + "test_what_is_sealed_comes_back_with_its_key_and_place_only", ON_DISK + "test_two_games_have_a_key_each"),
    "What is written of a card": (ON_DISK + "test_everything_that_is_written_of_a_card_has_one_size_whatever_it_is",),
    "Without its key a seal": (SEALS + "test_a_seal_says_nothing_without_its_key", SEALS + "test_another_key_reads_something_else"),
    "The key of a round is in no other file": (ON_DISK + "test_a_key_is_in_no_file_but_its_own",),
    "It is destroyed when": (
        ON_DISK + "test_what_nobody_saw_is_gone_when_the_first_card_of_the_next_round_is_laid",
        ON_DISK + "test_the_last_key_goes_with_the_game",
    ),
    "Its bytes are overwritten": (
        SEALS + "test_a_destroyed_key_is_overwritten_before_its_name_goes",
        RAW + "test_no_kind_was_ever_on_the_disk_and_no_key_is_left_on_it",
    ),
    "What nobody has seen by then": (
        ON_DISK + "test_what_nobody_saw_is_gone_when_the_first_card_of_the_next_round_is_laid",
        ON_DISK + "test_a_copy_of_before_knows_no_more_than_the_journal",
        "table/test_ending.py::test_a_copy_of_any_round_opens_without_what_nobody_saw",
    ),
    "A program that still reads": (ON_DISK + "test_who_reads_in_another_program_does_not_keep_what_is_erased",),
    "A key that can't be erased": (ON_DISK + "test_a_key_that_can_not_be_erased_is_told_at_the_table_and_tried_again",),
    "The next round does not wait": (
        ON_DISK + "test_a_key_that_can_not_be_erased_is_told_at_the_table_and_tried_again",
        ON_DISK + "test_a_key_that_was_left_is_erased_with_that_of_the_next_round",
    ),
    "A card that is turned over": (
        ON_DISK + "test_a_card_is_written_out_in_the_transaction_in_which_it_is_turned_over",
        ON_DISK + "test_every_game_is_followed_the_same_without_what_nobody_saw",
        "table/test_one_transaction.py::test_a_kill_at_any_write_leaves_the_act_whole_or_not_at_all",
    ),
    "When a key is lost": (ON_DISK + "test_a_game_whose_key_is_lost_goes_on_and_asks_for_what_lies",),
    "Without room for a key": (ON_DISK + "test_without_room_for_a_key_no_card_is_laid",),
    "No log, report or printed value": (
        "games/vabanque/test_secrecy.py::test_no_way_to_print_a_card_tells_its_kind",
        "games/vabanque/test_secrecy.py::test_what_repr_leaves_out_is_told_by_no_other_road",
        "test_logs.py",
    ),
    "The first start of this version": (
        MIGRATE + "test_a_kill_at_any_statement_leaves_everything_as_it_was_or_done",
        MIGRATE + "test_a_step_that_fails_leaves_everything_as_it_was",
        MIGRATE + "test_what_was_seen_in_a_game_that_goes_on_stays_and_what_nobody_saw_in_earlier_rounds_is_lost",
    ),
    "The old acts, their log": (
        MIGRATE + "test_the_log_of_a_version_of_before_the_seals_is_overwritten",
        MIGRATE + "test_what_a_version_of_before_the_seals_has_left_is_sealed_or_overwritten",
        RAW + "test_what_an_earlier_version_left_is_overwritten_by_the_first_start",
    ),
    "In journals that were set aside": (MIGRATE + "test_what_a_version_of_before_the_seals_has_left_is_sealed_or_overwritten",),
    "The copy that is laid aside": (MIGRATE + "test_a_copy_without_secrets_is_laid_aside_before_a_migration_and_stays",),
    "Data that an update keeps": ("packaging/test_launcher.py::test_data_that_were_kept_are_overwritten_when_they_go",),
}
"""The beginning of each sentence about cards on disk, and the tests that hold it."""

EXPORTED = "table/test_exported.py::"
PORTER = "test_porter.py::"
SCREENS = "ui/test_screens_sticks.py::"
BUNDLES = "packaging/test_bundles.py::"

STICKS: dict[str, tuple[str, ...]] = {
    "Of games only those": (EXPORTED + "test_a_game_that_goes_on_leaves_in_no_form", PORTER + "test_what_can_be_exported_is_what_is_over"),
    "The square at the end of a game": (
        "any_game/test_kept.py::test_the_square_of_a_game_brings_it_back_and_tells_no_more_than_its_record",
        "ui/test_square.py::test_another_game_has_another_square_and_a_game_that_goes_on_none",
    ),
    "A card that nobody has seen": (
        EXPORTED + "test_each_game_has_a_record_of_its_own_that_plays_through",
        "games/vabanque/test_secrecy.py::test_what_repr_leaves_out_is_told_by_no_other_road",
    ),
    "The report of a fault": (
        PORTER + "test_the_report_on_the_stick_holds_no_name_no_kind_and_no_tag",
        "test_bundle.py::test_no_kind_and_no_tag_is_in_a_bundle_of_the_middle_of_a_game",
    ),
    "Another version is installed": (
        SCREENS + "test_a_signed_version_is_installed_by_a_hold_and_starts",
        SCREENS + "test_what_nobody_signed_is_warned_of_and_installed_by_a_hold",
        SCREENS + "test_the_version_before_comes_back_by_a_hold",
    ),
    "A bundle is signed when": (
        BUNDLES + "test_a_bundle_of_the_makers_is_signed",
        BUNDLES + "test_the_signature_of_somebody_else_is_refused",
    ),
    "A wrong signature is refused": (
        BUNDLES + "test_the_signature_of_somebody_else_is_refused",
        BUNDLES + "test_a_list_that_was_changed_after_it_was_signed_is_refused",
        BUNDLES + "test_a_signature_that_is_none_is_refused",
        BUNDLES + "test_a_file_that_was_changed_or_is_missing_is_named",
        BUNDLES + "test_what_is_installed_is_what_was_checked_also_if_the_stick_changes_meanwhile",
    ),
    "Without a signature, or": (
        BUNDLES + "test_without_a_signature_or_a_public_key_it_counts_as_unsigned",
        SCREENS + "test_what_nobody_signed_is_warned_of_and_installed_by_a_hold",
    ),
    "What nobody has signed, and": (
        PORTER + "test_what_could_tell_a_card_waits_until_all_are_back_in_hand",
        SCREENS + "test_what_nobody_signed_waits_while_cards_may_lie_face_down",
    ),
    "A bundle is installed without": (
        BUNDLES + "test_a_bundle_brings_what_it_needs_and_asks_no_network",
        "packaging/test_update.py::test_a_version_that_does_not_start_is_taken_back_and_the_game_goes_on",
    ),
}
"""The same of what goes onto a stick and comes from one."""

CHAPTERS = {"What lies face down, on disk": HELD, "What goes onto a stick, and what comes from one": STICKS}


def sentences(title: str) -> list[str]:
    """The points of a chapter, each on one line."""
    page = (ROOT / "SECURITY.md").read_text("utf-8")
    chapter = page.split(f"## {title}\n")[1].split("\n## ")[0]
    points: list[str] = re.findall(r"^- (.+(?:\n  .+)*)", chapter, re.MULTILINE)
    return [" ".join(point.split()) for point in points]


@pytest.mark.parametrize("title", CHAPTERS)
def test_each_sentence_of_these_chapters_has_its_tests(title: str) -> None:
    held, there = CHAPTERS[title], sentences(title)
    beginnings = [[begin for begin in held if sentence.startswith(begin)] for sentence in there]
    assert [found for found in beginnings if len(found) != 1] == []
    assert {begin for found in beginnings for begin in found} == set(held)
    assert all(re.fullmatch(r"[^.]+\.", sentence) for sentence in there), "one sentence a point"


def test_each_test_that_is_named_is_there() -> None:
    for test in {test for held in CHAPTERS.values() for tests in held.values() for test in tests}:
        file, _, name = test.partition("::")
        tree = ast.parse((ROOT / "tests" / file).read_text("utf-8"))
        there = {node.name for node in tree.body if isinstance(node, ast.FunctionDef)}
        assert name in there or (not name and there), test
