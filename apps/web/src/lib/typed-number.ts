/** What a NumberInput tells: a text while somebody types on, as of "0." and "1.50", or where it is empty. */
export type Typed = number | string

/** The number it is; undefined where it is none. */
export function typedNumber(typed: Typed): number | undefined {
  const number = typed === '' ? Number.NaN : Number(typed)
  return Number.isFinite(number) ? number : undefined
}
