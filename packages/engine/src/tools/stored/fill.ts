import type { Json, JsonObject } from '@lathe/contract'
import { argumentTags, soleArgumentTag } from '@lathe/graph'
import { LatheError } from '../../errors/lathe-error.ts'

/** Puts arguments into the `{{name}}` tags of texts, and knows which of them were used. */
export type Filler = {
  /** Throws where a tag's argument is not given. */
  text(template: string, encode?: (text: string) => string): string
  /** Undefined if the text is one tag whose argument is not given. */
  value(template: string): Json | undefined
  /** Fills every text within; a text that is one tag becomes its argument, with its type. */
  json(template: Json): Json
  /** The arguments that no template has named. */
  rest(): JsonObject
}

/** Tags that name no argument of the tool's schema remain in the text. */
export function filler(args: JsonObject, names: ReadonlySet<string>): Filler {
  const used = new Set<string>()
  const find = (name: string): Json | undefined => {
    used.add(name)
    return Object.hasOwn(args, name) ? args[name] : undefined
  }
  const text: Filler['text'] = (template, encode = (plain) => plain) => {
    let filled = ''
    let from = 0
    for (const { name, start, end } of argumentTags(template)) {
      if (!names.has(name)) continue
      const value = find(name)
      if (value === undefined || value === null) {
        throw new LatheError('TOOL_ERROR', `The argument \`${name}\` is needed here`)
      }
      filled += template.slice(from, start) + encode(textOf(value))
      from = end
    }
    return filled + template.slice(from)
  }
  const value: Filler['value'] = (template) => {
    const name = soleArgumentTag(template)
    return name !== undefined && names.has(name) ? find(name) : text(template)
  }
  const json = (template: Json): Json => {
    if (typeof template === 'string') return value(template) ?? null
    if (Array.isArray(template)) return template.map(json)
    if (typeof template !== 'object' || template === null) return template
    return Object.fromEntries(Object.entries(template).map(([key, inner]) => [key, json(inner)]))
  }
  return {
    text,
    value,
    json,
    rest: () => Object.fromEntries(Object.entries(args).filter(([name]) => !used.has(name))),
  }
}

export const textOf = (value: Json): string =>
  typeof value === 'string' ? value : JSON.stringify(value)
