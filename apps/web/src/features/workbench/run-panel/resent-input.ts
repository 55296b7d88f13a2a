import type { Json } from '@lathe/contract'
import { saidByUser, spokenText } from './chat-input.ts'
import { imagesIn } from './images.ts'

/** A turn's input in other words, if there are any; its pictures stay. */
export function resentInput(input: Json, text: string | undefined): Record<string, Json> {
  const given = typeof input === 'object' && input !== null && !Array.isArray(input) ? input : {}
  if (text === undefined) return given
  return Object.fromEntries(
    Object.entries(given).map(([name, value]) => [
      name,
      spokenText(value) === undefined ? value : saidByUser(text, picturesOf(value)),
    ]),
  )
}

const picturesOf = (value: Json) => imagesIn(value).map((url) => ({ url }))
