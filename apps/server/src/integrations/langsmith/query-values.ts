import { toUuid } from '@lathe/traces'
import * as z from 'zod'
import { invalidInput } from '../../platform/http/errors.ts'
import { type Call, textOf } from '../call.ts'

/** A UUID, with dashes or without. */
export const Uuid = z.preprocess((given) => toUuid(given) ?? given, z.uuid())

/** `true` as JavaScript writes it and `True` as Python does. */
export const Bool = z.preprocess(
  (given) => (typeof given === 'string' ? given.toLowerCase() === 'true' : given),
  z.boolean(),
)

/** No database takes any number of them. */
const MOST = 10_000

/** A parameter that may be repeated. */
export const many = <T extends z.ZodType>(item: T) =>
  z.preprocess(
    (given) => (given === undefined || given === null || Array.isArray(given) ? given : [given]),
    z.array(item).max(MOST).nullish(),
  )

/** The id in the address. */
export function uuidOf(call: Call, name: string): string {
  const id = toUuid(textOf(call, name))
  if (id === undefined) throw invalidInput(name, 'is not a UUID')
  return id
}
