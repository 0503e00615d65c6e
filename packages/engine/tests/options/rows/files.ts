import { expect } from '@jest/globals'
import type { GivenOptions } from '@render/options'
import { isNightly, readPicture, type Picture } from '@render/testkit'
import { page, type RenderedPicture } from '../../test-engine.ts'
import { BLUE, GREEN, RED } from '../colours.ts'
import type { Rows, World } from '../probe.ts'

/** Three bands of 100x150 from left to right. */
const BANDS = {
  html: page(
    'body { display: flex; height: 100vh } i { flex: 1 }',
    [RED, GREEN, BLUE].map((colour) => `<i style="background: ${colour}"></i>`).join(''),
  ),
  width: 300,
  height: 150,
}
const BLACK = '#000000'

/** The formats, and what they are called when they are decoded. */
const FORMATS = [
  ['jpg', 'jpeg'],
  ['avif', 'heif'],
  ['png', 'png'],
  ['webp', 'webp'],
] as const

/** Returns a page of `count` rows of 50 CSS pixels, each in a colour of its own. */
function rows(count: number): GivenOptions {
  const colours = Array.from({ length: count }, (_, index) => `hsl(${index * 47} 100% 50%)`)
  const html = page(
    'i { display: block; height: 50px }',
    colours.map((colour) => `<i style="background: ${colour}"></i>`).join(''),
  )
  return { html, width: 80, height: 60, full_page: true }
}

type Kind = RenderedPicture['files'][number]['kind']
type Made<K extends Kind> = Extract<RenderedPicture['files'][number], { kind: K }> & { picture: Picture }

/** Renders, and reads the picture and its side files of one kind. */
async function made<K extends Kind>(
  { engine }: World,
  kind: K,
  options: GivenOptions,
): Promise<{ main: Picture; files: Made<K>[] }> {
  const { body, files } = await engine.make(options)
  const read = files
    .filter((file) => file.kind === kind)
    .map(async (file) => ({ ...file, picture: await readPicture(file.body) }) as Made<K>)
  return { main: await readPicture(body), files: await Promise.all(read) }
}

async function thumbnails(world: World, options: GivenOptions): Promise<Made<'thumbnail'>[]> {
  const { files } = await made(world, 'thumbnail', { ...BANDS, ...options })
  for (const { width, height, picture } of files)
    expect([picture.width, picture.height]).toEqual([width, height])
  return files
}

const sizesOf = (files: { width: number; height: number }[]) =>
  files.map(({ width, height }) => [width, height])

/** Expects slices with the pixels of the picture at their offsets. */
function expectCut(
  main: Picture,
  files: Made<'slice'>[],
  expected: [offsetY: number, height: number][],
): void {
  expect(files.map(({ index, offsetY, height }) => [index, offsetY, height])).toEqual(
    expected.map((rows, index) => [index, ...rows]),
  )
  for (const { offsetY, picture, width, height, suffix, index } of files) {
    expect([picture.width, picture.height, suffix]).toEqual([main.width, height, `-slice-${index}`])
    for (let y = 0; y < height; y += 1)
      expect(picture.rgba(width - 1, y)).toEqual(main.rgba(width - 1, offsetY + y))
  }
}

