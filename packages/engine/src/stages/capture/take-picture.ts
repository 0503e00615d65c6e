import { captureArea } from '../../pictures/capture-area.ts'
import { changesPicture, pictureChanges } from '../../pictures/changes.ts'
import { stage } from '../../stage.ts'

/** Takes the picture at once: the browser's own jpg where that is what is asked for, and else the png that is fastest to make. */
export const takePicture = stage({
  name: 'take-picture',
  phase: 'capture',
  owns: ['format'],
  borrows: ['quality', ...pictureChanges],
  async run(work, { format, quality, ...changes }) {
    if (work.sectionSize) return
    const isFinal = format === 'jpg' && !changesPicture(changes)
    work.picture = await captureArea(work, work.area, isFinal ? { format, quality } : { format: 'png' })
  },
})
