/**
 * Value of a NumberInput: a string while the user types, such as "0." or "1.50", or when it is
 * empty.
 */
export type NumberInputValue = number | string

/** The number, or undefined if the text is not one. */
export function parseNumberInput(input: NumberInputValue): number | undefined {
  const number = input === '' ? Number.NaN : Number(input)
  return Number.isFinite(number) ? number : undefined
}
