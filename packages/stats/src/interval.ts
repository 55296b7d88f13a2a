/** Closed, in the unit of what was estimated; `level` is 0.95 for a 95 % interval. */
export type Interval = { low: number; high: number; level: number }

export const excludesZero = ({ low, high }: Interval): boolean => low > 0 || high < 0
