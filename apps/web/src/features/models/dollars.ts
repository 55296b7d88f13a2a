/** Formats nano-dollars per token as dollars per million tokens. */
export const dollars = (nanos: number | null) =>
  nanos === null
    ? ''
    : (nanos / 1e9).toLocaleString('en', { minimumFractionDigits: 2, maximumFractionDigits: 9 })
