import { Worker } from 'node:worker_threads'
import { refusal } from '../../platform/http/errors.ts'
import type { ReadingReply, ReadingRequest, RestRequest } from './protocol.ts'
import { type BodyKind, type BodyReading, readBody } from './read-body.ts'

/** Smaller bodies are read faster than they are transferred to a thread. */
const MIN_THREAD_BYTES = 64 * 1_024
const MEMORY_MB = 1_024
/**
 * Room for several bodies: the part of a body that is still in use is copied at each collection. At
 * most a third of it may be promoted at once: a thread that exceeds its heap has 16 MB left to shut
 * down, and the process may crash with it.
 */
const YOUNG_GENERATION_MB = 24
/**
 * Since the last body. The thread stays alive, because starting one takes as long as reading fifty
 * bodies.
 */
const REST_MS = 10_000
const RETRY_AFTER_MS = 1_000

type PendingRead = { resolve: (reading: BodyReading) => void; reject: (error: unknown) => void }

/**
 * Reads bodies in a worker thread, so that ingest does not delay streamed tokens and other
 * requests.
 */
export class BodyReader {
  readonly #script: URL
  readonly #memoryMb: number
  readonly #waiting = new Map<number, PendingRead>()
  #thread: Worker | undefined
  #nextId = 1
  #resting: NodeJS.Timeout | undefined

  constructor(
    script = new URL('./reading-thread.ts', import.meta.url),
    { memoryMb = MEMORY_MB } = {},
  ) {
    this.#script = script
    this.#memoryMb = memoryMb
  }

  async read(body: Buffer, kind: BodyKind): Promise<BodyReading> {
    if (body.length < MIN_THREAD_BYTES) return await readBody(body, kind)
    return await new Promise((resolve, reject) => {
      const thread = (this.#thread ??= this.#start())
      const request: ReadingRequest = { id: this.#nextId++, body: copyBuffer(body), kind }
      clearTimeout(this.#resting)
      thread.ref()
      this.#waiting.set(request.id, { resolve, reject })
      thread.postMessage(request, [request.body])
    })
  }

  #start(): Worker {
    const thread = new Worker(this.#script, {
      name: 'reading',
      resourceLimits: {
        maxYoungGenerationSizeMb: YOUNG_GENERATION_MB,
        maxOldGenerationSizeMb: this.#memoryMb,
      },
    })
    thread.on('message', (reply: ReadingReply) => this.#settle(thread, reply))
    let failure: unknown
    thread.on('error', (error) => (failure = error))
    thread.on('exit', () => this.#fail(thread, failure))
    return thread
  }

  #settle(thread: Worker, reply: ReadingReply) {
    const pendingRead = this.#waiting.get(reply.id)
    this.#waiting.delete(reply.id)
    if (this.#waiting.size === 0) this.#rest(thread)
    if ('error' in reply) pendingRead?.reject(reply.error)
    else pendingRead?.resolve(reply.reading)
  }

  #rest(thread: Worker) {
    thread.unref()
    this.#resting = setTimeout(() => {
      const rest: RestRequest = 'rest'
      thread.postMessage(rest)
    }, REST_MS).unref()
  }

  /**
   * Only the body that was being read can be the cause. Other bodies were lost with the thread and
   * can be retried.
   */
  #fail(thread: Worker, error: unknown) {
    if (this.#thread !== thread) return
    this.#thread = undefined
    const isTooLarge =
      error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY'
    const [first, ...remaining] = this.#waiting.values()
    this.#waiting.clear()
    first?.reject(isTooLarge ? payloadTooLarge() : (error ?? new Error('The reader thread exited')))
    for (const { reject } of remaining) reject(sendAgain())
  }
}

const payloadTooLarge = () =>
  refusal(413, 'PAYLOAD_TOO_LARGE', 'Reading this body takes more memory than allowed')

const sendAgain = () =>
  refusal(503, 'INTERRUPTED', 'Reading was interrupted. Send the request again', {
    retryAfterMs: RETRY_AFTER_MS,
  })

/** Small buffers share a pool with others, so they must be copied before a transfer. */
const copyBuffer = ({ buffer, byteOffset, byteLength }: Buffer): ArrayBuffer =>
  buffer instanceof ArrayBuffer && buffer.byteLength === byteLength
    ? buffer
    : Uint8Array.prototype.slice.call(new Uint8Array(buffer, byteOffset, byteLength)).buffer
