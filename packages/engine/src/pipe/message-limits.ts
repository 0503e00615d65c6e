// Which messages of a browser reach this process, and how long they may be.

/** A reply can be a picture, in base64. */
const REPLY_BYTES = 400 * 1024 ** 2
/** An archive has at most 50 MB, and each of its characters at most two bytes. */
const ARCHIVE_BYTES = 100 * 1024 ** 2
const ARCHIVE = /^\{"id":(\d+),"result":\{"data":"From: (?:<|\\u003[Cc])Saved by /
/** A request is reported with its body, twice. */
const EVENT_BYTES = 64 * 1024 ** 2
const BINDING_BYTES = 64 * 1024

/** Events that nothing here needs and that pages can make as long and as often as they like. */
const UNUSED = new Set([
  'Log.entryAdded',
  'Network.webSocketFrameError',
  'Network.webSocketFrameReceived',
  'Network.webSocketFrameSent',
  'Runtime.consoleAPICalled',
  'Runtime.exceptionRevoked',
  'Runtime.exceptionThrown',
])

/** Playwright prints this text to the console when it writes a document, and waits for its event. */
const WRITE_MARK = '--playwright--set--content--'

/** Playwright ignores requests for `data:` addresses, and these events repeat the whole address. */
const DATA_EVENTS = new Set(['Network.requestWillBeSent', 'Network.responseReceived'])
const DATA_ADDRESS = /"(?:request|response)":\{"url":"data:/

const EVENT = '{"method":"'
const LOOKED_AT_BYTES = 4096

/** Returns the most bytes that a message of the browser may have, by its first bytes; 0 for one that nobody needs. */
export function messageLimit(head: Buffer): number {
  const text = head.toString('latin1', 0, LOOKED_AT_BYTES)
  if (!text.startsWith(EVENT)) return ARCHIVE.test(text) ? ARCHIVE_BYTES : REPLY_BYTES
  const method = text.slice(EVENT.length, text.indexOf('"', EVENT.length))
  if (method === 'Runtime.bindingCalled') return BINDING_BYTES
  if (UNUSED.has(method)) return text.includes(WRITE_MARK) ? BINDING_BYTES : 0
  return DATA_EVENTS.has(method) && DATA_ADDRESS.test(text) ? 0 : EVENT_BYTES
}

/** Returns the id of the call whose reply, by its first bytes, is an archive of a page; undefined for other messages. */
export function archiveCall(head: Buffer): number | undefined {
  const id = ARCHIVE.exec(head.toString('latin1', 0, LOOKED_AT_BYTES))?.[1]
  return id === undefined ? undefined : Number(id)
}

/** Returns the session that a message belongs to, by its last bytes; undefined for one of the browser as a whole. */
export function sessionAtEnd(tail: Buffer): string | undefined {
  return /,"sessionId":"(\w+)"\}$/.exec(tail.toString('latin1'))?.[1]
}
