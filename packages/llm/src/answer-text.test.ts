import { expect, test } from '@jest/globals'
import { jsonIn, withoutReasoning } from './answer-text.ts'

test.each([
  ['<think>\nIt is red.\n</think>\n\nRed.', 'Red.'],
  ['It is red.\n</think>\nRed.', 'Red.'],
  ['It is red.\r\n \t</think> \r\nRed.', 'Red.'],
  ['Red.', 'Red.'],
  ['The tag <think> ends with </think>.', 'The tag <think> ends with </think>.'],
  ['<think>It is', '<think>It is'],
  ['The closing tag is </think>.', 'The closing tag is </think>.'],
])('%j without reasoning is %j', (answer, rest) => expect(withoutReasoning(answer)).toBe(rest))

test.each([
  '{"a":"```"}',
  '```json\n{"a":"```"}\n```',
  '```\n{"a":"```"}\n```',
  'Here is [the] JSON:\n```JSON\n{"a":"```"}\n```\nDone.',
  'Here is the JSON: {"a":"```"}. Done.',
  '<think>A brace: {</think>{"a":"```"}',
])('the JSON in %j is found', (answer) => expect(JSON.parse(jsonIn(answer))).toEqual({ a: '```' }))

test.each([
  ['The list:\n```\n["a"]\n```', '["a"]'],
  ['The list: ["a"]!', '["a"]'],
  ['none', 'none'],
  ['{"a":"</think>"}', '{"a":"</think>"}'],
  ['{"a":', '{"a":'],
])('of %j it is %j', (answer, json) => expect(jsonIn(answer).trim()).toBe(json))

test.each(['<think>', '</think> x', '\r', '\u2028', '\t', ' </think>'])(
  'a megabyte of %j takes no longer than other text',
  (part) => {
    const answer = part.repeat(2 ** 20 / part.length)
    expect(withoutReasoning(`a${answer}b`)).toBe(`a${answer}b`)
    expect(jsonIn(`a${answer}b`)).toBe(`a${answer}b`)
  },
)
