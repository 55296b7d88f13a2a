import { stepsInThread } from '../../platform/workers/steps-in-thread.ts'
import { type FileRequest, type FileStep, fileSteps } from './file-steps.ts'

/** A file of this size is read before a thread would have started. */
const SMALL_BYTES = 256 * 1024

/** In a thread of its own where it takes long: 100 MB take seconds, and every run would wait. Takes the bytes of such a file away. */
export async function* readApart(
  request: FileRequest,
  timeoutMs: number,
): AsyncGenerator<FileStep, void> {
  if (request.bytes.length <= SMALL_BYTES) {
    yield* fileSteps(request)
    return
  }
  yield* stepsInThread<FileStep>(new URL('./file-thread.ts', import.meta.url), request, {
    name: 'dataset file',
    timeoutMs,
    transfer: [request.bytes.buffer],
    tooMuch: (what) => ({ type: 'unreadable', message: tooMuch(what) }),
  })
}

const tooMuch = (what: string) =>
  `Reading the file takes too much ${what}. Split it into smaller ones.`
