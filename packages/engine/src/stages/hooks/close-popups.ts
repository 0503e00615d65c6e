import { stage } from '../../stage.ts'

/** A render has one page: whatever the page opens beside it is closed. */
export const closePopups = stage({
  name: 'close-popups',
  phase: 'hooks',
  run({ tab }) {
    tab.page.on('popup', (popup) => void popup.close().catch(() => undefined))
  },
})
