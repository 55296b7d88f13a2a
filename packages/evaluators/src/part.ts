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
export const textOf = (value: Json): string =>
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
export function saidPart(output: Json): Json {
  if (!isObject(output)) return lastSaid(output)
  const said = Object.entries(output).map(([name, value]) => [name, lastSaid(value)] as const)
  const [only] = said
  return only && said.length === 1 ? only[1] : Object.fromEntries(said)
}

/** Of messages: their ids are others in every run, and what came before the last is how it got there. */
function lastSaid(value: Json): Json {
  const last = Array.isArray(value) ? (value.at(-1) ?? null) : null
  return isMessage(last) ? (contentText(last['content'] ?? null) ?? value) : value
}

const isMessage = (value: Json): value is Record<string, Json> =>
  isObject(value) && 'role' in value && 'content' in value

/** What a case asks, for whoever reads it: a conversation line by line, anything else as `textOf`. */
export function askedText(value: Json): string {
  if (!Array.isArray(value) || value.length === 0 || !value.every(isMessage)) return textOf(value)
  const [only] = value
  if (only && value.length === 1 && only['role'] === 'user') return spoken(only)
  return value.map((message) => `${textOf(message['role'] ?? '')}: ${spoken(message)}`).join('\n')
}

function spoken({ content = '', toolCalls }: Record<string, Json>): string {
  const calls = Array.isArray(toolCalls) ? toolCalls.filter(isObject) : []
  const called = calls.map(({ name = '', args = {} }) => `${textOf(name)} ${textOf(args)}`)
  return [contentText(content) ?? textOf(content), ...called]
    .filter((text) => text !== '')
    .join(' ')
}

/** The same for whoever reads it: JSON where it is no text. */
export const saidIn = (output: Json): string => (output === null ? '' : textOf(saidPart(output)))

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
