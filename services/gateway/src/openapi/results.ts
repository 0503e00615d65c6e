import {
  sideFiles,
  type Certificate,
  type FailedRequest,
  type FrameResult,
  type PublicResult,
  type SideFileName,
  type SliceResult,
  type ThumbnailResult,
} from '@render/outputs'
import type { debugFailure, debugResult, jsonResult } from '../answer/result-writers.ts'
import { pageData } from './page-data.ts'
import { integer, listOf, schemaRef, shape, text, type Schema } from './schema.ts'

type OwnMembers = Omit<ReturnType<typeof jsonResult>, keyof PublicResult>
type Debug = ReturnType<typeof debugResult>['debug']

const renderId = text('Id of the render.', { format: 'uuid' })
const statusUrl = text('Address of its status.', { format: 'uri' })
const custom_id = text('The `custom_id` of the request.')
const warnings = listOf({ type: 'string' }, 'Options that were ignored or have no effect.')
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
  location: text('Address of the file.', { format: 'uri' }),
  width: pixels('Width'),
  height: pixels('Height'),
}
const thumbnails = {
  description: 'The requested thumbnails; an object by key when `thumbnails_object` is set.',
  oneOf: [
    listOf(
      shape<ThumbnailResult>({ key: text('Key of the thumbnail.'), ...thumbnail }, {}),
      'In the order of the request.',
    ),
    { type: 'object', additionalProperties: shape<Omit<ThumbnailResult, 'key'>>(thumbnail, {}) },
  ],
}

const slices = listOf(
  shape<SliceResult>(
    {
      index: integer('Index of the slice, from 0 at the top.'),
      offsetY: pixels('Distance from the top of the image'),
      width: pixels('Width'),
      height: pixels('Height'),
      url: text('Address of the file.', { format: 'uri' }),
    },
    {},
  ),
  'The slices of the image, from top to bottom.',
)

type AddressMember = (typeof sideFiles)[SideFileName]['result']
const sideFileAddresses = Object.fromEntries(
  Object.values(sideFiles).map(({ result, option }) => [
    result,
    text(`Address of the file made with \`${option}\`.`, { format: 'uri' }),
  ]),
) as Record<AddressMember, Schema>

const clicks = listOf(
  shape<NonNullable<PublicResult['clicks']>[number]>(
    {
      selector: text('The CSS selector or XPath.'),
      matched: integer('Number of matching elements.'),
      clicked: integer('Number of clicked elements.'),
    },
    {},
  ),
  'Results of the options that click, with `save_clicks`.',
)

const certificate: Record<keyof Certificate, Schema> = {
  timestamp: text('When the file was complete, with `certify`.', { format: 'date-time' }),
  hashedOptions: text('The options that decided what was made, as JSON by RFC 8785, without secrets.', {
    contentMediaType: 'application/json',
  }),
  certifiedHash: text(
    'SHA-256 in hex of `hashedOptions`, the bytes of the file and `timestamp`, in this order with nothing between them.',
    { pattern: '^[0-9a-f]{64}$' },
  ),
}

const timings = shape<Debug['timings']>(
  {
    queue: milliseconds('Milliseconds in the queue.'),
    render: milliseconds('Milliseconds of rendering.'),
    stages: listOf(
      shape<Debug['timings']['stages'][number]>(
        { stage: text('Name of the stage.'), ms: milliseconds('Milliseconds.') },
        { waitedFor: listOf({ type: 'string' }, 'Conditions of the page that the stage waited for.') },
      ),
      'All stages in their order.',
    ),
  },
  {},
)

const attempts = integer('Number of attempts.')
const options = { type: 'object', description: 'The options of the render without secrets.' }

const keptFrame = shape<FrameResult>({ frame: integer('From 0.'), url: text('Address.') }, {})

const debug = shape<Debug>(
  { timings, attempts, options, warnings },
  {
    engineVersion: text('Name of the engine version.'),
    browserVersion: text('Version of the browser.'),
    console: listOf({ type: 'string' }, 'Up to 100 lines of the console of the page.'),
    failedRequests: listOf(
      shape<FailedRequest>(
        {
          url: text('Address.'),
          method: text('Method.'),
          resourceType: text('Such as `image`.'),
        },
        {
          status: integer('HTTP status, when the server refused the request.'),
          failureText: text("The browser's reason, when there was no response."),
        },
      ),
      'Up to 100 requests of the page that failed.',
    ),
    video: shape<NonNullable<Debug['video']>>(
      {
        method: text('How the frames were captured.'),
        fps: integer('Frames per second.'),
        codec: text('Codec.'),
        arguments: listOf({ type: 'string' }, 'Arguments of ffmpeg.'),
        log: text('What ffmpeg said, up to 8000 characters.'),
        frames: listOf(keptFrame, 'The first, the middle and the last frame as png, with `debug_video`.'),
      },
      {},
    ),
  },
)

/** Schemas of answers about renders. */
export const resultSchemas: Record<string, Schema> = {
  RenderResult: shape<PublicResult>(
    {
      size: integer('Size of the file in bytes.'),
      renderTime: integer('Duration of the render in milliseconds.'),
      queueTime: integer('Time in the queue in milliseconds.'),
      bandwidth: integer('Bytes loaded by the page.'),
    },
    {
      width: pixels('Width of the image or video'),
      height: pixels('Height of the image or video'),
      pages: integer('Pages of a PDF.'),
      duration: integer('Milliseconds of a video.'),
      frames: integer('Frames of a video.'),
      renderUrl: text(
        'Address of the file, which needs no key, until the file expires; absent once the file was deleted.',
        { format: 'uri' },
      ),
      response: { ...response, description: 'Response of the target.' },
      thumbnails,
      slices,
      ...sideFileAddresses,
      ...pageData,
      ...certificate,
      clicks,
      llm: {
        description:
          'Answer of the language model, with `use_llm`: a text, or JSON of the form that was asked for; null when there is none.',
      },
      llmError: shape<NonNullable<PublicResult['llmError']>>(
        { message: text('Why there is no answer.') },
        {},
      ),
      mock: { const: true, description: 'Set when nothing was rendered.' },
      cost: integer('Cost of a mock in renders.'),
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
  DeletedLink: shape<{ deleted: boolean }>(
    { deleted: { type: 'boolean', description: 'Whether there was a cached result.' } },
    {},
  ),
  Redirect: shape<{ redirectUrl: string }>(
    {
      redirectUrl: text('Address at which to continue the wait; the same as `Location`.', { format: 'uri' }),
    },
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
    description: 'Status of a render. It ends as `succeeded` or `failed`.',
  },
}

function recordOf(
  statuses: string[],
  more: Record<string, Schema> = {},
  optional: Record<string, Schema> = {},
): Schema {
  const required = { renderId, status: { enum: statuses }, statusUrl, ...more }
  return {
    type: 'object',
    properties: { ...required, custom_id, ...optional },
    required: Object.keys(required),
  }
}
