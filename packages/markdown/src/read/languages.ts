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

/** Names of the same language, as classes and as labels beside code have them. */
const ALIASES =
  `javascript js|typescript ts|python py python3|bash sh shell zsh console terminal shellscript|yaml yml|ruby rb
  rust rs|csharp c# cs|cpp c++|fsharp f#|markdown md|go golang|objectivec objc|latex tex|docker dockerfile
  kotlin kt|powershell ps1 pwsh|html markup|plaintext text txt plain|protobuf proto|terraform hcl|vb vbnet`
    .split(/[|\n]/)
    .map((names) => names.trim().split(' '))

/** Returns whether two names, in any case and with blanks and marks between their words, are those of one language. */
export function isSameLanguage(one: string, other: string): boolean {
  const [first, second] = [bareName(one), bareName(other)]
  return first === second || ALIASES.some((names) => names.includes(first) && names.includes(second))
}

function bareName(name: string): string {
  return name
    .toLowerCase()
    .replace(/^\./, 'dot')
    .replaceAll(/[\s.-]/g, '')
}
