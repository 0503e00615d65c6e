/** What is there while test files run, until the last has ended. */
export const shared = new AsyncDisposableStack()
