import { once } from 'node:events'
import { type Transferable, Worker } from 'node:worker_threads'

const MEMORY_MB = 1_024
/** Objects are short-lived, so a larger young generation is not faster. */
const YOUNG_GENERATION_MB = 16

type Options<Step> = {
  name: string
  /** Per step. */
  timeoutMs: number
  /** Parts of the request that are transferred to the thread instead of copied. */
  transfer?: readonly Transferable[]
  /** Returns the last step if one exceeds its time or memory. */
  onLimit: (limit: 'time' | 'memory') => Step
}

/**
 * Runs the script in a worker thread and yields its steps. The thread replies to each message with
 * its iterator's next result.
 */
export async function* iterateInThread<Step>(
  script: URL,
  request: unknown,
  { name, timeoutMs, transfer = [], onLimit: onExceeded }: Options<Step>,
): AsyncGenerator<Step, void> {
  const worker = new Worker(script, {
    workerData: request,
    transferList: [...transfer],
    name,
    resourceLimits: {
      maxOldGenerationSizeMb: MEMORY_MB,
      maxYoungGenerationSizeMb: YOUNG_GENERATION_MB,
    },
  })
  const exited = new AbortController()
  worker.once('exit', () => exited.abort())
  // Without a listener, an error between two steps would crash the process. The next step reports
  // it.
  worker.on('error', () => {})
  const next = () => {
    const answer = readReply<Step>(worker, exited.signal, timeoutMs)
    // A consumer that stops early never reads the last reply.
    answer.catch(() => {})
    return answer
  }
  let nextReply = next()
  try {
    for (;;) {
      const answer = await nextReply
      if (answer === 'time' || answer === 'memory') {
        yield onExceeded(answer)
        return
      }
      if (answer.done) return
      // Let the thread prepare the next step while the consumer uses this one.
      nextReply = next()
      yield answer.value
    }
  } finally {
    await worker.terminate()
  }
}

type Answer<Step> = IteratorResult<Step, void> | 'time' | 'memory'

async function readReply<Step>(
  worker: Worker,
  exited: AbortSignal,
  timeoutMs: number,
): Promise<Answer<Step>> {
  const timeout = AbortSignal.timeout(timeoutMs)
  worker.postMessage('next')
  try {
    const signal = AbortSignal.any([timeout, exited])
    const [answer]: IteratorResult<Step, void>[] = await once(worker, 'message', { signal })
    return answer ?? { done: true, value: undefined }
  } catch (error) {
    if (timeout.aborted) return 'time'
    if (isOutOfMemory(error)) return 'memory'
    throw exited.aborted ? new Error('The thread exited without a reply') : error
  }
}

const isOutOfMemory = (error: unknown) =>
  error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY'
