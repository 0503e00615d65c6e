/** A server-sent event as a client receives it. */
export interface StreamedEvent {
  id: string
  event: string
  // Tests check it field by field.
  // oxlint-disable-next-line typescript/no-explicit-any
  data: any
}

export interface EventStream {
  status: number
  headers: Headers
  /** Blocks that are not events. */
  comments: string[]
  /** Yields events until the stream ends. */
  events: AsyncGenerator<StreamedEvent, void>
}

/** Opens a stream of server-sent events; does not reconnect. */
export async function watchEvents(url: string, init: RequestInit = {}): Promise<EventStream> {
  const { status, headers, body } = await fetch(url, init)
  const comments: string[] = []
  return { status, headers, comments, events: eventsOf(body, comments) }
}

async function* eventsOf(body: Response['body'], comments: string[]): AsyncGenerator<StreamedEvent, void> {
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
