import { toUuid } from '@lathe/traces'
import * as z from 'zod'
import { invalidInput } from '../../platform/http/errors.ts'
import { type Call, textParam } from '../call.ts'

/** Accepts UUIDs without dashes. */
export const Uuid = z.preprocess((value) => toUuid(value) ?? value, z.uuid())

/** Accepts `true` (JavaScript) and `True` (Python). */
export const Bool = z.preprocess(
  (value) => (typeof value === 'string' ? value.toLowerCase() === 'true' : value),
  z.boolean(),
)

/** Databases limit the number of parameters. */
const MAX_VALUES = 10_000

/** A repeatable query parameter. */
export const repeated = <T extends z.ZodType>(item: T) =>
  z.preprocess(
    (value) => (value === undefined || value === null || Array.isArray(value) ? value : [value]),
    z.array(item).max(MAX_VALUES).nullish(),
  )

export function uuidParam(call: Call, name: string): string {
  const id = toUuid(textParam(call, name))
  if (id === undefined) throw invalidInput(name, 'is not a UUID')
  return id
}
