import type { Json } from '@lathe/contract'
import { toMicros } from '@lathe/traces'
import * as z from 'zod'
import { invalidInput } from '../../platform/http/errors.ts'

/**
 * Encodes the sort key of the last item, so that items created or deleted between pages shift
 * nothing. Opaque to clients.
 */
export const toCursor = (position: readonly Json[]): string =>
  Buffer.from(JSON.stringify(position)).toString('base64url')

export const IsoMicros = z.string().transform(toMicros).pipe(z.int())

/** Parses the sort value and id of the last item. Rejects cursors of another order. */
export const sortedPlace = <T extends z.ZodType>(order: string, value: T) =>
  z
    .tuple([z.literal(order), value, z.string()])
    .transform(([, sortValue, id]) => [sortValue, id] as const)

/** Returns undefined without a cursor. Rejects cursors of another list or another order. */
export function readCursor<T extends z.ZodType>(
  cursor: string | null | undefined,
  position: T,
): z.infer<T> | undefined {
  if (!cursor) return undefined
  const read = position.safeParse(decodeJson(cursor))
  if (!read.success) throw invalidInput('cursor', 'does not belong to this list')
  return read.data
}

function decodeJson(cursor: string): unknown {
  try {
    return JSON.parse(Buffer.from(cursor, 'base64url').toString())
  } catch {
    return undefined
  }
}
