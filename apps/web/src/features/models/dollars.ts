/** Dollars per million tokens, as price lists are written. */
export const dollars = (nanos: number | null) =>
  nanos === null
    ? ''
    : (nanos / 1e9).toLocaleString('en', { minimumFractionDigits: 2, maximumFractionDigits: 9 })
