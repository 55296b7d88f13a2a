import { drawFrom } from '../fingerprint.ts'
import type { Fault } from './fault.ts'
import { parseFaults } from './fault.ts'

/** The k-th attempt of a request gets the k-th fault (the last one repeats) until `times` are used up. */
export type FaultPlan = {
  faults: readonly Fault[]
  times: number
}

/** One fault lasts for ever; a list is gone through once, unless `times` says otherwise. */
export function faultPlan(spec: string, times?: number): FaultPlan {
  const faults = parseFaults(spec)
  return { faults, times: times ?? (faults.length > 1 ? faults.length : Number.POSITIVE_INFINITY) }
}

const REMEMBERED = 10_000

/** How often each request has been tried; the oldest are forgotten. */
export class Attempts {
  readonly #counts = new Map<string, number>()

  faultFor(plan: FaultPlan, key: string): Fault | undefined {
    const count = this.#counts.get(key) ?? 0
    this.#counts.delete(key)
    this.#counts.set(key, count + 1)
    if (this.#counts.size > REMEMBERED) {
      const oldest = this.#counts.keys().next().value
      if (oldest !== undefined) this.#counts.delete(oldest)
    }
    if (count >= plan.times) return undefined
    return plan.faults[Math.min(count, plan.faults.length - 1)]
  }

  reset(): void {
    this.#counts.clear()
  }
}

const CHAOS = [
  'none',
  'none',
  '429:retry-after=1,none',
  '500',
  '503,none',
  'cut,none',
  'malformed,none',
  'stream-error,none',
  'empty',
  'unknown-tool,none',
  '400',
]

/** What `demo-faulty` does to a request: always the same to the same one. */
export function chaosPlan(fingerprint: string): FaultPlan {
  return faultPlan(CHAOS[drawFrom(fingerprint, 'chaos', CHAOS.length)] ?? 'none')
}
