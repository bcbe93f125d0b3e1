"""Every public class and function of the companion says what it is; what carries out something documented elsewhere need not say it again."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import companion

ROOT = Path(companion.__file__).parent
KIVY = {"on_touch_down", "on_touch_move", "on_touch_up"}
"""What Kivy calls, and documents."""

Function = ast.FunctionDef | ast.AsyncFunctionDef


class Code:
    """All classes of the companion by name. Of two of one name either may be the base that is meant."""

    def __init__(self, root: Path) -> None:
        self.trees = {path: ast.parse(path.read_text(encoding="utf-8")) for path in sorted(root.rglob("*.py"))}
        self.classes: dict[str, list[ast.ClassDef]] = {}
        for tree in self.trees.values():
            for node in ast.walk(tree):
                if isinstance(node, ast.ClassDef):
                    self.classes.setdefault(node.name, []).append(node)
        self.asked = {
            name
            for path, tree in self.trees.items()
            if path.parent == root / "game"
            for node in self.classes_of(tree)
            if self.is_protocol(node)
            for name, method in methods(node).items()
            if ast.get_docstring(method)
        }
        """What the house asks of a game, by name: a game's class need not derive from the protocol that says what it is."""

    @staticmethod
    def classes_of(tree: ast.Module) -> Iterator[ast.ClassDef]:
        return (node for node in tree.body if isinstance(node, ast.ClassDef))

    def bases(self, node: ast.ClassDef) -> Iterator[ast.ClassDef]:
        for base in node.bases:
            named = base.value if isinstance(base, ast.Subscript) else base
            name = named.attr if isinstance(named, ast.Attribute) else getattr(named, "id", "")
            yield from (found for found in self.classes.get(name, []) if found is not node)

    def is_protocol(self, node: ast.ClassDef) -> bool:
        return any(getattr(base.value if isinstance(base, ast.Subscript) else base, "id", "") == "Protocol" for base in node.bases)

    def inherits(self, node: ast.ClassDef, name: str, depth: int = 8) -> bool:
        """Whether a base says what this method is."""
        for base in self.bases(node) if depth else ():
            method = methods(base).get(name)
            if (method is not None and ast.get_docstring(method)) or self.inherits(base, name, depth - 1):
                return True
        return False

    def silent(self) -> Iterator[str]:
        """Where something public says nothing of itself."""
        for path, tree in self.trees.items():
            for name in self._silent(tree.body, None):
                yield f"{path.relative_to(ROOT.parent)}: {name}"

    def _silent(self, body: list[ast.stmt], of: ast.ClassDef | None) -> Iterator[str]:
        for node in body:
            if not isinstance(node, ast.ClassDef | Function) or node.name.startswith("_"):
                continue
            if not ast.get_docstring(node) and not self._said_elsewhere(node, of):
                yield f"{of.name}.{node.name}" if of is not None else node.name
            if isinstance(node, ast.ClassDef):
                yield from self._silent(node.body, node)

    def _said_elsewhere(self, node: ast.stmt, of: ast.ClassDef | None) -> bool:
        if of is None or not isinstance(node, Function):
            return False
        sets = any(isinstance(each, ast.Attribute) and each.attr == "setter" for each in node.decorator_list)
        return sets or node.name in KIVY or self.inherits(of, node.name) or (not any(self.bases(of)) and node.name in self.asked)


def methods(node: ast.ClassDef) -> dict[str, Function]:
    return {each.name: each for each in node.body if isinstance(each, Function)}


def test_everything_public_says_what_it_is() -> None:
    assert list(Code(ROOT).silent()) == []


def test_what_says_nothing_is_found(tmp_path: Path) -> None:
    (tmp_path / "game").mkdir()
    (tmp_path / "game" / "table.py").write_text('class Asked(Protocol):\n    def due(self):\n        """When."""\n')
    (tmp_path / "code.py").write_text(
        'class Base:\n    """Said."""\n    def one(self):\n        """Said."""\n    def two(self): ...\n'
        "class Other(Base):\n    def one(self): ...\n    def _own(self): ...\n    def due(self): ...\n"
        'class Third:\n    """Said."""\n    def due(self): ...\n    def on_touch_up(self): ...\n'
        "def loose(): ...\n"
    )
    found = [name for tree in Code(tmp_path).trees.values() for name in Code(tmp_path)._silent(tree.body, None)]
    assert found == ["Base.two", "Other", "Other.due", "loose", "Asked"]
