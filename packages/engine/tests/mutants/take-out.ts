import { stages } from '../../src/index.ts'
import type { Stage } from '../../src/stage.ts'

/** Names the stage that is taken out in a whole process. */
export const STAGE_VARIABLE = 'STAGE_TO_TAKE_OUT'

/** Makes a stage do nothing, in all renders of this process, until the result is disposed. */
export function takeOut(name: string): Disposable {
  const stage = stages.find((each) => each.name === name)
  if (!stage) throw new Error(`There is no stage "${name}".`)
  const { run } = stage
  const replace = (other: Stage<never>['run']): void => void Object.assign(stage, { run: other })
  replace(() => undefined)
  return { [Symbol.dispose]: () => replace(run) }
}
