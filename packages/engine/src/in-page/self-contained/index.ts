// The entry of the script for the isolated world of a page. The modules of this folder may import others and share values, but nothing
// of Node. A call evaluates them all, so that what they read of the document at first is of the document then.
export { readSelfContained } from './read-self-contained.ts'
export { readSymbols } from './read-symbols.ts'
export { restoreRules } from './restore-rules.ts'
