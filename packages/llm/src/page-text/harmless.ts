/**
 * Control characters but tab and line feed, and everything that is not drawn: marks of writing direction, joiners, copies of
 * ASCII, variation selectors. A joiner between two characters that are not ASCII stays: Persian and Hindi words need it.
 */
const INVISIBLE =
  // oxlint-disable-next-line no-control-regex
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f]|(?!(?<=[^\u0000-\u007f\p{DI}])[\u200c\u200d](?=[^\u0000-\u007f\p{DI}]))\p{DI}/gu
/** The beginnings of marks for roles and turns in the templates of models; some servers read them in a text, too. */
const SPECIAL_TOKEN =
  /<(?=[|｜]|\/?s>|<\/?SYS>>|(?:start|end)_of_turn>|(?:bos|eos|unk|pad)>|\/?tool_(?:call|response)>)|\[(?=\/?(?:INST|SYSTEM_PROMPT|AVAILABLE_TOOLS|TOOL_CALLS|TOOL_RESULTS)\])/gi

/** Returns a text without what a reader of the page cannot see, and with line feeds as its only ends of lines. */
export function withoutInvisible(text: string): string {
  return text.toWellFormed().replaceAll('\r\n', '\n').replaceAll(INVISIBLE, '')
}

/** Returns a text with a space in each mark that servers could take for the end of a turn. */
export function breakSpecialTokens(text: string): string {
  return text.replaceAll(SPECIAL_TOKEN, '$& ')
}
