/** The stack that all test files share. */
export const shared = new AsyncDisposableStack()
