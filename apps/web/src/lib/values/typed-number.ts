/**
 * Value of a NumberInput: a string while the user types, such as "0." or "1.50", or when it is
 * empty.
 */
export type Typed = number | string

/** The number, or undefined if the text is not one. */
export function typedNumber(typed: Typed): number | undefined {
  const number = typed === '' ? Number.NaN : Number(typed)
  return Number.isFinite(number) ? number : undefined
}
