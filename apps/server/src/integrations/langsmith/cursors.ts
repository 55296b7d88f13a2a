import type { Json } from '@lathe/contract'
import { toMicros } from '@lathe/traces'
import * as z from 'zod'
import { invalidInput } from '../../platform/http/errors.ts'

/**
 * Where a page ended, for whoever asks for the next one: by what its last item is sorted by, so that items which come or
 * go meanwhile shift nothing. Opaque to clients.
 */
export const toCursor = (place: readonly Json[]): string =>
  Buffer.from(JSON.stringify(place)).toString('base64url')

/** A time as runs and threads tell theirs. */
export const IsoMicros = z.string().transform(toMicros).pipe(z.int())

/** Of a list in this order: what its last item is sorted by, and its id. */
export const sortedPlace = <T extends z.ZodType>(order: string, value: T) =>
  z.tuple([z.literal(order), value, z.string()]).transform(([, by, id]) => [by, id] as const)

/** Undefined without one; one of another list, or of this in another order, is refused. */
export function readCursor<T extends z.ZodType>(
  cursor: string | null | undefined,
  place: T,
): z.infer<T> | undefined {
  if (!cursor) return undefined
  const read = place.safeParse(jsonIn(cursor))
  if (!read.success) throw invalidInput('cursor', 'is none of this list')
  return read.data
}

function jsonIn(cursor: string): unknown {
  try {
    return JSON.parse(Buffer.from(cursor, 'base64url').toString())
  } catch {
    return undefined
  }
}
