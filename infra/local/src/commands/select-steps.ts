/** Returns the steps that are named, or all of them when none is. Prints an error and returns none for an unknown name. */
export function selectSteps(steps: readonly string[], named: readonly string[]): string[] {
  const unknown = named.filter((name) => !steps.includes(name))
  if (unknown.length > 0) {
    console.error(`Unknown step: ${unknown.join(', ')}. Steps: ${steps.join(', ')}.`)
    return []
  }
  return steps.filter((name) => named.length === 0 || named.includes(name))
}
