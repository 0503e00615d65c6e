import { expect } from '@jest/globals'
import type { GivenOptions } from '@render/options'
import { bandOf, bands, type Picture } from '@render/testkit'
import { page } from '../../test-engine.ts'
import { record } from '../../videos/record.ts'
import { oncePerWorld, type Rows, type World } from '../probe.ts'

const BAND = 100
/** How far the page of 3000 pixels can be scrolled. */
const END = 2880
const RULER = page('', bands(30, BAND))
const SHORT = page('', bands(2, BAND))
const INNER = page(
  'html, body { height: 100%; overflow: hidden } main { height: 100%; overflow-y: scroll; scrollbar-width: none }',
  `<main>${bands(30, BAND)}</main>`,
)
/** Black until its last part has been seen. */
const LAZY = page(
  'div { height: 3000px; background: #000 } p { height: 1px; margin: 0 }',
  "<div></div><p></p><script>new IntersectionObserver(([entry]) => { if (entry.isIntersecting) document.querySelector('div').style.background = '#0f0' }).observe(document.querySelector('p'))</script>",
)

/** A movement of half a second at 10 frames a second, without rests. */
const MOVEMENT: GivenOptions = {
  html: RULER,
  video_scroll: true,
  video_prescroll_duration: 0,
  video_scroll_duration: 500,
  video_rest_duration: 0,
  video_postscroll_duration: 0,
  video_ease: 'linear.none',
  video_warmup: false,
}

/** Records the ruler and returns the position at which each frame shows it. */
async function positions({ engine }: World, options: GivenOptions): Promise<number[]> {
  const { video } = await record(engine, { ...MOVEMENT, ...options })
  return video.frames.map(positionOf)
}

function positionOf(frame: Picture): number {
  const rows = Array.from({ length: frame.height }, (_, y) => {
    const channels = frame.rgba(80, y).slice(0, 3)
    return bandOf(`#${channels.map((value) => hex(Math.round(value / 51) * 51)).join('')}`) ?? -1
  })
  const change = rows.findIndex((index) => index !== rows[0])
  return change < 0 ? rows[0]! * BAND : (rows[0]! + 1) * BAND - change
}

function hex(value: number): string {
  return value.toString(16).padStart(2, '0')
}

const near = (...expected: number[]) => expected.map((each) => expect.closeTo(each, -0.6))
const line = (from: number, to: number, count = 5) =>
  Array.from({ length: count }, (_, at) => from + ((to - from) * at) / count)

const recorded = (options: GivenOptions) => oncePerWorld((world) => positions(world, options))
const inHalves = recorded({
  video_prescroll_duration: 200,
  video_scroll_duration: 300,
  video_rest_duration: 100,
  video_postscroll_duration: 200,
  video_sections: 2,
})
const thereAndBack = recorded({ video_scroll_back: true, video_scroll_back_duration: 200 })
const byDistance = recorded({
  video_scroll_distance: 400,
  video_scroll_offset: 80,
  video_sections: 2,
  video_scroll_duration: 200,
})
const eased = recorded({ video_ease: 'quadratic.in', video_ease_end: 'cubic.in', video_sections: 2 })

