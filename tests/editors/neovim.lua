-- Neovim as a client: opens a wrong description, repairs it, and lays it out.
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

vim.api.nvim_buf_set_lines(buffer, 3, 4, false, { "  _n    An" })
wait("the proof", function() return codes() == "" end)

local params = { textDocument = { uri = vim.uri_from_bufnr(buffer) }, options = { tabSize = 2, insertSpaces = true } }
local answers = vim.lsp.buf_request_sync(buffer, "textDocument/formatting", params, 60000)
local edits = answers and answers[client] and answers[client].result
if not edits or #edits ~= 1 then
  finish("no edit: " .. vim.inspect(answers))
end
vim.lsp.util.apply_text_edits(edits, buffer, "utf-16")
local line = vim.api.nvim_buf_get_lines(buffer, 3, 4, false)[1]
if line ~= "  _n An" then
  finish("laid out as: " .. line)
end
finish(nil)
