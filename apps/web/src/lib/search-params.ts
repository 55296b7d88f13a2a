import * as z from 'zod'

// A parameter that makes no sense is dropped rather than refused: an old link should still open its page.

/** Digits alone arrive as a number. */
export const text = z.coerce.string<string>().optional().catch(undefined)

export const whole = z.coerce.number<number>().int().nonnegative().optional().catch(undefined)

export const oneOf = <const Values extends readonly [string, ...string[]]>(values: Values) =>
  z.enum(values).optional().catch(undefined)

/** `?status=error,running`; whatever is not among the values is dropped. */
export const someOf = <Value extends string>(values: readonly Value[]) =>
  z
    .custom<Value[]>()
    .transform((given) => split(given).filter((item): item is Value => isAmong(values, item)))
    .transform((items) => (items.length > 0 ? items : undefined))
    .optional()
    .catch(undefined)

const split = (given: unknown): string[] =>
  Array.isArray(given) ? given.map(String) : String(given).split(',')

const isAmong = (values: readonly string[], item: string) => values.includes(item)

/** How the router writes what is not a plain value; `someOf` reads it back. */
export const stringifyParam = (value: unknown): string =>
  Array.isArray(value) ? value.join(',') : JSON.stringify(value)
