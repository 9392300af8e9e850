"""The server with a client of another make.

Run by tests/command/server.rs where pytest and pytest-lsp are installed
(`pip install pytest pytest-lsp`); GRUNDY is the program.
"""

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

    document = types.VersionedTextDocumentIdentifier(uri=URI, version=2)
    change = types.TextDocumentContentChangeWholeDocument(text=RIGHT.replace("  _n", "_n"))
    client.text_document_did_change(
        types.DidChangeTextDocumentParams(text_document=document, content_changes=[change])
    )
    await codes(client, [])

    named = types.TextDocumentIdentifier(uri=URI)
    options = types.FormattingOptions(tab_size=2, insert_spaces=True)
    edits = await client.text_document_formatting_async(
        types.DocumentFormattingParams(text_document=named, options=options)
    )
    assert [edit.new_text for edit in edits] == [RIGHT]

    hover = await client.text_document_hover_async(
        types.HoverParams(text_document=named, position=types.Position(line=2, character=1))
    )
    assert "without end" in hover.contents.value
