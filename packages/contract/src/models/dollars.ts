const cents = { minimumFractionDigits: 2, maximumFractionDigits: 2 }
const dollars = { style: 'currency', currency: 'USD' } as const
// Cached, because creating a formatter takes as long as a thousand uses.
const inCents = new Intl.NumberFormat('en', { ...dollars, ...cents })
const twoDigits = new Intl.NumberFormat('en', { ...dollars, maximumSignificantDigits: 2 })
const exact = new Intl.NumberFormat('en', { ...dollars, ...cents, maximumFractionDigits: 9 })

/** Formats nano-dollars: two significant digits below a dollar, cents above. Halves round up. */
export function formatDollars(nanos: number | bigint): string {
  const amount = Math.abs(Number(nanos))
  if (amount === 0) return '$0'
  return (amount < 99_500_000 ? twoDigits : inCents).format(inDollars(nanos))
}

/** Formats nano-dollars with every digit. */
export const formatExactDollars = (nanos: number | bigint): string => exact.format(inDollars(nanos))

/**
 * A decimal string, because the float of a half is often slightly less and Intl would round it
 * down.
 */
const inDollars = (nanos: number | bigint) => `${Number(nanos) / 1e9}` as const
