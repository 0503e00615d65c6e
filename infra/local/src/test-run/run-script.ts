import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { checkout } from '../state/checkout.ts'

/** Runs a program of the repository and shows its output; returns whether it succeeded. */
export async function runScript(
  path: string,
  {
    variables = {},
    onSpawn,
  }: { variables?: NodeJS.ProcessEnv; onSpawn?: (child: ChildProcess) => void } = {},
): Promise<boolean> {
  const child = spawn(process.execPath, [path], {
    cwd: checkout,
    env: { ...process.env, ...variables },
    stdio: 'inherit',
  })
  onSpawn?.(child)
  const [code] = (await once(child, 'exit')) as [number | null]
  return code === 0
}