export const files: Rows = {
  thumbnails: {
    'sizes by width, height, box, preset and fraction': async (world) => {
      const result = await thumbnails(world, {
        thumbnails: [{ width: 60 }, { height: 300 }, { size: 100 }, { preset: 'xs' }, { preset: '1/4' }],
      })
      expect(sizesOf(result)).toEqual([
        [60, 30],
        [600, 300],
        [100, 50],
        [300, 150],
        [75, 38],
      ])
      for (const { picture, width, height } of result)
        expect([1 / 6, 1 / 2, 5 / 6].map((part) => picture.at(Math.floor(width * part), height - 1))).toEqual(
          [RED, GREEN, BLUE],
        )
    },
    'a thumbnail with both sides uses its own fit and position, else those of the picture': async (world) => {
      const square = { width: 30, height: 30 }
      const contained = { ...square, fit: 'contain' } as const
      const result = await thumbnails(world, {
        thumbnails: [
          square,
          { ...square, suffix: 'l', position: 'left' },
          { ...contained, suffix: 'c', position: 'top' },
          { ...contained, suffix: 'b', bg: '#0f0' },
          { size: '30x60', fit: 'fill' },
        ],
      })
      expect(sizesOf(result)).toEqual([...Array.from({ length: 4 }, () => [30, 30]), [30, 60]])
      const [cover, left, contain, green, filled] = result.map(({ picture }) => picture)
      const across = (picture?: Picture) => [2, 15, 27].map((x) => picture?.at(x, 15))
      expect(across(cover)).toEqual([RED, GREEN, BLUE])
      expect(across(left)).toEqual([RED, RED, GREEN])
      expect([contain!.at(2, 2), contain!.at(2, 27)]).toEqual([RED, BLACK])
      expect([green!.at(2, 2), green!.at(2, 15), green!.at(2, 27)]).toEqual([GREEN, RED, GREEN])
      expect([filled!.at(2, 2), filled!.at(27, 57)]).toEqual([RED, BLUE])
    },
    'uses the fit, position and background of the picture': async (world) => {
      const [result] = await thumbnails(world, {
        thumbnails: [{ size: '30x30' }],
        img_fit: 'contain',
        img_position: 'bottom',
        img_bg: '#f0f',
      })
      expect([result!.picture.at(15, 2), result!.picture.at(15, 28)]).toEqual(['#ff00ff', GREEN])
    },
    'is made before the picture is resized, and in its format': async (world) => {
      for (const [format, decoded] of isNightly ? FORMATS : FORMATS.slice(0, 2)) {
        const options: GivenOptions = { ...BANDS, format, thumb_width: 30, img_pad: '10' }
        const { main, files } = await made(world, 'thumbnail', {
          ...options,
          thumbnails: [{ preset: '1/2' }],
        })
        expect([main.width, main.height]).toEqual([30, 16])
        expect(files).toMatchObject([
          {
            key: '1/2',
            suffix: '-1-2',
            extension: format,
            width: 160,
            height: 85,
            picture: { format: decoded },
          },
        ])
        const { picture } = files[0]!
        expect([picture.at(2, 40), picture.at(80, 40)]).toEqual([BLACK, GREEN])
      }
    },
    'has the given key, suffix and upload address': async (world) => {
      const presigned_url = 'https://bucket.example/a?sesame'
      const named = [
        { key: 'a', width: 5 },
        { preset: 'xs', suffix: '@x' },
        { width: 6, presigned_url },
      ] as const
      const result = await thumbnails(world, { thumbnails: [...named] })
      expect(result.map(({ key, suffix, upload }) => ({ key, suffix, upload }))).toEqual([
        { key: 'a', suffix: '-a', upload: undefined },
        { key: 'xs', suffix: '@x', upload: undefined },
        { key: '2', suffix: '-2', upload: { option: 'thumbnails[2].presigned_url', address: presigned_url } },
      ])
    },
    'a thumbnail over the limits is refused': async ({ engine }) => {
      const tooLarge: GivenOptions[] = [
        { thumbnails: [{ width: 16_000 }] },
        { thumbnails: [{ width: 16_384, height: 5 }], format: 'webp' },
      ]
      for (const options of tooLarge)
        await expect(engine.make({ ...BANDS, ...options })).rejects.toMatchObject({
          code: 'InvalidOptions',
          details: [{ option: 'thumbnails' }],
        })
    },
  },
  full_page_slices: {
    'one slice holds a low page': async (world) => {
      const { main, files } = await made(world, 'slice', { ...rows(9), full_page_slices: true })
      expect(main.height).toBe(450)
      expectCut(main, files, [[0, 450]])
    },
    'without the option there are no slices': async ({ engine }) => {
      expect((await engine.make(rows(3))).files).toEqual([])
    },
    'slices are cut before the picture is resized, and in its format': async (world) => {
      const options = { ...rows(5), full_page_slices: true, full_page_slice_height: 200, thumb_width: 8 }
      const { main, files } = await made(world, 'slice', { ...options, format: 'webp' })
      expect([main.width, main.height]).toEqual([8, 25])
      expect(files).toMatchObject([
        { width: 80, height: 200, offsetY: 0, extension: 'webp', picture: { format: 'webp' } },
        { width: 80, height: 50, offsetY: 200, extension: 'webp', picture: { format: 'webp' } },
      ])
    },
    'slices work with thumbnails, and in the colour space of the picture': async (world) => {
      const options = { ...rows(3), full_page_slices: true, thumbnails: [{ width: 8 }], display_p3: true }
      const { main, files } = await made(world, 'slice', options)
      expectCut(main, files, [[0, 150]])
    },
  },
  full_page_slice_height: {
    'sets the height of slices': async (world) => {
      const options = { ...rows(9), full_page_slices: true, full_page_slice_height: 120 }
      const { main, files } = await made(world, 'slice', options)
      expectCut(main, files, [
        [0, 120],
        [120, 120],
        [240, 120],
        [360, 90],
      ])
    },
    'counts CSS pixels at any "dpr"': async (world) => {
      const options = { ...rows(5), full_page_slices: true, full_page_slice_height: 101, dpr: 2 }
      const { main, files } = await made(world, 'slice', options)
      expectCut(main, files, [
        [0, 202],
        [202, 202],
        [404, 96],
      ])
    },
  },
  full_page_slice_overlap_height: {
    'slices overlap, and the last one ends with the page': async (world) => {
      const heights = { full_page_slice_height: 200, full_page_slice_overlap_height: 75 }
      const { main, files } = await made(world, 'slice', { ...rows(9), full_page_slices: true, ...heights })
      expectCut(main, files, [
        [0, 200],
        [125, 200],
        [250, 200],
      ])
    },
  },
}
