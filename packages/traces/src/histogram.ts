/** Sparse: bucket number to count. Buckets are fixed, so histograms of any two hours add up. */
export type Histogram = Record<string, number>

/** Each bucket is 5 % wide: a percentile is off by no more. */
const LOG_GROWTH = Math.log(1.05)

export const findBucket = (micros: number): number =>
  micros <= 1 ? 0 : Math.floor(Math.log(micros) / LOG_GROWTH)

/** The middle of a bucket, in microseconds. */
export const bucketMicros = (bucket: number): number => Math.exp((bucket + 0.5) * LOG_GROWTH)

const BUCKETS = findBucket(Number.MAX_SAFE_INTEGER) + 1

const [ZERO, NINE] = [48, 57]
const [MINUS, COLON, COMMA, CLOSING] = ['-', ':', ',', '}'].map((char) => char.charCodeAt(0))

/** What many histograms come to. */
export class HistogramSum {
  readonly #counts = new Float64Array(BUCKETS)
  #total = 0

  /**
   * JSON of histograms, one after another. Charts add up thousands: to make objects of them, whose keys are sorted
   * each time they are read, takes several times as long as to read their text.
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

  /** The nearest-rank percentile in microseconds, `share` from 0 to 1; null without values. */
  percentile(share: number): number | null {
    if (this.#total === 0) return null
    let left = Math.max(1, Math.ceil(share * this.#total))
    let bucket = -1
    while (left > 0) left -= this.#counts[++bucket] ?? left
    return bucketMicros(bucket)
  }

  addAt(bucket: number, count: number): void {
    this.#counts[bucket] = (this.#counts[bucket] ?? 0) + count
    this.#total += count
  }
}
