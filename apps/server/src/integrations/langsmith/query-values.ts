import { toUuid } from '@lathe/traces'
import * as z from 'zod'
import { invalidInput } from '../../platform/http/errors.ts'
import { type Call, textOf } from '../call.ts'

/** Accepts UUIDs without dashes. */
export const Uuid = z.preprocess((given) => toUuid(given) ?? given, z.uuid())

/** Accepts `true` (JavaScript) and `True` (Python). */
export const Bool = z.preprocess(
  (given) => (typeof given === 'string' ? given.toLowerCase() === 'true' : given),
  z.boolean(),
)

/** Databases limit the number of parameters. */
const MOST = 10_000

/** A repeatable query parameter. */
export const many = <T extends z.ZodType>(item: T) =>
  z.preprocess(
    (given) => (given === undefined || given === null || Array.isArray(given) ? given : [given]),
    z.array(item).max(MOST).nullish(),
  )

export function uuidOf(call: Call, name: string): string {
  const id = toUuid(textOf(call, name))
  if (id === undefined) throw invalidInput(name, 'is not a UUID')
  return id
}
