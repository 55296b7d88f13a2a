import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import type { Load } from './load.ts'

export type Pace = { perSecond: number; seconds: number }

/**
 * Creates batches and sends them from a separate thread, so that sending does not delay concurrent
 * readers.
 */
export async function preparePaced(pace: Pace): Promise<(url: string) => Promise<Load>> {
  const worker = new Worker(new URL('./paced-thread.ts', import.meta.url), { workerData: pace })
  await once(worker, 'message')
  return async (url) => {
    worker.postMessage(url)
    // The cast holds: this is the thread's only message.
    const [load] = (await once(worker, 'message')) as [Load]
    await worker.terminate()
    return load
  }
}
