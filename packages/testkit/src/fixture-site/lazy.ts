// Images that load near the viewport. Each is 600 x 300 px in a band's colour, grey until it has loaded.
import { bandColour } from './bands.ts'
import { imagePath, page, type Fixtures } from './fixture.ts'

const COUNT = 20
/** As many as are larger than one capture at two device pixels for each CSS pixel. */
const NATIVE_COUNT = 40

const STYLE = 'img, section { display: block; width: 600px; height: 300px; background: #808080 }'

export const lazyPages: Fixtures = {
  '/lazy-native': {
    title: '40 images with loading=lazy',
    body: page(
      STYLE,
      images(NATIVE_COUNT, (path) => `<img loading="lazy" src="${path}">`),
    ),
  },
  '/lazy-observer': {
    title: '20 images that an IntersectionObserver loads',
    body: page(
      STYLE,
      `${images(COUNT, waiting)}<script>
        const observer = new IntersectionObserver((entries) => {
          for (const { target, isIntersecting } of entries) {
            if (!isIntersecting) continue
            target.src = target.dataset.src
            observer.unobserve(target)
          }
        })
        for (const image of document.images) observer.observe(image)
      </script>`,
    ),
  },
  '/lazy-scroll': {
    title: '20 images that a scroll listener loads',
    body: page(
      STYLE,
      `${images(COUNT, waiting)}<script>
        const load = () => {
          for (const image of document.querySelectorAll('img:not([src])')) {
            const { top, bottom } = image.getBoundingClientRect()
            if (top < innerHeight && bottom > 0) image.src = image.dataset.src
          }
        }
        onscroll = load
        load()
      </script>`,
    ),
  },
  '/revealed': {
    title: '20 blocks of 600 x 300 px that fade in within 300 ms when they first become visible',
    body: page(
      `${STYLE} section { opacity: 0; transition: opacity 300ms } .seen { opacity: 1 }`,
      `${blocks()}<script>
        const observer = new IntersectionObserver((entries) => {
          for (const { target, isIntersecting } of entries) if (isIntersecting) target.classList.add('seen')
        }, { threshold: 0.2 })
        for (const section of document.querySelectorAll('section')) observer.observe(section)
      </script>`,
    ),
  },
}

function images(count: number, image: (path: string) => string): string {
  return Array.from({ length: count }, (_, index) => image(imagePath(bandColour(index), 600, 300))).join('\n')
}

function waiting(path: string): string {
  return `<img data-src="${path}">`
}

function blocks(): string {
  return Array.from(
    { length: COUNT },
    (_, index) => `<section style="background: ${bandColour(index)}"></section>`,
  ).join('\n')
}
