"""The screen. The only home of Kivy."""
