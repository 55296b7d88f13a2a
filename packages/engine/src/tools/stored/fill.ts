import type { Json, JsonObject } from '@lathe/contract'
import { LatheError } from '../../errors/lathe-error.ts'

const PLACEHOLDER = /\{([a-zA-Z0-9_.-]+)\}/g
const ALONE = /^\{([a-zA-Z0-9_.-]+)\}$/

/** Puts arguments into texts, and knows which of them were used. */
export type Filler = {
  /** Every placeholder must have its argument. */
  text(template: string, encode?: (text: string) => string): string
  /** Undefined where the value is a placeholder alone whose argument is not given. */
  value(template: string): Json | undefined
  /** In every text within; what is a placeholder alone keeps its argument's type. */
  json(template: Json): Json
  /** The arguments that no template has named. */
  rest(): JsonObject
}

/** Names in braces that are no argument of the tool's schema are left as they stand. */
export function filler(args: JsonObject, names: ReadonlySet<string>): Filler {
  const used = new Set<string>()
  const find = (name: string): Json | undefined => {
    used.add(name)
    return Object.hasOwn(args, name) ? args[name] : undefined
  }
  const text: Filler['text'] = (template, encode = (plain) => plain) =>
    template.replace(PLACEHOLDER, (whole, name: string) => {
      if (!names.has(name)) return whole
      const value = find(name)
      if (value !== undefined && value !== null) return encode(textOf(value))
      throw new LatheError('TOOL_ERROR', `The argument \`${name}\` is needed here`)
    })
  const value: Filler['value'] = (template) => {
    const [, name] = ALONE.exec(template) ?? []
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
