import { preserveDrawingBuffers } from '../../in-page/main-world/preserve-drawing-buffers.ts'
import { runBeforeScripts } from '../../protocol/run-in-every-document.ts'
import { stage } from '../../stage.ts'

/** Makes WebGL canvases keep what they show where it is printed or becomes part of a document: both read it once more. */
export const preserveWebGl = stage({
  name: 'preserve-webgl',
  phase: 'hooks',
  borrows: ['format'],
  async run(ctx, { format }) {
    if (ctx.files || format === 'pdf' || format === 'svg') await runBeforeScripts(ctx, preserveDrawingBuffers)
  },
})
