import { stage } from '../../stage.ts'

/** Closes pop-up windows of a full browser; the headless shell opens none. */
export const closePopups = stage({
  name: 'close-popups',
  phase: 'hooks',
  run({ tab }) {
    tab.page.on('popup', (popup) => void popup.close().catch(() => undefined))
  },
})
