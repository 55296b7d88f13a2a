/** Counts by bucket number. Buckets are fixed, so histograms of different hours can be added. */
export type Histogram = Record<string, number>

/** Each bucket is 5 % wide, which bounds the error of a percentile. */
const LOG_GROWTH = Math.log(1.05)

/** Returns the bucket of a duration in microseconds. */
export const findBucket = (micros: number): number =>
  micros <= 1 ? 0 : Math.floor(Math.log(micros) / LOG_GROWTH)

/** Returns the middle of a bucket in microseconds. */
export const bucketMicros = (bucket: number): number => Math.exp((bucket + 0.5) * LOG_GROWTH)

const BUCKETS = findBucket(Number.MAX_SAFE_INTEGER) + 1

const [ZERO, NINE] = [48, 57]
const [MINUS, COLON, COMMA, CLOSING] = ['-', ':', ',', '}'].map((char) => char.charCodeAt(0))

/** Sum of many histograms. */
export class HistogramSum {
  readonly #counts = new Float64Array(BUCKETS)
  #total = 0

  /**
   * Adds concatenated JSON histograms. Charts add thousands, and scanning the text is several times
   * faster than parsing objects with sorted keys.
   */
  addJson(json: string): void {
    let bucket = 0
    let number = 0
    let sign = 1
    for (let index = 0; index < json.length; index++) {
      const char = json.charCodeAt(index)
      if (char >= ZERO && char <= NINE) number = number * 10 + char - ZERO
      else if (char === MINUS) sign = -1
      else if (char === COLON) {
        bucket = number
        number = 0
      } else if (char === COMMA || char === CLOSING) {
        this.addAt(bucket, sign * number)
        number = 0
        sign = 1
      }
    }
  }

  add(other: HistogramSum): void {
    for (let bucket = 0; bucket < BUCKETS; bucket++) this.addAt(bucket, other.#counts[bucket] ?? 0)
  }

  /**
   * Returns the nearest-rank percentile in microseconds, with `share` from 0 to 1. Null without
   * values.
   */
  percentile(share: number): number | null {
    if (this.#total === 0) return null
    let remaining = Math.max(1, Math.ceil(share * this.#total))
    let bucket = -1
    while (remaining > 0) remaining -= this.#counts[++bucket] ?? remaining
    return bucketMicros(bucket)
  }

  addAt(bucket: number, count: number): void {
    this.#counts[bucket] = (this.#counts[bucket] ?? 0) + count
    this.#total += count
  }
}
