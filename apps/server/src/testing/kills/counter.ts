import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'

export type Counter = {
  url: string
  /** Charges by key. */
  counts: () => Promise<Record<string, number>>
  stop: () => void
}

/** Starts the counter in its own process, which outlives the killed servers. */
export async function startCounter(): Promise<Counter> {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'counter.fixture.ts')], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [port] = (await once(child.stdout, 'data')) as [Buffer]
  const url = `http://127.0.0.1:${port.toString().trim()}`
  return {
    url,
    counts: async () => (await (await fetch(url)).json()) as Record<string, number>,
    stop: () => void child.kill(),
  }
}
