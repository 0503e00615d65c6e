import { stage } from '../../stage.ts'

/** Accepts dialogs such as `confirm`; without the option they are dismissed. They are never visible. */
export const answerDialogs = stage({
  name: 'answer-dialogs',
  phase: 'hooks',
  owns: ['accept_dialogs'],
  run({ tab: { page } }, { accept_dialogs }) {
    if (!accept_dialogs) return
    page.on('dialog', (dialog) => void dialog.accept(dialog.defaultValue()).catch(() => undefined))
  },
})
