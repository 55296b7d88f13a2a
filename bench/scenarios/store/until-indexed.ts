import type { Lathe } from '../../lib/lathe.ts'
import { sleep } from './load.ts'

const INDEXED_WITHIN_MS = 3_600_000

/** Returns the seconds until the word that was sent last is found. */
export async function untilIndexed(lathe: Lathe): Promise<number> {
  const began = performance.now()
  const word = `last${Math.floor(began)}`
  await lathe.call('POST', '/v1/runs/batch', {
    post: [{ id: crypto.randomUUID(), name: word, run_type: 'chain', start_time: Date.now() }],
  })
  const path = `/traces?${new URLSearchParams({ filter: `text:"${word}"` }).toString()}`
  while (performance.now() - began < INDEXED_WITHIN_MS) {
    const { items } = (await (await lathe.call('GET', path)).json()) as { items: unknown[] }
    if (items.length > 0) return (performance.now() - began) / 1_000
    await sleep(250)
  }
  throw new Error('the index of words is not done')
}
