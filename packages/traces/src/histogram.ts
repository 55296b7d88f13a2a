/** Sparse: bucket number to count. Buckets are fixed, so histograms of any two hours add up. */
export type Histogram = Record<string, number>

/** Each bucket is 5 % wide: a percentile is off by no more. */
const LOG_GROWTH = Math.log(1.05)

export const bucketOf = (micros: number): number =>
  micros <= 1 ? 0 : Math.floor(Math.log(micros) / LOG_GROWTH)

/** The middle of a bucket, in microseconds. */
export const microsOf = (bucket: number): number => Math.exp((bucket + 0.5) * LOG_GROWTH)

export const histogramOf = (micros: readonly number[]): Histogram => {
  const histogram: Histogram = {}
  for (const value of micros) {
    const bucket = bucketOf(value)
    histogram[bucket] = (histogram[bucket] ?? 0) + 1
  }
  return histogram
}

export const mergeHistograms = (histograms: Iterable<Histogram>): Histogram => {
  const merged: Histogram = {}
  for (const histogram of histograms)
    for (const [bucket, count] of Object.entries(histogram))
      merged[bucket] = (merged[bucket] ?? 0) + count
  return merged
}

/** The nearest-rank percentile in microseconds, `share` from 0 to 1; null without values. */
export function percentile(histogram: Histogram, share: number): number | null {
  const counts = Object.entries(histogram)
    .map(([bucket, count]) => ({ bucket: Number(bucket), count }))
    .sort((a, b) => a.bucket - b.bucket)
  const total = counts.reduce((sum, { count }) => sum + count, 0)
  if (total === 0) return null

  let left = Math.max(1, Math.ceil(share * total))
  for (const { bucket, count } of counts) {
    left -= count
    if (left <= 0) return microsOf(bucket)
  }
  return null
}
