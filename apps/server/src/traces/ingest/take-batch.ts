import type { Delivery } from './delivery.ts'

/** Spans, and what is said of them, that share a transaction when more than one request waits; more would hold up what else the process does. */
const BATCH = 400

/** Takes deliveries of one door from the front of the queue, at least one. */
export function takeBatch<T extends { delivery: Delivery }>(waiting: T[]): T[] {
  let rows = 0
  let count = 0
  for (const { delivery } of waiting) {
    const isSame = delivery.source === waiting[0]?.delivery.source
    const more = delivery.parts.length + delivery.feedback.length
    if (count > 0 && (!isSame || rows + more > BATCH)) break
    rows += more
    count += 1
  }
  return waiting.splice(0, count)
}
