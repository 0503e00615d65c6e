import { stage } from '../../stage.ts'

/** A render has one page. The headless shell opens no other; what a full browser opens is closed. */
export const closePopups = stage({
  name: 'close-popups',
  phase: 'hooks',
  run({ tab }) {
    tab.page.on('popup', (popup) => void popup.close().catch(() => undefined))
  },
})
