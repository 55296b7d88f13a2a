import { once } from 'node:events'
import { type Transferable, Worker } from 'node:worker_threads'

const MEMORY_MB = 1_024
/** What is read is done with at once: more of it in memory makes nothing faster. */
const YOUNG_MB = 16

type Options<Step> = {
  name: string
  /** For one step. */
  timeoutMs: number
  /** Of the request: what the thread gets instead of a copy of it. */
  transfer: readonly Transferable[]
  /** The last step, where one takes more than it may. */
  tooMuch: (what: 'time' | 'memory') => Step
}

/** What a thread of its own comes to step by step: it answers every message with what its iterator says next. */
export async function* stepsInThread<Step>(
  script: URL,
  request: unknown,
  { name, timeoutMs, transfer, tooMuch }: Options<Step>,
): AsyncGenerator<Step, void> {
  const worker = new Worker(script, {
    workerData: request,
    transferList: [...transfer],
    name,
    resourceLimits: { maxOldGenerationSizeMb: MEMORY_MB, maxYoungGenerationSizeMb: YOUNG_MB },
  })
  const gone = new AbortController()
  worker.once('exit', () => gone.abort())
  // Between two steps nobody else listens; whoever asks for the next one learns that it is gone.
  worker.on('error', () => {})
  const next = () => {
    const answer = answerOf<Step>(worker, gone.signal, timeoutMs)
    // Whoever is content with fewer steps never asks what became of the last.
    answer.catch(() => {})
    return answer
  }
  let coming = next()
  try {
    for (;;) {
      const answer = await coming
      if (answer === 'time' || answer === 'memory') {
        yield tooMuch(answer)
        return
      }
      if (answer.done) return
      // Made while the one before is worked on.
      coming = next()
      yield answer.value
    }
  } finally {
    await worker.terminate()
  }
}

type Answer<Step> = IteratorResult<Step, void> | 'time' | 'memory'

async function answerOf<Step>(
  worker: Worker,
  gone: AbortSignal,
  timeoutMs: number,
): Promise<Answer<Step>> {
  const over = AbortSignal.timeout(timeoutMs)
  worker.postMessage('next')
  try {
    const signal = AbortSignal.any([over, gone])
    const [answer]: IteratorResult<Step, void>[] = await once(worker, 'message', { signal })
    return answer ?? { done: true, value: undefined }
  } catch (error) {
    if (over.aborted) return 'time'
    if (isOutOfMemory(error)) return 'memory'
    throw gone.aborted ? new Error('The thread ended without an answer') : error
  }
}

const isOutOfMemory = (error: unknown) =>
  error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY'
