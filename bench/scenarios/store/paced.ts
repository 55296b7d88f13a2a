import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import type { Load } from './load.ts'

export type Pace = { perSecond: number; seconds: number }

/**
 * Makes the batches, and sends them when it is called, in a thread of its own: whoever reads tokens meanwhile must not
 * wait for what is sent.
 */
export async function preparePaced(pace: Pace): Promise<(url: string) => Promise<Load>> {
  const worker = new Worker(new URL('./paced-thread.ts', import.meta.url), { workerData: pace })
  await once(worker, 'message')
  return async (url) => {
    worker.postMessage(url)
    // The cast holds: it is all that the thread sends once it is ready.
    const [load] = (await once(worker, 'message')) as [Load]
    await worker.terminate()
    return load
  }
}
