import type { GraphDocument, Json } from '@lathe/contract'

/** The input channel that is spoken into, if the graph holds a conversation. */
export const chatChannel = (document: GraphDocument): string | undefined =>
  document.input.find((name) => document.state[name]?.type === 'messages')

export const saidByUser = (text: string): Json => [{ role: 'user', content: text }]

/** The user's words in a list of messages; undefined for anything that is not one. */
export function spokenText(value: Json | undefined): string | undefined {
  if (!Array.isArray(value) || value.length === 0) return undefined
  const texts = value.map((item) =>
    typeof item === 'object' && item !== null && !Array.isArray(item) && 'role' in item
      ? item['content']
      : undefined,
  )
  return texts.every((text) => typeof text === 'string') ? texts.join('\n\n') : undefined
}

/** An example's conversation may be written as messages or as plain text. */
export const exampleText = (value: Json | undefined): string =>
  typeof value === 'string' ? value : (spokenText(value) ?? '')
