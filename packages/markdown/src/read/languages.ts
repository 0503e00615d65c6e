/** Names of languages that sites give code as a class without a prefix. */
export const LANGUAGES = new Set(
  `ada applescript arduino asm assembly awk bash basic bat c clojure cmake cobol coffeescript console cpp c++ cs c# csharp csh css
  csv cuda d dart diff dockerfile elisp elixir elm erlang f# fortran fsharp gherkin glsl go golang gradle graphql groovy haml
  haskell hcl html http ini java javascript js json json5 jsonc jsx julia kotlin latex less lisp lua makefile markdown matlab
  mermaid mysql nasm nginx nim nix objc objective-c objectivec ocaml pascal patch perl pgsql php plsql postgresql powershell
  prolog properties proto protobuf py python python3 r racket rb regex ruby rs rust sass scala scheme scss sh shell solidity
  sql sqlite svelte swift tcl terraform tex toml ts tsx typescript vb vbnet verilog vhdl vim vue wasm xml yaml yml zig zsh`.split(
    /\s+/,
  ),
)
