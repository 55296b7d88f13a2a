import type { Child } from './child.ts'

/** Longer than the server waits after a first visit before it loads the engine. */
const LOOK_MS = 2_000
const QUIET_MICROS = 100_000

/** Resolves once a server is idle, so that one-time work is not measured. */
export async function untilQuiet({ cpuMicros }: Pick<Child, 'cpuMicros'>): Promise<void> {
  for (let before = Number.NEGATIVE_INFINITY; ;) {
    const now = cpuMicros()
    if (now - before < QUIET_MICROS) return
    before = now
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS))
  }
}
