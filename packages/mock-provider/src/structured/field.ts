import { identifierWords, keywords, stem } from '../text/words.ts'
import type { JsonObject } from '../wire/json.ts'
import { textAt } from './schema.ts'

/** What a place in a structured answer is called and described as. */
export type Field = {
  name: string
  /** Lower-cased words of the name. */
  words: readonly string[]
  /** Title and description. */
  description: string
}

export function fieldOf(name: string, schema: JsonObject | undefined): Field {
  const title = (schema && textAt(schema, 'title')) ?? ''
  const description = (schema && textAt(schema, 'description')) ?? ''
  return { name, words: identifierWords(name), description: `${title} ${description}`.trim() }
}

/** Whether the name, or failing that the description, speaks of such a thing. */
export function speaksOf(field: Field, pattern: RegExp): boolean {
  return pattern.test(field.words.join(' '))
}

/** Stems of the name and then of the description. */
export function fieldStems(field: Field): string[] {
  return [...new Set([...field.words.map(stem), ...keywords(field.description)])]
}
