import type { Json, JsonObject, RunError } from '@lathe/contract'
import { isObject } from '@lathe/traces'
import { PASSING } from './passing-names.ts'

/** Longer ones tell more than a name or an id does. */
const LONGEST = 200

/**
 * Of what is noted beside inputs and outputs only what has a name that is known to hold neither, or is one of `own`; of
 * OpenTelemetry's attributes, resources and links too. Whatever else a program calls something by may repeat them.
 */
export function withoutContent(metadata: JsonObject, own: readonly string[]): JsonObject {
  const chosen = new Set(own)
  const passing = (held: JsonObject): JsonObject =>
    Object.fromEntries(
      Object.entries(held).filter(
        ([name, value]) => chosen.has(name) || (PASSING.has(name) && isPlain(value)),
      ),
    )
  const { otel, ...others } = metadata
  if (!isObject(otel)) return passing(others)
  const { resource, scope, links, ...attributes } = otel
  return {
    ...passing(others),
    otel: {
      ...passing(attributes),
      // An attribute may be called that as well: no library is named by a sentence.
      ...(typeof scope === 'string' && NAME.test(scope) && { scope }),
      ...(isObject(resource) && { resource: passing(resource) }),
      ...(Array.isArray(links) && { links: links.flatMap(linkOf) }),
    },
  }
}

/** Its kind alone: a message may quote what could not be read, and a stack repeats it. */
export const errorWithoutContent = ({ type, code }: RunError): string =>
  `${type !== undefined && NAME.test(type) ? type : code}: the message is hidden`

/** Of a class or a library. */
const NAME = /^[\w.$:@/-]{1,200}$/

const isShort = (value: Json | undefined): value is string | number | boolean | null =>
  typeof value === 'string' ? value.length <= LONGEST : value === null || isBare(value)

const isBare = (value: Json | undefined) => typeof value === 'number' || typeof value === 'boolean'

const isPlain = (value: Json | undefined): value is Json =>
  Array.isArray(value) ? value.every(isShort) : isShort(value)

/** Where it leads to. */
const linkOf = (link: Json): JsonObject[] =>
  isObject(link)
    ? [
        Object.fromEntries(
          Object.entries(link).filter(
            ([name, value]) => /^(trace|span)_?id$/i.test(name) && isShort(value),
          ),
        ),
      ]
    : []
