-- Neovim with the tree-sitter grammar: what the queries say about the parts of a description.
-- Run by tests/command/tree_sitter.rs, with PARSER (the library) and QUERIES (their folder) set.

local function finish(message)
  if message then
    io.stderr:write(message .. "\n")
    vim.cmd("cquit 1")
  end
  vim.cmd("qall!")
end

local text = "n >= 1\n{ 2n }\nREPEAT\n  _n A(n+1) # end\nENDREP\n"

local function main()
  local parse
  if vim.treesitter.language and vim.treesitter.language.add then
    vim.treesitter.language.add("grundy", { path = os.getenv("PARSER") })
    parse = vim.treesitter.query.parse
  else
    vim.treesitter.require_language("grundy", os.getenv("PARSER"))
    parse = vim.treesitter.parse_query
  end
  local root = vim.treesitter.get_string_parser(text, "grundy"):parse()[1]:root()
  if root:has_error() then
    return "the text is not read: " .. root:sexpr()
  end
  local function captures(name)
    local file = assert(io.open(os.getenv("QUERIES") .. "/" .. name .. ".scm"))
    local query = parse("grundy", file:read("*a"))
    local all = {}
    for id, node in query:iter_captures(root, text, 0, -1) do
      local row, column = node:start()
      all[row .. ":" .. column] = query.captures[id]
    end
    return all
  end
  local expected = {
    highlights = {
      ["0:2"] = "operator", ["1:0"] = "punctuation.bracket", ["1:2"] = "number",
      ["1:3"] = "variable", ["2:0"] = "keyword.repeat", ["3:2"] = "string", ["3:8"] = "operator",
      ["3:12"] = "comment",
    },
    folds = { ["2:0"] = "fold" },
    locals = { ["3:3"] = "local.reference" },
    indents = { ["4:0"] = "outdent" },
  }
  for name, places in pairs(expected) do
    local found = captures(name)
    for place, capture in pairs(places) do
      if found[place] ~= capture then
        return name .. " at " .. place .. ": " .. tostring(found[place])
      end
    end
  end
end

local done, message = pcall(main)
finish(done and message or not done and tostring(message) or nil)
