import type { Child } from './child.ts'

/** Longer than a server waits, once somebody has looked, before it loads what runs need. */
const LOOK_MS = 2_000
const QUIET_MICROS = 100_000

/** Resolves once a server has nothing to do any more: what it only does once is no part of what is measured. */
export async function untilQuiet({ cpuMicros }: Pick<Child, 'cpuMicros'>): Promise<void> {
  for (let before = Number.NEGATIVE_INFINITY; ;) {
    const now = cpuMicros()
    if (now - before < QUIET_MICROS) return
    before = now
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS))
  }
}
