import { stage } from '../../stage.ts'

/** The page's own scripts are not run. */
export const disableJs = stage({
  name: 'disable-js',
  phase: 'context',
  owns: ['disable_js'],
  run({ contextOptions }, { disable_js }) {
    if (disable_js) contextOptions.javaScriptEnabled = false
  },
})
