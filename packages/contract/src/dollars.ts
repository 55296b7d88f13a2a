const cents = { minimumFractionDigits: 2, maximumFractionDigits: 2 }
const dollars = { style: 'currency', currency: 'USD' } as const
// Made once: making one takes as long as using it a thousand times.
const inCents = new Intl.NumberFormat('en', { ...dollars, ...cents })
const small = new Intl.NumberFormat('en', { ...dollars, maximumSignificantDigits: 2 })
const exact = new Intl.NumberFormat('en', { ...dollars, ...cents, maximumFractionDigits: 9 })

/** Nano-dollars: two significant digits below a dollar, cents from there on; halves go up. */
export function formatDollars(nanos: number | bigint): string {
  const size = Math.abs(Number(nanos))
  if (size === 0) return '$0'
  return (size < 99_500_000 ? small : inCents).format(inDollars(nanos))
}

/** To the nano-dollar. */
export const formatExactDollars = (nanos: number | bigint): string => exact.format(inDollars(nanos))

/** As digits: of the number itself Intl would round what lies beneath them, where most halves are a little less. */
const inDollars = (nanos: number | bigint) => `${Number(nanos) / 1e9}` as const
