import { stage } from '../../stage.ts'

/** Accepts what a page asks in dialogs of the browser; they are dismissed otherwise, and never seen. */
export const answerDialogs = stage({
  name: 'answer-dialogs',
  phase: 'hooks',
  owns: ['accept_dialogs'],
  run({ tab: { page } }, { accept_dialogs }) {
    if (!accept_dialogs) return
    page.on('dialog', (dialog) => void dialog.accept(dialog.defaultValue()).catch(() => undefined))
  },
})
