// Which messages of a browser reach this process, and how long they may be.
import { beginsWith, findValue, readValue } from './find-value.ts'

/** A reply can be a picture. */
const REPLY_BYTES = 400 * 1024 ** 2
/** An archive has at most 50 MB, and each of its characters at most two bytes. */
const ARCHIVE_BYTES = 100 * 1024 ** 2
const ARCHIVE = 'From: <Saved by '
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

/** Playwright ignores requests for `data:` addresses, and these events repeat the whole address, in this part of them. */
const DATA_EVENTS: Partial<Record<string, string>> = {
  'Network.requestWillBeSent': 'request',
  'Network.responseReceived': 'response',
}

/** The most bytes of a message that are looked at. */
const LOOKED_AT_BYTES = 4096
/** Enough for the session that a message ends with. */
const SESSION_BYTES = 128
const SESSION = /\x69sessionId(?:\x78.|[\x60-\x77])(\w+)\xff$/s

/** Returns the most bytes that a message of the browser may have, by its first bytes; 0 for a message that is not used. */
export function messageLimit(head: Buffer): number {
  const method = methodOf(head)
  if (method === undefined) return isArchive(head) ? ARCHIVE_BYTES : REPLY_BYTES
  if (method === 'Runtime.bindingCalled') return BINDING_BYTES
  if (UNUSED.has(method)) return head.subarray(0, LOOKED_AT_BYTES).includes(WRITE_MARK) ? BINDING_BYTES : 0
  const part = DATA_EVENTS[method]
  const isForData = part !== undefined && beginsWith(head, findValue(head, 'params', part, 'url'), 'data:')
  return isForData ? 0 : EVENT_BYTES
}

/** Returns the id of the call whose reply, by its first bytes, is an archive of a page; undefined for other messages. */
export function archiveCall(head: Buffer): number | undefined {
  return isArchive(head) ? callOf(head) : undefined
}

/** Returns the id of the call that a message replies to, by its first bytes; undefined for an event. */
export function callOf(head: Buffer): number | undefined {
  const id = readValue(head, findValue(head, 'id'))
  return typeof id === 'number' ? id : undefined
}

/** Returns the name of an event, by its first bytes; undefined for a reply. */
export function methodOf(head: Buffer): string | undefined {
  const method = readValue(head, findValue(head, 'method'))
  return typeof method === 'string' ? method : undefined
}

/** Returns the session that a message belongs to, by its last bytes; undefined for one of the browser as a whole. */
export function sessionAtEnd(tail: Buffer): string | undefined {
  return SESSION.exec(tail.subarray(-SESSION_BYTES).toString('latin1'))?.[1]
}

function isArchive(head: Buffer): boolean {
  return beginsWith(head, findValue(head, 'result', 'data'), ARCHIVE)
}
