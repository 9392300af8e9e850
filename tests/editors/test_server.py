"""The server with a client of another make.

Run by tests/command/server.rs where pytest and pytest-lsp are installed
(`pip install pytest pytest-lsp`); GRUNDY is the program.
"""

import asyncio
import os

import pytest
import pytest_lsp
from lsprotocol import types
from pytest_lsp import ClientServerConfig, LanguageClient

URI = "file:///x.nimseq"
RIGHT = "n >= 1\n{ n }\nREPEAT\n  _n An\nENDREP\n"


@pytest_lsp.fixture(config=ClientServerConfig(server_command=[os.environ["GRUNDY"], "server"]))
async def client(lsp_client: LanguageClient):
    params = types.InitializeParams(capabilities=types.ClientCapabilities())
    await lsp_client.initialize_session(params)
    yield
    await lsp_client.shutdown_session()


async def codes(client: LanguageClient, expected: list):
    """Waits until these are the codes of the findings."""
    for _ in range(100):
        if [it.code for it in client.diagnostics.get(URI, [])] == expected:
            return
        await client.wait_for_notification(types.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS)
    raise AssertionError(client.diagnostics)


@pytest.mark.asyncio
async def test_a_description_is_written(client: LanguageClient):
    wrong = RIGHT.replace("An", "A(n+1)")
    item = types.TextDocumentItem(uri=URI, language_id="nimseq", version=1, text=wrong)
    client.text_document_did_open(types.DidOpenTextDocumentParams(text_document=item))
    await codes(client, ["E0301"])

    named = types.TextDocumentIdentifier(uri=URI)
    place = types.Range(types.Position(3, 5), types.Position(3, 5))
    context = types.CodeActionContext(diagnostics=[])
    params = types.CodeActionParams(text_document=named, range=place, context=context)
    actions = []
    while not actions:
        await asyncio.sleep(0.05)
        actions = await client.text_document_code_action_async(params)
    assert actions[0].title.endswith("verified for all parameters")
    assert [edit.new_text for edit in actions[0].edit.changes[URI]] == ["An"]

    document = types.VersionedTextDocumentIdentifier(uri=URI, version=2)
    change = types.TextDocumentContentChangeWholeDocument(text=RIGHT.replace("  _n", "_n"))
    client.text_document_did_change(
        types.DidChangeTextDocumentParams(text_document=document, content_changes=[change])
    )
    await codes(client, [])

    options = types.FormattingOptions(tab_size=2, insert_spaces=True)
    edits = await client.text_document_formatting_async(
        types.DocumentFormattingParams(text_document=named, options=options)
    )
    assert [edit.new_text for edit in edits] == [RIGHT]

    hover = await client.text_document_hover_async(
        types.HoverParams(text_document=named, position=types.Position(line=2, character=1))
    )
    assert "without end" in hover.contents.value


@pytest.mark.asyncio
async def test_a_description_is_read(client: LanguageClient):
    text = RIGHT.replace("_n", "_(2n-n)")
    item = types.TextDocumentItem(uri=URI, language_id="nimseq", version=1, text=text)
    client.text_document_did_open(types.DidOpenTextDocumentParams(text_document=item))
    named = types.TextDocumentIdentifier(uri=URI)
    at = {"text_document": named, "position": types.Position(line=3, character=6)}

    declared = await client.text_document_definition_async(types.DefinitionParams(**at))
    assert declared.range.start == types.Position(0, 0)
    found = await client.text_document_references_async(
        types.ReferenceParams(**at, context=types.ReferenceContext(include_declaration=True))
    )
    assert [(it.range.start.line, it.range.start.character) for it in found] == [
        (0, 0), (1, 2), (3, 5), (3, 7), (3, 11),
    ]
    edit = await client.text_document_rename_async(types.RenameParams(**at, new_name="m"))
    assert [it.new_text for it in edit.changes[URI]] == ["m"] * 5

    symbols = await client.text_document_document_symbol_async(
        types.DocumentSymbolParams(text_document=named)
    )
    assert [it.name for it in symbols] == ["n >= 1", "{ n }", "REPEAT"]
    folds = await client.text_document_folding_range_async(
        types.FoldingRangeParams(text_document=named)
    )
    assert [(it.start_line, it.end_line) for it in folds] == [(2, 3)]
    tokens = await client.text_document_semantic_tokens_full_async(
        types.SemanticTokensParams(text_document=named)
    )
    # Kind and modifiers of `n >= 1`: a parameter that is declared, an operator, a number.
    assert list(tokens.data[:15]) == [0, 0, 1, 5, 1, 0, 2, 2, 3, 0, 0, 3, 1, 2, 0]
    hover = await client.text_document_hover_async(
        types.HoverParams(text_document=named, position=types.Position(line=3, character=10))
    )
    assert "begins at position `n` in the first pass" in hover.contents.value