/** Options for how a page scrolls in a video; the unit tests of the choreography and of the easings have the rest. */
export const videoScrolling: Rows = {
  video_scroll: {
    'scrolls to the bottom': async (world) => {
      expect((await thereAndBack(world)).slice(0, 5)).toEqual(near(...line(0, END)))
    },
    'scrolls the body of a page that does not scroll itself': async (world) => {
      const html = page('html, body { height: 100%; overflow-x: hidden }', bands(30, BAND))
      const options = { html, video_scroll_duration: 100, video_postscroll_duration: 100 }
      expect(await positions(world, options)).toEqual(near(0, END))
    },
    'scrolls a page evenly whose content is only laid out near the view': async (world) => {
      const sections = bands(30, BAND).replaceAll('<div', '<section><div')
      const html = page('section { content-visibility: auto; contain-intrinsic-height: 10px }', sections)
      expect(await positions(world, { html })).toEqual(near(...line(0, END)))
    },
  },
  video_prescroll_duration: {
    '200 rests at the top first': async (world) => {
      expect((await inHalves(world)).slice(0, 3)).toEqual(near(0, 0, 0))
    },
  },
  video_scroll_duration: {
    '300 is the time of a movement': async (world) => {
      expect((await inHalves(world)).slice(2, 6)).toEqual(near(...line(0, END / 2, 3), END / 2))
    },
  },
  video_rest_duration: {
    '100 rests after each movement': async (world) => {
      expect((await inHalves(world)).slice(5, 7)).toEqual(near(END / 2, END / 2))
    },
  },
  video_postscroll_duration: {
    '200 rests at the end, after the rest of the last movement': async (world) => {
      expect((await inHalves(world)).slice(9)).toEqual(near(END, END, END))
    },
  },
  video_sections: {
    '2 are equal parts of the way': async (world) => {
      const [first, second] = [line(0, END / 2, 3), line(END / 2, END, 3)]
      expect(await inHalves(world)).toEqual(near(0, 0, ...first, END / 2, ...second, END, END, END))
    },
  },
  video_scroll_back: {
    'scrolls back to the top': async (world) => {
      expect((await thereAndBack(world)).slice(4)).toEqual(near((END * 4) / 5, END, END / 2))
    },
  },
  video_scroll_back_duration: {
    '200 is the time of the way back': async (world) => {
      expect(await thereAndBack(world)).toEqual(near(...line(0, END), END, END / 2))
    },
  },
  video_scroll_distance: {
    '400 is the way of each movement': async (world) => {
      const [, , start, middle] = await byDistance(world)
      expect((middle! - start!) * 2).toBeCloseTo(400, -0.9)
    },
  },
  video_scroll_offset: {
    '80 stops earlier': async (world) => {
      expect(await byDistance(world)).toEqual(near(...line(0, 320, 2), ...line(320, 720, 2)))
    },
  },
  video_scroll_require_sections: {
    'keeps a page still that is too short': async (world) => {
      const options = { html: SHORT, video_sections: 3, video_scroll_require_sections: true, video_time: 300 }
      expect(await positions(world, options)).toEqual([0, 0, 0])
    },
  },
  video_use_iscroll: {
    'scrolls the element that can be': async (world) => {
      expect(await positions(world, { html: INNER, video_use_iscroll: true })).toEqual(near(...line(0, END)))
      expect(await positions(world, { html: INNER, video_scroll_duration: 100 })).toEqual([0])
    },
    'scrolls the element that fills a page which scrolls by a few pixels': async (world) => {
      const html = INNER.replace('overflow: hidden', 'overflow: visible').replace(
        '</main>',
        '</main><p style="height: 5px; margin: 0"></p>',
      )
      expect(await positions(world, { html, video_use_iscroll: true })).toEqual(near(...line(0, END)))
    },
  },
  video_ease: {
    'quadratic.in is the way of a movement': async (world) => {
      const way = line(0, 1).map((time) => (END / 2) * time ** 2)
      expect((await eased(world)).slice(0, 5)).toEqual(near(...way))
    },
  },
  video_ease_end: {
    'cubic.in is the way of the last movement': async (world) => {
      const way = line(0, 1).map((time) => END / 2 + (END / 2) * time ** 3)
      expect((await eased(world)).slice(5)).toEqual(near(...way))
    },
  },
  video_scroll_to: {
    'goes from item to item': async (world) => {
      const html = page(
        'p { position: absolute; margin: 0 }',
        `<nav style="position: fixed; right: 0; font-size: 8px">There</nav>${bands(30, BAND)}<p style="top:2000px">There</p>`,
      )
      const items = [
        { selector: 'div:nth-of-type(6)', duration: 200 },
        { wait: 100 },
        { text: 'There', duration: 100, offset: 50 },
        { selector: '#missing' },
      ]
      const options = { ...MOVEMENT, html, video_scroll_to: items, video_postscroll_duration: 100 }
      const { video, warnings } = await record(world.engine, options)
      expect(video.frames.map(positionOf)).toEqual(near(0, 250, 500, 500, 1950))
      expect(warnings).toEqual(['"video_scroll_to[3]" was skipped: no element matched.'])
      const failing = record(world.engine, { ...options, fail_if_selector_missing: true })
      await expect(failing).rejects.toMatchObject({ code: 'RenderFailedError' })
    },
    'finds a text that is split into elements, and not one of a script': async (world) => {
      const title = '<h1 style="top: 2000px"><span>Our</span> <span>work</span></h1>'
      const script = '<script>const state = "Not shown"</script>'
      const html = page(
        'h1 { position: absolute; margin: 0; font-size: 8px }',
        `${bands(30, BAND)}${title}${script}`,
      )
      const items = [{ text: 'OUR work' }, { text: 'Not shown' }]
      const { video, warnings } = await record(world.engine, {
        ...MOVEMENT,
        html,
        video_scroll_to: items,
        video_postscroll_duration: 100,
      })
      expect(positionOf(video.frames.at(-1)!)).toBe(2000)
      expect(warnings).toEqual(['"video_scroll_to[1]" was skipped: no element matched.'])
    },
    'finds what the page shows only in view, at its place there, but no closed menu': async (world) => {
      const html = page(
        `p { margin: 0; opacity: 0 } .late { position: relative; top: -1000px; transition: all 1s }
          .moved { transform: translate3d(0, 50px, 0) } .shifted { translate: 0 50px } .menu { position: absolute; top: 500px }`,
        `<p class="menu">There</p>${bands(30, BAND)}<p class="late moved"><b>There</b></p><p class="late shifted" id="there"></p>`,
      )
      const options = { html, video_scroll_duration: 100, video_postscroll_duration: 100 }
      const to = (item: object) => positions(world, { ...options, video_scroll_to: [item] })
      expect((await to({ text: 'There' })).at(-1)).toBe(2000)
      expect(await to({ selector: '#there' })).toEqual([0, expect.closeTo(2018, -1)])
    },
  },
  video_warmup: {
    'shows the page to its end before the first frame': async ({ engine }) => {
      const options = { ...MOVEMENT, html: LAZY, video_scroll_duration: 100 }
      const first = async (video_warmup: boolean): Promise<string> =>
        (await record(engine, { ...options, video_warmup })).video.frames[0]!.at(80, 60)
      expect([await first(true), await first(false)]).toEqual(['#00ff00', '#000000'])
    },
    'ends at the top, also of an inner element and of a page that does not scroll': async (world) => {
      const warmUp = (html: string, video_scroll: boolean) =>
        positions(world, {
          html: `${html}<script>0</script>`,
          video_scroll,
          video_warmup: true,
          video_scroll_duration: 100,
          video_time: 100,
        })
      expect(await warmUp(INNER, true)).toEqual([0])
      expect(await warmUp(INNER, false)).toEqual([0])
      expect(await warmUp(RULER, false)).toEqual([0])
    },
  },
}
