// How a language model is asked about a page: its text is read while it is open, the model is asked once all outputs are made.
import type { AskContext, ModelContext } from '../llm/model-context.ts'
import type { Step } from '../pipeline.ts'
import { captureForModel } from '../stages/read/capture-for-model.ts'
import { readForModel } from '../stages/read/read-for-model.ts'
import { askModel } from '../stages/transform/ask-model.ts'

export interface ModelSteps {
  onPage: readonly Step<ModelContext>[]
  afterOutputs: readonly Step<AskContext>[]
}

export const modelSteps: ModelSteps = {
  onPage: [captureForModel, readForModel],
  afterOutputs: [askModel],
}
