/** `2 rules` or `1 rule`. */
export const plural = (count: number, noun: string): string =>
  `${count} ${noun}${count === 1 ? '' : 's'}`

/** Lists names, or returns the second argument for an empty list. */
export const listNames = (names: readonly string[], empty: string): string =>
  names.length === 0 ? empty : names.join(', ')
