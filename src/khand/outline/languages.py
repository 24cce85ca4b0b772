"""Languages of code whose syntax is read: their files, grammars, and which nodes of their trees are sections."""

from __future__ import annotations

from typing import NamedTuple


class Language(NamedTuple):
    """
    A language.

    Attributes:
        name: As in ``"code:python"``.
        suffixes: Of its files.
        package: That brings its grammar.
        function: In the package, that gives it.

    """

    name: str
    suffixes: tuple[str, ...]
    package: str
    function: str = "language"


LANGUAGES = {
    language.name: language
    for language in (
        Language("python", (".py", ".pyi"), "tree_sitter_python"),
        Language("javascript", (".js", ".mjs", ".cjs", ".jsx"), "tree_sitter_javascript"),
        Language("typescript", (".ts", ".mts", ".cts"), "tree_sitter_typescript", "language_typescript"),
        Language("tsx", (".tsx",), "tree_sitter_typescript", "language_tsx"),
        Language("go", (".go",), "tree_sitter_go"),
        Language("rust", (".rs",), "tree_sitter_rust"),
        Language("java", (".java",), "tree_sitter_java"),
        Language("c", (".c", ".h"), "tree_sitter_c"),
        Language("cpp", (".cpp", ".cc", ".cxx", ".hpp", ".hh", ".hxx"), "tree_sitter_cpp"),
        Language("csharp", (".cs",), "tree_sitter_c_sharp"),
        Language("ruby", (".rb",), "tree_sitter_ruby"),
        Language("php", (".php",), "tree_sitter_php", "language_php"),
        Language("kotlin", (".kt", ".kts"), "tree_sitter_kotlin"),
        Language("swift", (".swift",), "tree_sitter_swift"),
        Language("sql", (".sql",), "tree_sitter_sql"),
        Language("bash", (".sh", ".bash"), "tree_sitter_bash"),
    )
}

CONTAINERS = frozenset(
    [
        "class_definition",
        "class_declaration",
        "abstract_class_declaration",
        "class_specifier",
        "class",
        "struct_declaration",
        "interface_declaration",
        "enum_declaration",
        "record_declaration",
        "object_declaration",
        "companion_object",
        "protocol_declaration",
        "extension_declaration",
        "trait_declaration",
        "trait_item",
        "impl_item",
        "mod_item",
        "module",
        "namespace_definition",
        "namespace_declaration",
        "internal_module",
        "annotation_type_declaration",
    ]
)
"""Sections whose parts may be sections."""

SECTIONS = CONTAINERS | frozenset(
    [
        "function_definition",
        "function_declaration",
        "function_item",
        "method_definition",
        "method_declaration",
        "method",
        "singleton_method",
        "constructor_declaration",
        "destructor_declaration",
        "generator_function_declaration",
        "function_signature",
        "secondary_constructor",
        "init_declaration",
        "deinit_declaration",
        "property_declaration",
        "struct_specifier",
        "struct_item",
        "enum_item",
        "enum_specifier",
        "union_specifier",
        "union_item",
        "type_declaration",
        "type_alias_declaration",
        "macro_definition",
        "create_table",
        "create_function",
        "create_view",
        "create_trigger",
        "create_procedure",
    ]
)

WRAPPERS = frozenset(
    [
        "decorated_definition",
        "export_statement",
        "template_declaration",
        "statement",
        "declaration",
        "type_definition",
        "expression_statement",
        "ambient_declaration",
    ]
)
"""Nodes that stand around a definition."""

BODIES = frozenset(
    [
        "block",
        "body_statement",
        "class_body",
        "compound_statement",
        "declaration_list",
        "enum_body",
        "enum_class_body",
        "field_declaration_list",
        "function_body",
        "interface_body",
        "object_type",
        "protocol_body",
        "statement_block",
    ]
)
"""Nodes that hold the parts of a definition where no field names them."""
