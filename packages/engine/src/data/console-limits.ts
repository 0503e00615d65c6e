/** Lines of a page's console that are kept, and characters of each. */
export const CONSOLE = { lines: 100, length: 500 }
