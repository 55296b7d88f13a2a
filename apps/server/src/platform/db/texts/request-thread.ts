import { once } from 'node:events'
import { Worker, type WorkerOptions } from 'node:worker_threads'

type Waiting<Reply> = { resolve: (reply: Reply) => void; reject: (error: unknown) => void }

/** Limits, not reservations. */
const MEMORY = { maxYoungGenerationSizeMb: 16, maxOldGenerationSizeMb: 512, stackSizeMb: 1 }

/** Answers what it is asked by its id; while it is asked nothing it keeps no process from ending. */
export class RequestThread<Request extends object, Reply extends { id: number }> {
  readonly #worker: Worker
  readonly #waiting = new Map<number, Waiting<Reply>>()
  #nextId = 1
  #failure: unknown

  constructor(script: URL, options: Pick<WorkerOptions, 'name' | 'workerData'>) {
    this.#worker = new Worker(script, { ...options, resourceLimits: MEMORY })
    this.#worker.unref()
    this.#worker.on('error', (error) => this.#fail(error))
    this.#worker.on('exit', () => this.#fail(new Error(`The thread of ${options.name} is over`)))
    this.#worker.on('message', (reply: Reply) => {
      const asked = this.#waiting.get(reply.id)
      this.#waiting.delete(reply.id)
      if (!this.isAsked) this.#worker.unref()
      asked?.resolve(reply)
    })
  }

  get isAsked(): boolean {
    return this.#waiting.size > 0
  }

  get isOver(): boolean {
    return this.#failure !== undefined
  }

  ask(request: Request, transfer: ArrayBuffer[] = []): Promise<Reply> {
    return new Promise((resolve, reject) => {
      if (this.isOver) return reject(this.#failure)
      const id = this.#nextId++
      this.#waiting.set(id, { resolve, reject })
      this.#worker.ref()
      this.#worker.postMessage({ ...request, id }, transfer)
    })
  }

  /** Once it has ended by itself. */
  async ended(): Promise<void> {
    if (!this.isOver) await once(this.#worker, 'exit')
  }

  async end(): Promise<void> {
    await this.#worker.terminate()
  }

  #fail(error: unknown) {
    this.#failure ??= error
    for (const { reject } of this.#waiting.values()) reject(this.#failure)
    this.#waiting.clear()
  }
}
