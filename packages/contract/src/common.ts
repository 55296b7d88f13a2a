import * as z from 'zod'

/** A UUID. Lathe creates UUIDv7, which sort by time and double as page cursors. */
export const Id = z.uuid()

/** Microseconds since the epoch. */
export const Micros = z.int().nonnegative()

/** Nano-dollars. Null means that the price is unknown, not 0. */
export const NanoDollars = z.int().nonnegative().nullable()

/** A positive integer in a URL. Digits only, because `Number` would also accept `0x1` and `1e0`. */
export const PathNumber = z.preprocess(
  (value: string | number) => (/^[1-9]\d{0,14}$/.test(String(value)) ? Number(value) : Number.NaN),
  z.int('must be a whole number, at least 1').positive(),
)

export const page = {
  /** Id of the last item of the previous page. */
  before: Id.optional(),
  limit: z.coerce.number().int().min(1).max(200).default(50),
}

/** Maximum ids that one request can list. */
export const MAX_IDS = 10_000

export const IdList = z.array(Id).min(1).max(MAX_IDS)

export const byId = z.strictObject({ id: Id })

/**
 * A query string cannot distinguish a value from a list with one value:
 * `?status=error&status=timeout`.
 */
export const oneOrMore = <T extends z.ZodType>(item: T) =>
  z.union([z.array(item), item.transform((item) => [item])])
