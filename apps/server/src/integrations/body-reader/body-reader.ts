import { Worker } from 'node:worker_threads'
import { refusal } from '../../platform/http/errors.ts'
import type { ReadingReply, ReadingRequest, RestRequest } from './protocol.ts'
import { type BodyKind, type BodyReading, readBody } from './read-body.ts'

/** Smaller ones are read sooner than they cross to a thread, and need none. */
const APART_FROM = 64 * 1_024
const MEMORY_MB = 1_024
/**
 * Room for a few bodies: what of one is still read is copied at each collection of garbage. A third of it may grow
 * old at once: more than half of the 16 MB that Node leaves a thread to end in, and the process could end with it.
 */
const YOUNG_MB = 24
/** Since the last body. The thread stays: to start one takes as long as to read fifty bodies. */
const REST_MS = 10_000
const RETRY_AFTER_MS = 1_000

type Waiting = { resolve: (reading: BodyReading) => void; reject: (error: unknown) => void }

/** Reads bodies in a thread of its own: while spans stream in, tokens of runs and other requests do not wait for them. */
export class BodyReader {
  readonly #script: URL
  readonly #memoryMb: number
  readonly #waiting = new Map<number, Waiting>()
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
    if (body.length < APART_FROM) return await readBody(body, kind)
    return await new Promise((resolve, reject) => {
      const thread = (this.#thread ??= this.#start())
      const request: ReadingRequest = { id: this.#nextId++, body: ownMemory(body), kind }
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
        maxYoungGenerationSizeMb: YOUNG_MB,
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
    const asked = this.#waiting.get(reply.id)
    this.#waiting.delete(reply.id)
    if (this.#waiting.size === 0) this.#rest(thread)
    if ('error' in reply) asked?.reject(reply.error)
    else asked?.resolve(reply.reading)
  }

  #rest(thread: Worker) {
    thread.unref()
    this.#resting = setTimeout(() => {
      const rest: RestRequest = 'rest'
      thread.postMessage(rest)
    }, REST_MS).unref()
  }

  /** Only the body that was being read can be to blame; the others were lost with it and may come again. */
  #fail(thread: Worker, error: unknown) {
    if (this.#thread !== thread) return
    this.#thread = undefined
    const isTooMuch =
      error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY'
    const [first, ...others] = this.#waiting.values()
    this.#waiting.clear()
    first?.reject(isTooMuch ? tooMuch() : (error ?? new Error('The reading thread is gone')))
    for (const { reject } of others) reject(sendAgain())
  }
}

const tooMuch = () =>
  refusal(413, 'PAYLOAD_TOO_LARGE', 'To read this body takes more memory than there is for one')

const sendAgain = () =>
  refusal(503, 'INTERRUPTED', 'Reading this was interrupted; send it again', {
    retryAfterMs: RETRY_AFTER_MS,
  })

/** Small pieces of memory are shared with others, who need theirs. */
const ownMemory = ({ buffer, byteOffset, byteLength }: Buffer): ArrayBuffer =>
  buffer instanceof ArrayBuffer && buffer.byteLength === byteLength
    ? buffer
    : Uint8Array.prototype.slice.call(new Uint8Array(buffer, byteOffset, byteLength)).buffer
