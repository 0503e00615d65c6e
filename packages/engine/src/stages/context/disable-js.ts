import { stage } from '../../stage.ts'

/** Turns the page's own scripts off. */
export const disableJs = stage({
  name: 'disable-js',
  phase: 'context',
  owns: ['disable_js'],
  run({ contextOptions }, { disable_js }) {
    if (disable_js) contextOptions.javaScriptEnabled = false
  },
})
