import type { Json } from '@lathe/contract'
import { canonicalJson } from '@lathe/graph'

const LONGEST_QUOTE = 80
const LONGEST_REASON = 4_000

/** What stands at a dotted path; undefined when nothing does. */
export function partAt(value: Json, path: string | undefined): Json | undefined {
  let current: Json | undefined = value
  for (const key of path?.split('.') ?? []) {
    if (typeof current !== 'object' || current === null || !Object.hasOwn(current, key)) {
      return undefined
    }
    current = (current as Record<string, Json>)[key]
  }
  return current
}

/** Text as it is, anything else as JSON with sorted keys. */
export const toText = (value: Json): string =>
  typeof value === 'string' ? value : canonicalJson(value)

/** For a reason: short, and in quotes where it is text. */
export function quote(value: Json): string {
  const text = typeof value === 'string' ? JSON.stringify(value.trim()) : canonicalJson(value)
  return text.length > LONGEST_QUOTE ? `${text.slice(0, LONGEST_QUOTE)}…` : text
}

/** It stands in the grid, once a cell. */
export const reasonText = (text: string): string =>
  text.length > LONGEST_REASON ? `${text.slice(0, LONGEST_REASON)}…` : text

const isObject = (value: Json): value is Record<string, Json> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** What a run said: its one output, or all of them by name; of messages what the last of them says. */
export function answerPart(output: Json): Json {
  if (!isObject(output)) return lastMessageContent(output)
  const answers = Object.entries(output).map(
    ([name, value]) => [name, lastMessageContent(value)] as const,
  )
  const [first] = answers
  return first && answers.length === 1 ? first[1] : Object.fromEntries(answers)
}

/** Of messages: their ids are others in every run, and what came before the last is how it got there. */
function lastMessageContent(value: Json): Json {
  const last = Array.isArray(value) ? (value.at(-1) ?? null) : null
  return isMessage(last) ? (contentText(last['content'] ?? null) ?? value) : value
}

const isMessage = (value: Json): value is Record<string, Json> =>
  isObject(value) && 'role' in value && 'content' in value

/** What a case asks, for whoever reads it: a conversation line by line, anything else as `textOf`. */
export function formatInput(value: Json): string {
  if (!Array.isArray(value) || value.length === 0 || !value.every(isMessage)) return toText(value)
  const [first] = value
  if (first && value.length === 1 && first['role'] === 'user') return formatMessage(first)
  return value
    .map((message) => `${toText(message['role'] ?? '')}: ${formatMessage(message)}`)
    .join('\n')
}

function formatMessage({ content = '', toolCalls }: Record<string, Json>): string {
  const calls = Array.isArray(toolCalls) ? toolCalls.filter(isObject) : []
  const called = calls.map(({ name = '', args = {} }) => `${toText(name)} ${toText(args)}`)
  return [contentText(content) ?? toText(content), ...called]
    .filter((text) => text !== '')
    .join(' ')
}

/** The same for whoever reads it: JSON where it is no text. */
export const answerText = (output: Json): string =>
  output === null ? '' : toText(answerPart(output))

/** Of a message: a text, or the texts among its blocks. */
function contentText(content: Json): string | undefined {
  if (typeof content === 'string') return content
  if (!Array.isArray(content)) return undefined
  return content
    .flatMap((block) =>
      isObject(block) && typeof block['text'] === 'string' ? [block['text']] : [],
    )
    .join('')
}
