"""Which tests hold what SECURITY.md says: by chapter, and in it by the beginning of each sentence."""

from __future__ import annotations

ON_DISK = "table/test_secrets_on_disk.py::"
RAW = "journeys/test_raw_disk.py::"
SEALS = "table/test_seals.py::"
MIGRATE = "table/test_migrate.py::"

LIES: dict[str, tuple[str, ...]] = {
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
    "Nothing that is written onto a stick": (
        EXPORTED + "test_nothing_goes_where_a_link_on_the_stick_leads",
        EXPORTED + "test_a_spreadsheet_of_all_games_is_as_the_language_reads_it",
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
    "The public keys come": (
        "packaging/test_make_bundle.py::test_a_bundle_installs_with_no_index_and_not_with_a_byte_changed",
        BUNDLES + "test_no_bundle_changes_the_keys_by_which_bundles_are_checked",
        "packaging/test_unattended.py::test_a_bundle_that_is_signed_by_the_makers_is_taken",
    ),
    "An older version than": (
        BUNDLES + "test_the_terminal_says_that_nobody_has_signed_it_and_refuses_what_is_older",
        BUNDLES + "test_no_bundle_changes_the_keys_by_which_bundles_are_checked",
        "packaging/test_update.py::test_older_and_equal_versions_are_refused",
    ),
    "A bundle is installed without": (
        BUNDLES + "test_a_bundle_brings_what_it_needs_and_asks_no_network",
        "packaging/test_update.py::test_a_version_that_does_not_start_is_taken_back_and_the_game_goes_on",
    ),
}
"""The same of what goes onto a stick and comes from one."""

BACKUP = "table/test_backup.py::"
LYING = "table/test_lying.py::"
LEARNING = "table/test_enrolment.py::"
ADVERSARY = "adversary/test_adversary.py::"
ANY = "any_game/test_secrecy.py::"
MEMORY = "games/casino/test_memory.py::"
AT_TABLE = "games/casino/test_memory_at_table.py::"
MONEY = "games/cash_and_run/table/test_at_the_table.py::"
MONEY_TWINS = "games/cash_and_run/test_money_at_table.py::"
MONEY_VIEW = "games/cash_and_run/test_view.py::"
TAGS = "test_tags_command.py::"
SCAN = "test_scan.py::"
OWN = "ui/test_own.py::"
HOME = "ui/test_screens_home.py::"
BOOK = "ui/test_screens_book.py::"
GAME = "ui/test_screens_game.py::"
DOORS = "test_doors.py::"
INSTALL = "packaging/test_install.py::"
CARD = "packaging/test_make_card.py::"
ROOT_INSTALLS = "packaging/test_unattended.py::"
MADE = "packaging/test_make_bundle.py::"
FILES = "fuzz/test_files.py::"

SOUND = BACKUP + "test_a_file_that_is_not_sound_is_refused_with_its_reason"
UNSAID = ADVERSARY + "test_whatever_anybody_does_a_face_down_card_changes_nothing"
BESIDE = ADVERSARY + "test_nor_does_what_goes_to_a_reader_or_is_typed_beside_the_game"

WORTH: dict[str, tuple[str, ...]] = {
    "kinds of face-down cards": (
        ON_DISK + "test_no_kind_stands_on_disk_in_clear_before_everybody_has_seen_it",
        ON_DISK + "test_a_key_is_in_no_file_but_its_own",
        ON_DISK + "test_what_nobody_saw_is_gone_when_the_first_card_of_the_next_round_is_laid",
        ON_DISK + "test_the_last_key_goes_with_the_game",
    ),
    "everybody's money": (
        MONEY_TWINS + "test_nothing_that_is_tapped_shown_or_undone_tells_who_has_how_much",
        MONEY_VIEW + "test_money_is_shown_only_where_the_rules_ask_for_it",
    ),
    "which tag is which card": (
        "table/test_tagset.py::test_what_is_exported_is_what_is_imported",
        BACKUP + "test_everything_comes_back_and_what_was_there_is_kept",
        TAGS + "test_forgetting_takes_all_tags_of_one_piece",
    ),
    "games, names, statistics": (
        BACKUP + "test_everything_comes_back_and_what_was_there_is_kept",
        "table/test_journal.py::test_a_discarded_game_is_gone_from_the_journal_and_its_copies",
        BOOK + "test_the_bin_is_emptied_by_holding",
    ),
}
"""The rows of the first table, by their beginnings."""

SECRETS: dict[str, tuple[str, ...]] = {
    "Vabanque has one secret": (
        ANY + "test_each_game_has_a_secret_or_says_that_it_has_none",
        "games/vabanque/test_secrecy.py::test_cards_that_lie_face_down_now_make_no_difference",
    ),
    "Whoever wants it nowhere": (
        "table/test_gestures.py::test_where_cards_are_read_at_the_reveal_a_table_alone_lays_one",
        "games/vabanque/test_rounds.py::test_hidden_cards_at_tables_with_pawns_are_told_before_the_payout",
    ),
    "In Casino the machine": (
        MEMORY + "test_there_is_nothing_to_hide_of_a_move_and_no_private_entry",
        "games/casino/test_random_games.py::test_a_deck_has_52_pieces_and_none_is_secret",
    ),
    "What lies in a pile": (
        MEMORY + "test_what_everybody_sees_tells_nothing_of_the_piles",
        MEMORY + "test_nothing_that_is_tried_tells_of_the_piles_but_an_announcement",
        AT_TABLE + "test_nothing_that_is_seen_or_tried_tells_of_the_piles",
        AT_TABLE + "test_no_list_and_no_look_up_tells_of_them",
        AT_TABLE + "test_no_sound_no_correction_and_no_check_tells_of_them",
        AT_TABLE + "test_nothing_is_logged_of_them",
        "games/casino/ui/test_screens.py::test_twins_look_alike_and_the_grid_dims_the_table_alone",
    ),
    "In Cash & Run no Bluff card": (
        MONEY_VIEW + "test_no_piece_is_secret_and_no_move_keeps_one",
        MONEY_TWINS + "test_no_kind_of_a_bluff_card_enters_the_machine_before_it_is_turned_over",
        MONEY_TWINS + "test_a_bluff_card_that_is_believed_is_in_no_file",
        "games/cash_and_run/test_contests.py::test_a_believed_card_is_played_again_and_nobody_learns_its_kind",
        "games/cash_and_run/test_record.py::test_the_record_tells_no_kind_of_a_bluff_card_that_was_not_turned_over",
    ),
    "Where money is told only when asked": (
        MONEY_TWINS + "test_nothing_that_is_tapped_shown_or_undone_tells_who_has_how_much",
        MONEY_TWINS + "test_no_list_no_look_up_and_no_page_tells_it",
        MONEY_TWINS + "test_what_is_booked_is_told_when_it_is_booked_and_not_kept",
        MONEY + "test_nobodys_money_goes_out_by_any_road_where_it_is_only_told_when_asked",
        MONEY_VIEW + "test_games_that_differ_in_money_that_is_not_asked_for_look_alike",
        "games/cash_and_run/table/test_facts.py::test_nobodys_money_is_told_of_a_game_that_is_on_where_money_is_not_shown",
    ),
    "One's own money is seen": (
        "games/cash_and_run/ui/test_touch.py::test_ones_own_money_is_seen_while_the_pad_is_held_and_nowhere_else",
        MONEY + "test_ones_own_money_is_seen_alone_and_everybody_sees_that_it_was_looked_at",
    ),
    "Lists of games that go on": (MONEY + "test_where_money_is_shown_the_lists_of_running_games_keep_it_back_all_the_same",),
    "A game of another package": (
        ANY + "test_no_file_tells_what_nobody_has_seen",
        ANY + "test_a_record_an_export_and_an_undo_label_tell_no_secret",
        ANY + "test_whoever_does_not_hold_the_card_is_answered_alike",
    ),
}

PHONE: dict[str, tuple[str, ...]] = {
    "A tag is asked": ("devices/test_rc522.py::test_a_tag_is_asked_for_its_number_and_never_read_or_written",),
    "While cards may lie on the real table no screen": (
        "journeys/test_secret_screen.py::test_no_frame_text_sound_or_light_depends_on_a_face_down_card",
        LEARNING + "test_no_number_of_a_tag_comes_into_a_log",
        TAGS + "test_while_cards_lie_face_down_tags_are_neither_changed_nor_told",
        "table/test_session.py::test_the_check_counts_pieces_and_names_no_card",
        UNSAID,
    ),
    "`companion scan` prints": (
        SCAN + "test_tiles_and_colour_cards_are_named_and_of_a_card_its_owner",
        SCAN + "test_no_line_tells_the_kind_of_a_card",
    ),
    "While cards may lie, `companion tags`": (TAGS + "test_while_cards_lie_nobody_learns_which_card_of_a_player_got_another_tag",),
    "Then no tag is registered": (
        LEARNING + "test_no_tag_is_learned_or_forgotten_while_cards_may_lie",
        LEARNING + "test_an_undo_takes_no_card_off_the_table",
        TAGS + "test_while_cards_lie_face_down_tags_are_neither_changed_nor_told",
        BACKUP + "test_no_card_that_nobody_has_seen_is_in_a_backup_at_any_moment",
    ),
    "Cards may lie from": (
        LEARNING + "test_no_tag_is_learned_or_forgotten_while_cards_may_lie",
        LYING + "test_after_an_evening_that_was_played_to_its_end_tags_can_be_learned_at_home",
        LYING + "test_a_game_that_is_thrown_away_leaves_its_cards_on_the_table",
        LEARNING + "test_when_somebody_says_that_all_cards_were_taken_back_tags_are_learned_again",
    ),
    "A card whose tag failed": (
        LEARNING + "test_a_dead_tag_is_replaced_by_its_owners_word_before_and_while_cards_lie",
        LEARNING + "test_the_screen_tells_no_kind_of_a_card_that_gets_a_tag",
        "ui/test_replace.py::test_from_the_menu_to_a_new_tag_and_back_without_telling_which",
    ),
    "A phone that is held": (
        LEARNING + "test_a_number_that_changes_each_time_is_never_bound",
        "table/test_tagset.py::test_nothing_of_a_wrong_file_is_believed",
    ),
}

SCREEN: dict[str, tuple[str, ...]] = {
    "The screen opens on": ("ui/test_app.py::test_no_snapshot_opens_private_entry_by_itself", OWN + "test_nothing_private_is_open_after_a_restart"),
    "Private entry shows": (
        GAME + "test_private_entry_shows_the_kinds_only_while_held",
        GAME + "test_the_tray_covers_its_cards_when_the_pad_is_let_go",
        "ui/test_app.py::test_what_happens_at_the_table_covers_the_kinds",
        OWN + "test_whatever_happens_covers_them",
    ),
    "Nothing that a guest scans": (
        UNSAID,
        BESIDE,
        ADVERSARY + "test_two_thousand_adversaries_of_each_kind_learn_nothing",
        "journeys/test_adversary_at_the_screen.py::test_whatever_anybody_does_on_the_screen_a_face_down_card_changes_nothing",
        ANY + "test_whoever_does_not_hold_the_card_is_answered_alike",
    ),
    "A kind that a hand": (
        "games/vabanque/test_rounds.py::test_a_kind_that_can_not_be_is_taken_for_a_refusal_would_tell_what_lies",
        "games/vabanque/test_rounds.py::test_a_kind_that_was_told_twice_is_settled_when_both_are_turned_over",
    ),
    "While a correction shows": (
        ADVERSARY + "test_no_tag_tells_an_open_card_of_an_earlier_round_while_others_lie",
        ANY + "test_whoever_does_not_hold_the_card_is_answered_alike",
    ),
    "Nothing that is done on the screen takes": (
        LEARNING + "test_an_undo_takes_no_card_off_the_table",
        LYING + "test_after_an_early_end_the_tags_stay_until_somebody_says_that_the_cards_were_taken_back",
        LYING + "test_a_game_that_is_thrown_away_leaves_its_cards_on_the_table",
        LYING + "test_whoever_goes_through_a_round_alone_and_back_again_has_taken_no_card_off_the_table",
        LYING + "test_another_backup_takes_no_card_off_the_table",
        LYING + "test_a_game_that_comes_back_from_a_backup_knows_that_undone_cards_lie",
    ),
    "Until a round of a later game": (
        LYING + "test_a_game_that_is_thrown_away_leaves_its_cards_on_the_table",
        LYING + "test_after_an_early_end_the_tags_stay_until_somebody_says_that_the_cards_were_taken_back",
        HOME + "test_whether_cards_still_lie_is_asked_where_tags_are_refused_for_them",
    ),
    "A game that can go on": (LYING + "test_whoever_goes_through_a_round_alone_and_back_again_has_taken_no_card_off_the_table",),
    "No card is read in one game": (
        LYING + "test_while_the_round_of_a_game_is_on_no_card_is_read_in_another",
        ADVERSARY + "test_a_card_that_lies_is_laid_in_no_other_game",
        ANY + "test_a_card_of_a_game_that_was_put_aside_tells_nothing_in_another",
    ),
    "While the other game's round": (
        LYING + "test_while_the_round_of_a_game_is_on_no_card_is_read_in_another",
        LYING + "test_cards_that_were_left_are_read_in_another_game_once_somebody_has_said_that_they_were_taken_back",
        HOME + "test_a_card_of_a_game_that_was_ended_early_opens_the_page_on_which_it_is_said_that_all_are_back",
    ),
    "A sticker that is bound": (LYING + "test_a_sticker_of_two_sets_tells_nothing_in_the_other_one",),
    "In a game that was left": (
        LYING + "test_where_the_end_of_a_game_that_was_left_is_undone_its_cards_may_have_been_told",
        LYING + "test_a_backup_that_comes_back_wipes_out_no_mark_of_a_look",
        LYING + "test_nor_does_one_that_was_made_where_no_card_seemed_to_lie",
    ),
    "*My cards* shows": (
        OWN + "test_the_own_cards_show_with_their_tables_while_held_and_nothing_of_them_stays",
        OWN + "test_each_player_sees_the_own_cards_only",
    ),
    "Where the player's colour card": (OWN + "test_with_tags_only_the_players_colour_card_opens_them",),
    "Everybody sees an eye": (
        OWN + "test_every_look_leaves_a_mark_for_all_to_see_until_the_round_ends_and_after_a_restart",
        LYING + "test_a_backup_that_comes_back_wipes_out_no_mark_of_a_look",
    ),
    "*My cards* can be": (OWN + "test_it_can_be_switched_off",),
    "Whatever destroys data": (
        HOME + "test_a_game_is_thrown_away_by_holding_only",
        BOOK + "test_a_game_is_deleted_by_holding_and_comes_back",
        BOOK + "test_the_bin_is_emptied_by_holding",
        HOME + "test_a_whole_set_is_learned_checked_and_mended",
        BOOK + "test_a_backup_replaces_everything_only_when_it_is_held",
        HOME + "test_the_companion_closes_by_holding_only",
        SCREENS + "test_the_machine_is_switched_off_by_a_hold",
        "ui/test_everything.py::test_no_double_tap_acts_twice_and_what_is_to_be_held_not_at_all",
    ),
    "Past games go into": (BOOK + "test_a_game_is_deleted_by_holding_and_comes_back", BOOK + "test_the_bin_is_emptied_by_holding"),
    "A restored backup keeps": (BACKUP + "test_everything_comes_back_and_what_was_there_is_kept",),
    "Undo reaches behind": (
        "table/test_journal.py::test_undo_behind_the_reveal_takes_a_sure",
        GAME + "test_undo_behind_a_reveal_is_asked_first",
        GAME + "test_taking_back_is_held",
        "table/test_corrections.py::test_an_undo_says_what_goes_back_with_it_and_turns_the_cards_down_again",
        "ui/test_screens_corrections.py::test_the_acts_say_what_was_recorded_and_no_card_that_lies_face_down",
    ),
    "No program can be started": (
        DOORS + "test_no_other_module_starts_a_program",
        SCREENS + "test_a_signed_version_is_installed_by_a_hold_and_starts",
        SCREENS + "test_what_nobody_signed_is_warned_of_and_installed_by_a_hold",
    ),
}

KEYBOARD: dict[str, tuple[str, ...]] = {
    "The user's files": (
        DOORS + "test_its_files_are_the_owners_only_whatever_the_umask",
        DOORS + "test_neither_does_any_other_command_and_all_that_they_write_is_the_owners",
        "table/test_journal.py::test_files_are_the_owners_only",
    ),
    "No command tells": (
        BESIDE,
        TAGS + "test_while_cards_lie_face_down_tags_are_neither_changed_nor_told",
        SCAN + "test_no_line_tells_the_kind_of_a_card",
    ),
    "The log, the reports": (
        "test_logs.py::test_an_evening_leaves_no_secret_in_the_log",
        "test_logs.py::test_a_failure_at_a_card_tells_no_kind",
        "test_bundle.py::test_no_kind_and_no_tag_is_in_a_bundle_of_the_middle_of_a_game",
        LEARNING + "test_no_number_of_a_tag_comes_into_a_log",
    ),
    "In the companion's window": (
        "ui/test_app.py::test_no_key_of_a_keyboard_opens_closes_or_does_anything_but_where_something_is_typed",
        "ui/test_real_keyboard.py::test_names_are_typed_on_a_real_keyboard",
    ),
    "Without a desktop what is typed": (INSTALL + "test_the_service_runs_as_the_user_restarts_and_is_watched",),
}

STOLEN: dict[str, tuple[str, ...]] = {
    "A stick with a backup": (
        BACKUP + "test_everything_comes_back_and_what_was_there_is_kept",
        BACKUP + "test_two_games_that_differ_in_face_down_cards_only_give_the_same_backup",
    ),
    "No kind of a face-down card": (
        BACKUP + "test_no_card_that_nobody_has_seen_is_in_a_backup_at_any_moment",
        "test_backup_command.py::test_in_the_middle_of_a_round_it_says_what_is_not_in_it",
    ),
    "The tags are in it": (
        BACKUP + "test_no_card_that_nobody_has_seen_is_in_a_backup_at_any_moment",
        LYING + "test_after_an_early_end_the_tags_stay_until_somebody_says_that_the_cards_were_taken_back",
    ),
    "What nobody saw": (
        RAW + "test_no_kind_was_ever_on_the_disk_and_no_key_is_left_on_it",
        ON_DISK + "test_what_nobody_saw_is_gone_when_the_first_card_of_the_next_round_is_laid",
    ),
    "A journal that was damaged": (
        "table/test_journal.py::test_a_damaged_journal_is_moved_aside_and_the_newest_good_copy_opened",
        ON_DISK + "test_no_kind_stands_on_disk_in_clear_before_everybody_has_seen_it",
        MIGRATE + "test_what_a_version_of_before_the_seals_has_left_is_sealed_or_overwritten",
    ),
    "The program lets no image": (
        DOORS + "test_a_crash_leaves_no_image_of_the_memory",
        INSTALL + "test_the_service_can_do_little_beside_its_work",
        INSTALL + "test_on_the_desktop_it_can_do_little_beside_its_work_either",
    ),
    "On a card from": (CARD + "test_the_system_of_a_card_is_only_read_and_nobody_logs_in",),
}

ELSEWHERE: dict[str, tuple[str, ...]] = {
    "They are bounded": (
        "games/test_commands.py::test_a_file_without_end_is_refused_before_it_fills_the_memory",
        "table/test_tagset.py::test_nothing_of_a_wrong_file_is_believed",
        "table/test_square.py::test_a_text_that_swells_is_no_game",
        SOUND,
    ),
    "They are read as JSON": (
        SOUND,
        "table/test_tagset.py::test_nothing_of_a_wrong_file_is_believed",
        "games/vabanque/test_record.py::test_a_bad_record_names_its_line",
        "games/vabanque/test_score.py::test_a_bad_table_is_named_by_its_line",
        "games/casino/test_record.py::test_a_bad_record_names_its_line",
        "games/cash_and_run/test_record.py::test_every_refused_record_is_told",
    ),
    "Games are played through": (SOUND, "test_backup_command.py::test_a_file_that_is_not_sound_changes_nothing"),
    "What a backup tells of a game": (SOUND, BACKUP + "test_a_sound_file_made_by_hand_is_taken", FILES + "test_backups_whose_values_are_wrong"),
    "A file is taken whole": (
        TAGS + "test_an_import_is_all_or_nothing_and_replaces_only_when_asked",
        BACKUP + "test_a_power_cut_while_restoring_leaves_the_old_games_or_the_new_ones",
        BACKUP + "test_every_cut_and_every_changed_byte_is_noticed",
    ),
    "Whatever is no file": (
        "test_terminal.py::test_a_pipe_is_refused_as_no_file_and_never_waited_for",
        "test_terminal.py::test_nothing_but_a_file_is_written_over",
        BACKUP + "test_what_is_no_file_is_not_waited_for",
    ),
    "Nothing in them that is printed": (
        "games/test_commands.py::test_names_and_files_can_not_steer_the_terminal",
        SOUND,
        FILES + "test_backups_whose_values_are_wrong",
    ),
    "No name or place": ("table/test_exports.py::test_no_text_begins_a_formula_whatever_separator_is_taken",),
    "Nothing in them names": (SOUND, DOORS + "test_nothing_goes_through_a_shell_or_over_a_network"),
    "A backup is no database": (SOUND,),
    "The tests turn": (
        FILES + "test_records_whose_bytes_are_wrong",
        FILES + "test_records_whose_values_are_wrong",
        FILES + "test_tables_to_be_scored",
        FILES + "test_tag_sets",
        FILES + "test_backups_whose_bytes_are_wrong",
        FILES + "test_backups_whose_values_are_wrong",
    ),
}

PLUGGED: dict[str, tuple[str, ...]] = {
    "A Pico speaks": (
        "devices/test_wire.py::test_what_is_not_of_the_protocol_is_neither_made_nor_read",
        "devices/test_wire.py::test_a_flipped_dropped_or_doubled_byte_never_makes_another_frame",
        "devices/test_wire.py::test_an_endless_line_takes_no_memory_and_the_next_frame_is_read",
        "fuzz/test_line.py::test_bytes_of_something_else",
    ),
    "No line can say": ("fuzz/test_line.py::test_frames_of_the_protocol_in_any_order",),
    "What goes to a reader": (BESIDE,),
    "One that misbehaves": (
        "devices/test_wand.py::test_one_pico_that_misbehaves_does_not_hold_up_another",
        "devices/test_wand.py::test_a_device_that_takes_nothing_holds_nobody_up",
    ),
    "A stick that the companion mounts": (
        "table/test_sticks.py::test_a_stick_that_nobody_mounts_is_mounted_once",
        "table/test_sticks.py::test_backups_are_listed_newest_first_and_nothing_else",
    ),
}

NETWORK: dict[str, tuple[str, ...]] = {
    "The companion opens no port": (
        DOORS + "test_playing_opens_no_network_port",
        DOORS + "test_neither_does_any_other_command_and_all_that_they_write_is_the_owners",
    ),
    "It contacts no server": (
        DOORS + "test_from_its_start_to_its_end_it_made_no_socket_but_a_local_one",
        DOORS + "test_neither_does_any_other_command_and_all_that_they_write_is_the_owners",
    ),
    "The only socket": (
        DOORS + "test_from_its_start_to_its_end_it_made_no_socket_but_a_local_one",
        DOORS + "test_nothing_goes_through_a_shell_or_over_a_network",
    ),
    "Its service can open": (INSTALL + "test_the_service_runs_as_the_user_restarts_and_is_watched",),
    "Nothing goes through": (DOORS + "test_nothing_goes_through_a_shell_or_over_a_network", DOORS + "test_that_check_finds_what_it_looks_for"),
}

BY_ROOT: dict[str, tuple[str, ...]] = {
    "No password opens": (CARD + "test_the_system_of_a_card_is_only_read_and_nobody_logs_in",),
    "Nothing logs in": (CARD + "test_the_system_of_a_card_is_only_read_and_nobody_logs_in",),
    "The system is only read": (
        CARD + "test_the_system_of_a_card_is_only_read_and_nobody_logs_in",
        CARD + "test_a_system_whose_initramfs_knows_no_overlay_is_refused",
    ),
    "What lasts is": (CARD + "test_the_system_of_a_card_is_only_read_and_nobody_logs_in",),
    "`bin/install --for NAME` does": (
        ROOT_INSTALLS + "test_root_installs_for_a_user_who_is_made_and_calls_no_sudo",
        ROOT_INSTALLS + "test_root_touches_nothing_in_the_users_home",
        ROOT_INSTALLS + "test_what_the_user_has_put_in_the_place_of_that_list_is_read_with_the_users_rights",
        ROOT_INSTALLS + "test_root_takes_no_folder_away_that_the_users_own_list_names_elsewhere",
    ),
    "What a bundle holds": (
        ROOT_INSTALLS + "test_from_a_bundle_pip_and_apt_take_everything_from_its_checked_copy",
        ROOT_INSTALLS + "test_a_changed_byte_is_found_before_anything_is_used",
        ROOT_INSTALLS + "test_a_stick_that_changes_while_it_is_checked_brings_nothing_else",
    ),
    "Where the installation has a key": (
        ROOT_INSTALLS + "test_a_bundle_that_is_signed_by_the_makers_is_taken",
        ROOT_INSTALLS + "test_a_bundle_whose_signature_is_wrong_is_refused_before_anything_is_used",
        ROOT_INSTALLS + "test_a_signature_that_nothing_can_check_is_not_believed",
        ROOT_INSTALLS + "test_a_bundle_that_nobody_has_signed_is_said_to_be_that",
    ),
    "Names that lead out": (
        ROOT_INSTALLS + "test_a_list_that_leads_out_of_the_bundle_leads_nowhere",
        ROOT_INSTALLS + "test_what_has_no_end_is_no_file_of_a_bundle",
    ),
    "Into a bundle go": (
        MADE + "test_only_the_projects_own_files_go_into_it",
        MADE + "test_a_key_that_signs_nothing_is_told_before_anything_is_fetched",
    ),
}

CHAPTERS = {
    "What is worth keeping": WORTH,
    "What each game keeps secret": SECRETS,
    "What lies face down, on disk": LIES,
    "Players with a phone": PHONE,
    "A guest at the touchscreen": SCREEN,
    "A guest at the keyboard": KEYBOARD,
    "A stolen card or stick": STOLEN,
    "Files that come from elsewhere": ELSEWHERE,
    "What goes onto a stick, and what comes from one": STICKS,
    "Readers, wands, and whatever is plugged in": PLUGGED,
    "The network": NETWORK,
    "A card from `bin/make-card`, and an installation by root": BY_ROOT,
}
WITHOUT = ("Found something?",)
"""Chapters that promise nothing."""
