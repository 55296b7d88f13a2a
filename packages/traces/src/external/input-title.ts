import type { Json } from '@lathe/contract'
import { objectOf } from './fields.ts'
import { readMessage, readMessages } from './messages/read-message.ts'

const LONGEST = 80

/** The first words of what a trace was asked: of a conversation its last message. */
export function titleOfInputs(inputs: Json): string {
  const line = wordsIn(inputs, 0).replaceAll(/\s+/g, ' ').trim()
  return line.length <= LONGEST ? line : `${line.slice(0, LONGEST - 1).trimEnd()}…`
}

function wordsIn(value: Json | undefined, depth: number): string {
  if (typeof value === 'string') return value.slice(0, 1_000)
  if (typeof value !== 'object' || value === null || depth > 4) return ''
  const message = readMessages(value)?.at(-1) ?? readMessage(value)
  if (message) {
    const { content } = message
    if (typeof content === 'string') return content
    return content
      .map((part) => ('text' in part && typeof part.text === 'string' ? part.text : ''))
      .join(' ')
  }
  const values = Array.isArray(value) ? value.slice(-1) : Object.values(objectOf(value))
  return values.map((one) => wordsIn(one, depth + 1)).find((text) => text !== '') ?? ''
}
