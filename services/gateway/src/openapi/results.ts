import type { PublicResult, SliceResult, ThumbnailResult } from '@render/jobs'
import type { debugFailure, debugResult, jsonResult } from '../result-forms.ts'
import { integer, listOf, schemaRef, shape, text, type Schema } from './schema.ts'

type OwnMembers = Omit<ReturnType<typeof jsonResult>, keyof PublicResult>
type Debug = ReturnType<typeof debugResult>['debug']

const renderId = text('Id of the render.', { format: 'uuid' })
const statusUrl = text('Where its status is read.', { format: 'uri' })
const custom_id = text('What was sent as `custom_id`.')
const warnings = listOf(
  { type: 'string' },
  'What was ignored, is not in effect yet, or has none for the format.',
)
const milliseconds = (description: string) => ({ type: 'number', minimum: 0, description })

const response = shape<NonNullable<PublicResult['response']>>(
  {
    statusCode: integer('HTTP status of the page.'),
    statusCodeInitial: integer('HTTP status before redirects.'),
  },
  {},
)

const pixels = (description: string) => integer(`${description} in pixels.`)
const thumbnail = {
  location: text('Where the file is.', { format: 'uri' }),
  width: pixels('Width'),
  height: pixels('Height'),
}
const thumbnails = {
  description: 'The copies that were asked for; by key when `thumbnails_object` is set.',
  oneOf: [
    listOf(shape<ThumbnailResult>({ key: text('What it is called.'), ...thumbnail }, {}), 'In their order.'),
    { type: 'object', additionalProperties: shape<Omit<ThumbnailResult, 'key'>>(thumbnail, {}) },
  ],
}

const slices = listOf(
  shape<SliceResult>(
    {
      index: integer('Its place, from 0 at the top.'),
      offsetY: pixels('What of the picture is above it'),
      width: pixels('Width'),
      height: pixels('Height'),
      url: text('Where the file is.', { format: 'uri' }),
    },
    {},
  ),
  'The picture cut into pieces, from top to bottom.',
)

const clicks = listOf(
  shape<NonNullable<PublicResult['clicks']>[number]>(
    {
      selector: text('The CSS selector or XPath.'),
      matched: integer('Elements that matched.'),
      clicked: integer('How many of them were clicked.'),
    },
    {},
  ),
  'What the options that click did, with `save_clicks`.',
)

const timings = shape<Debug['timings']>(
  {
    queue: milliseconds('Milliseconds in the queue.'),
    render: milliseconds('Milliseconds of rendering.'),
    stages: listOf(
      shape<Debug['timings']['stages'][number]>(
        { stage: text('What was done.'), ms: milliseconds('Milliseconds.') },
        { waitedFor: listOf({ type: 'string' }, 'What the page was not yet done with.') },
      ),
      'Everything that was done, in its order.',
    ),
  },
  {},
)

const attempts = integer('How often it was tried.')
const options = { type: 'object', description: 'The options that the render was made with, but secrets.' }

const debug = shape<Debug>(
  { timings, attempts, options, warnings },
  { engineVersion: text('Name of the build.'), browserVersion: text('Version of the browser.') },
)

/** The answers that tell of a render. */
export const resultSchemas: Record<string, Schema> = {
  RenderResult: shape<PublicResult>(
    {
      size: integer('Bytes of the file.'),
      renderTime: integer('Milliseconds that rendering took.'),
      queueTime: integer('Milliseconds that the render waited for its turn.'),
      bandwidth: integer('Bytes that the page loaded.'),
      width: pixels('Width of the picture'),
      height: pixels('Height of the picture'),
    },
    {
      renderUrl: text(
        'Where the file is, for anybody who has the address, until it expires; not there once it was deleted.',
        { format: 'uri' },
      ),
      response: { ...response, description: 'What the target answered.' },
      thumbnails,
      slices,
      clicks,
      mock: { const: true, description: 'There when nothing was rendered.' },
      cost: integer('Renders that a mock is to say it cost.'),
      warnings,
    },
  ),
  SyncResult: {
    allOf: [
      schemaRef('RenderResult'),
      shape<OwnMembers & { debug?: Debug }>({ renderId }, { custom_id, debug }),
    ],
  },
  CreatedRender: shape<{ status: string; renderId: string; statusUrl: string; warnings?: string[] }>(
    { status: { const: 'created' }, renderId, statusUrl },
    { warnings },
  ),
  Redirect: shape<{ redirectUrl: string }>(
    { redirectUrl: text('Where to go on waiting; the same as `Location`.', { format: 'uri' }) },
    {},
  ),
  RenderStatus: {
    oneOf: [
      recordOf(['created', 'retrying']),
      { allOf: [recordOf(['succeeded']), schemaRef('SyncResult')] },
      recordOf(
        ['failed'],
        { error: schemaRef('Error'), reason: text('The message of the error.') },
        { debug: shape<ReturnType<typeof debugFailure>['debug']>({ options }, { attempts }) },
      ),
    ],
    description: 'Where a render stands. It ends as `succeeded` or `failed`.',
  },
}

function recordOf(
  statuses: string[],
  more: Record<string, Schema> = {},
  sometimes: Record<string, Schema> = {},
): Schema {
  const always = { renderId, status: { enum: statuses }, statusUrl, ...more }
  return { type: 'object', properties: { ...always, custom_id, ...sometimes }, required: Object.keys(always) }
}
