// zod/mini, because these schemas are part of the first load and nothing else there needs all of
// zod.
import * as z from 'zod/mini'

// The content security policy forbids zod's generated code, and reports the attempt.
z.config({ jitless: true })

/** Drops an invalid parameter instead of rejecting it, so that an old link still opens its page. */
export const optionalParam = <Schema extends z.core.SomeType>(schema: Schema) =>
  z.catch(z.optional(schema), undefined)

/** The router parses digits as a number. */
export const textParam = optionalParam(z.coerce.string<string>())

export const integerParam = optionalParam(z.coerce.number<number>().check(z.int(), z.nonnegative()))

export const enumParam = <const Values extends readonly [string, ...string[]]>(values: Values) =>
  optionalParam(z.enum(values))

/** `?status=error,running`. Unknown values are dropped. */
export const enumListParam = <Value extends string>(values: readonly Value[]) =>
  optionalParam(
    z.pipe(
      z.custom<Value[]>(),
      z.transform((value) => {
        const validItems = split(value).filter((item): item is Value => includesItem(values, item))
        return validItems.length > 0 ? validItems : undefined
      }),
    ),
  )

/** `?columns=title,cost`. */
export const listParam = optionalParam(
  z.pipe(
    z.custom<string[]>(),
    z.transform((value) => split(value).filter((item) => item !== '')),
  ),
)

const split = (value: unknown): string[] =>
  Array.isArray(value) ? value.map(String) : String(value).split(',')

const includesItem = (values: readonly string[], item: string) => values.includes(item)

/** The router's serializer for values that are not plain; `someOf` parses it. */
export const stringifyParam = (value: unknown): string =>
  Array.isArray(value) ? value.join(',') : JSON.stringify(value)
