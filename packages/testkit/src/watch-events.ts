/** An event of a stream, as a client has it. */
export interface WatchedEvent {
  id: string
  event: string
  // Looked at field by field, as answers are.
  // oxlint-disable-next-line typescript/no-explicit-any
  data: any
}

export interface Watched {
  status: number
  headers: Headers
  /** What came that is no event. */
  comments: string[]
  /** Events as they come, until the stream ends. */
  events: AsyncGenerator<WatchedEvent, void>
}

/** Opens a stream of server-sent events, without coming back when it ends. */
export async function watchEvents(url: string, init: RequestInit = {}): Promise<Watched> {
  const { status, headers, body } = await fetch(url, init)
  const comments: string[] = []
  return { status, headers, comments, events: eventsOf(body, comments) }
}

async function* eventsOf(body: Response['body'], comments: string[]): AsyncGenerator<WatchedEvent, void> {
  let text = ''
  for await (const chunk of body?.pipeThrough(new TextDecoderStream()) ?? []) {
    const blocks = (text + chunk).split('\n\n')
    text = blocks.pop()!
    for (const block of blocks) {
      const fields = Object.fromEntries(block.split('\n').map((line) => line.split(/: (.*)/)))
      if ('data' in fields) yield { id: fields.id, event: fields.event, data: JSON.parse(fields.data) }
      else comments.push(block)
    }
  }
}
