import { percentile } from './statistics.ts'

export type Load = { perSecond: number; p50: number; p95: number }

/** Keeps `concurrency` calls in flight until `total` are done. Latencies in milliseconds. */
export async function load(
  call: () => Promise<unknown>,
  { concurrency, total }: { concurrency: number; total: number },
): Promise<Load> {
  const latencies: number[] = []
  let left = total
  const started = performance.now()
  await Promise.all(
    Array.from({ length: concurrency }, async () => {
      while (left > 0) {
        left -= 1
        const before = performance.now()
        await call()
        latencies.push(performance.now() - before)
      }
    }),
  )
  const seconds = (performance.now() - started) / 1000
  return {
    perSecond: total / seconds,
    p50: percentile(latencies, 0.5),
    p95: percentile(latencies, 0.95),
  }
}
