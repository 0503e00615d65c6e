// The health check of containers: `node probe.ts <url>` exits with 0 when the URL answers with success.
const [address = ''] = process.argv.slice(2)
try {
  const answer = await fetch(address, { signal: AbortSignal.timeout(3000) })
  console.log(`${answer.status} ${await answer.text()}`)
  process.exitCode = answer.ok ? 0 : 1
} catch (error) {
  console.log(`${address}:`, error)
  process.exitCode = 1
}
