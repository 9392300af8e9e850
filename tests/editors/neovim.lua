-- Neovim as a client: opens a wrong description, takes the repair that is offered, gives a name
-- another letter, asks about the text, and lays it out.
-- Run by tests/command/server.rs: nvim --headless -u NONE -l or -S, with GRUNDY and FILE set.

local file = os.getenv("FILE")

local function finish(message)
  if message then
    io.stderr:write(message .. "\n")
    vim.cmd("cquit 1")
  end
  vim.cmd("qall!")
end

local function wait(what, condition)
  if not vim.wait(60000, condition, 50) then
    finish("waited in vain: " .. what)
  end
end

vim.cmd("edit " .. file)
local buffer = vim.api.nvim_get_current_buf()
local client = vim.lsp.start_client({ name = "grundy", cmd = { os.getenv("GRUNDY"), "server" } })
vim.lsp.buf_attach_client(buffer, client)

local function codes()
  local all = {}
  for _, found in ipairs(vim.diagnostic.get(buffer)) do
    table.insert(all, found.code)
  end
  return table.concat(all, " ")
end

wait("the counterexample", function() return codes() == "E0301" end)
local found = vim.diagnostic.get(buffer)[1]
if found.lnum ~= 3 or found.col ~= 5 then
  finish("the finding is at " .. found.lnum .. ", " .. found.col)
end

local document = { uri = vim.uri_from_bufnr(buffer) }

local function ask(method, params)
  local answers = vim.lsp.buf_request_sync(buffer, method, params, 60000)
  local answer = answers and answers[client]
  if not answer or answer.error then
    finish(method .. ": " .. vim.inspect(answers))
  end
  return answer.result
end

local function line(number)
  return vim.api.nvim_buf_get_lines(buffer, number, number + 1, false)[1]
end

local range = { start = { line = 3, character = 5 }, ["end"] = { line = 3, character = 5 } }
local context = { diagnostics = {} }
local actions
wait("the repair", function()
  actions = ask("textDocument/codeAction", { textDocument = document, range = range, context = context })
  return actions and #actions > 0
end)
vim.lsp.util.apply_workspace_edit(actions[1].edit, "utf-16")
if line(3) ~= "  _n An" then
  finish("repaired as: " .. line(3) .. " by " .. actions[1].title)
end
wait("the proof", function() return codes() == "" end)

local place = { textDocument = document, position = { line = 3, character = 3 } }
local declared = ask("textDocument/definition", place)
if declared.range.start.line ~= 0 then
  finish("declared at " .. vim.inspect(declared))
end
place.newName = "m"
vim.lsp.util.apply_workspace_edit(ask("textDocument/rename", place), "utf-16")
if line(0) ~= "m >= 1" or line(3) ~= "  _m Am" then
  finish("renamed as: " .. line(0) .. " " .. line(3))
end
local symbols = ask("textDocument/documentSymbol", { textDocument = document })
if #symbols ~= 3 or symbols[3].name ~= "REPEAT" then
  finish("parts: " .. vim.inspect(symbols))
end
local folds = ask("textDocument/foldingRange", { textDocument = document })
if #folds ~= 1 or folds[1].startLine ~= 2 or folds[1].endLine ~= 3 then
  finish("folds: " .. vim.inspect(folds))
end
local tokens = ask("textDocument/semanticTokens/full", { textDocument = document })
-- Five numbers for each of: m >= 1, m, REPEAT, _ m A m, ENDREP.
if #tokens.data ~= 5 * 10 then
  finish("tokens: " .. vim.inspect(tokens))
end

vim.api.nvim_buf_set_lines(buffer, 3, 4, false, { "  _m    Am" })
local params = { textDocument = document, options = { tabSize = 2, insertSpaces = true } }
local edits = ask("textDocument/formatting", params)
if #edits ~= 1 then
  finish("no edit: " .. vim.inspect(edits))
end
vim.lsp.util.apply_text_edits(edits, buffer, "utf-16")
if line(3) ~= "  _m Am" then
  finish("laid out as: " .. line(3))
end
finish(nil)
