"""Any game at a real table: what devices report and people ask for goes in, one published state comes out."""
