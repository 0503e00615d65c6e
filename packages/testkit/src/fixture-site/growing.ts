// Lists that grow when scrolled near their end.
import { bandColour, bands } from './bands.ts'
import { page, type Fixtures } from './fixture.ts'

/** Returns a script that runs `more` and adds ten bands of 100 px when less than 500 px remain below the viewport. */
function append(more: string): string {
  return `<script>
    ${String(bandColour)}
    let busy = false
    onscroll = async () => {
      if (busy || innerHeight + scrollY < document.body.scrollHeight - 500) return
      busy = true
      ${more}
      for (let i = 0; i < 10; i++) {
        const band = document.createElement('div')
        band.style = 'height: 100px; background: ' + bandColour(document.querySelectorAll('div').length)
        document.body.append(band)
      }
      busy = false
    }
  </script>`
}

export const growingPages: Fixtures = {
  '/infinite': {
    title: 'A list of bands of 100 px, 20 at first, that grows by ten at each scroll to its end, endlessly',
    body: page('', bands(20, 100) + append('')),
  },
  '/loads-more': {
    title: 'A list of bands of 100 px, 20 at first, that grows by ten after a request of 200 ms, up to 40',
    body: page(
      '',
      bands(20, 100) +
        append(
          `if (document.querySelectorAll('div').length >= 40) return; await fetch('/late/200/text.txt')`,
        ),
    ),
  },
}
