// zod/mini, because these schemas are part of the first load and nothing else there needs all of
// zod.
import * as z from 'zod/mini'

// The content security policy forbids zod's generated code, and reports the attempt.
z.config({ jitless: true })

/** Drops an invalid parameter instead of rejecting it, so that an old link still opens its page. */
export const orNothing = <Schema extends z.core.SomeType>(schema: Schema) =>
  z.catch(z.optional(schema), undefined)

/** The router parses digits as a number. */
export const text = orNothing(z.coerce.string<string>())

export const whole = orNothing(z.coerce.number<number>().check(z.int(), z.nonnegative()))

export const oneOf = <const Values extends readonly [string, ...string[]]>(values: Values) =>
  orNothing(z.enum(values))

/** `?status=error,running`. Unknown values are dropped. */
export const someOf = <Value extends string>(values: readonly Value[]) =>
  orNothing(
    z.pipe(
      z.custom<Value[]>(),
      z.transform((given) => {
        const known = split(given).filter((item): item is Value => isAmong(values, item))
        return known.length > 0 ? known : undefined
      }),
    ),
  )

/** `?columns=title,cost`. */
export const list = orNothing(
  z.pipe(
    z.custom<string[]>(),
    z.transform((given) => split(given).filter((item) => item !== '')),
  ),
)

const split = (given: unknown): string[] =>
  Array.isArray(given) ? given.map(String) : String(given).split(',')

const isAmong = (values: readonly string[], item: string) => values.includes(item)

/** The router's serializer for values that are not plain; `someOf` parses it. */
export const stringifyParam = (value: unknown): string =>
  Array.isArray(value) ? value.join(',') : JSON.stringify(value)
