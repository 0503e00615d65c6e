/** A check that cannot run on this machine; the message says why. */
export class Skipped extends Error {}

export interface Report {
  /** Runs one check and prints its result; a check throws or returns problems. Resolves with true when it passed. */
  check(title: string, run: () => Promise<string[] | void> | string[] | void): Promise<boolean>
  /** Prints the counts and sets the exit code. */
  finish(): void
}

/** Prints one line per check with its problems, and finally `N passed, N failed`. */
export function createReport(): Report {
  let [passed, failed] = [0, 0]
  const skipped: string[] = []
  return {
    async check(title, run) {
      const began = performance.now()
      const say = (verdict: string) =>
        console.log(`${verdict}  ${title} (${((performance.now() - began) / 1000).toFixed(1)} s)`)
      const problems = await attempt(run)
      if (problems instanceof Skipped) {
        skipped.push(title)
        say('SKIP')
        console.log(`  skipped: ${problems.message}`)
      } else if (problems.length > 0) {
        failed += 1
        say('FAIL')
        console.log(problems.map((problem) => `  ${problem.replaceAll('\n', '\n  ')}`).join('\n'))
      } else {
        passed += 1
        say('PASS')
      }
      return !(problems instanceof Skipped) && problems.length === 0
    },
    finish() {
      if (skipped.length > 0) console.log(`skipped: ${skipped.join('; ')}`)
      console.log(`${passed} passed, ${failed} failed`)
      process.exitCode = failed > 0 || passed + skipped.length === 0 ? 1 : 0
    },
  }
}

async function attempt(run: () => Promise<string[] | void> | string[] | void): Promise<string[] | Skipped> {
  try {
    return (await run()) ?? []
  } catch (error) {
    if (error instanceof Skipped) return error
    return [error instanceof Error ? (error.stack ?? error.message) : String(error)]
  }
}
