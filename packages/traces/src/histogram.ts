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

/** Into the histogram itself, with fewer objects made than buckets read: charts add up thousands. */
export function addHistogram(sum: Histogram, added: Histogram): void {
  for (const bucket in added) sum[bucket] = (sum[bucket] ?? 0) + (added[bucket] ?? 0)
}

export const mergeHistograms = (histograms: Iterable<Histogram>): Histogram => {
  const merged: Histogram = {}
  for (const histogram of histograms) addHistogram(merged, histogram)
  return merged
}

/** The nearest-rank percentile in microseconds, `share` from 0 to 1; null without values. */
export function percentile(histogram: Histogram, share: number): number | null {
  let total = 0
  for (const bucket in histogram) total += histogram[bucket] ?? 0
  if (total === 0) return null

  let left = Math.max(1, Math.ceil(share * total))
  // Keys that are whole numbers come in their order.
  for (const bucket in histogram) {
    left -= histogram[bucket] ?? 0
    if (left <= 0) return microsOf(Number(bucket))
  }
  return null
}
