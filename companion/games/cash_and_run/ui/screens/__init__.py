"""The screens of Cash & Run, one a phase."""
