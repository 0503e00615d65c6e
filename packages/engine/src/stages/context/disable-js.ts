import { stage } from '../../stage.ts'

/** Turns the page's own scripts off. */
export const disableJs = stage({
  name: 'disable-js',
  phase: 'context',
  owns: ['disable_js'],
  run(ctx, { disable_js }) {
    if (!disable_js) return
    ctx.contextOptions.javaScriptEnabled = false
    ctx.areScriptsOff = true
  },
})
