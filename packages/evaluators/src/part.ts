import { type Json, isJsonObject } from '@lathe/contract'
import { canonicalJson } from '@lathe/graph'

const MAX_QUOTE_LENGTH = 80
const MAX_REASON_LENGTH = 4_000

/** Returns the value at a dotted path. Undefined if it is missing. */
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

/** Returns a string unchanged and any other value as JSON with sorted keys. */
export const toText = (value: Json): string =>
  typeof value === 'string' ? value : canonicalJson(value)

/** Formats a value for a reason: shortened, with strings in quotation marks. */
export function quote(value: Json): string {
  const text = typeof value === 'string' ? JSON.stringify(value.trim()) : canonicalJson(value)
  return text.length > MAX_QUOTE_LENGTH ? `${text.slice(0, MAX_QUOTE_LENGTH)}…` : text
}

/** Limits the length of a reason, which is stored for every cell. */
export const reasonText = (text: string): string =>
  text.length > MAX_REASON_LENGTH ? `${text.slice(0, MAX_REASON_LENGTH)}…` : text

/**
 * Returns the answer of a run: its only output, or all outputs by name. A list of messages is
 * reduced to its last message.
 */
export function answerPart(output: Json): Json {
  if (!isJsonObject(output)) return lastMessageContent(output)
  const answers = Object.entries(output).map(
    ([name, value]) => [name, lastMessageContent(value)] as const,
  )
  const [first] = answers
  return first && answers.length === 1 ? first[1] : Object.fromEntries(answers)
}

/** Message ids differ between runs, and earlier messages show how the answer was reached. */
function lastMessageContent(value: Json): Json {
  const last = Array.isArray(value) ? (value.at(-1) ?? null) : null
  return isMessage(last) ? (contentText(last['content'] ?? null) ?? value) : value
}

const isMessage = (value: Json): value is Record<string, Json> =>
  isJsonObject(value) && 'role' in value && 'content' in value

/**
 * Formats a case's input for readers: a conversation line by line, any other value like `toText`.
 */
export function formatInput(value: Json): string {
  if (!Array.isArray(value) || value.length === 0 || !value.every(isMessage)) return toText(value)
  const [first] = value
  if (first && value.length === 1 && first['role'] === 'user') return formatMessage(first)
  return value
    .map((message) => `${toText(message['role'] ?? '')}: ${formatMessage(message)}`)
    .join('\n')
}

function formatMessage({ content = '', toolCalls }: Record<string, Json>): string {
  const calls = Array.isArray(toolCalls) ? toolCalls.filter(isJsonObject) : []
  const callTexts = calls.map(({ name = '', args = {} }) => `${toText(name)} ${toText(args)}`)
  return [contentText(content) ?? toText(content), ...callTexts]
    .filter((text) => text !== '')
    .join(' ')
}

/** Formats a run's answer for readers. Empty if the output is null. */
export const answerText = (output: Json): string =>
  output === null ? '' : toText(answerPart(output))

/** Returns a message's string content, or the joined text of its parts. */
function contentText(content: Json): string | undefined {
  if (typeof content === 'string') return content
  if (!Array.isArray(content)) return undefined
  return content
    .flatMap((block) =>
      isJsonObject(block) && typeof block['text'] === 'string' ? [block['text']] : [],
    )
    .join('')
}
