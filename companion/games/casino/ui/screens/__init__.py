"""The screens of Casino, a phase each, and what is opened above them."""
