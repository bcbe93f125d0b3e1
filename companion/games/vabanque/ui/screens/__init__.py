"""The screens of Vabanque, a file each."""
