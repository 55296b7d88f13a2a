import { once } from 'node:events'
import { Worker, type WorkerOptions } from 'node:worker_threads'

type PendingRequest<Reply> = { resolve: (reply: Reply) => void; reject: (error: unknown) => void }

/** These are limits, not reservations. */
const MEMORY = { maxYoungGenerationSizeMb: 16, maxOldGenerationSizeMb: 512, stackSizeMb: 1 }

/** A worker that replies to requests by id. An idle worker does not keep the process alive. */
export class RequestThread<Request extends object, Reply extends { id: number }> {
  readonly #worker: Worker
  readonly #waiting = new Map<number, PendingRequest<Reply>>()
  #nextId = 1
  #failure: unknown

  constructor(script: URL, options: Pick<WorkerOptions, 'name' | 'workerData' | 'execArgv'>) {
    this.#worker = new Worker(script, { ...options, resourceLimits: MEMORY })
    this.#worker.unref()
    this.#worker.on('error', (error) => this.#fail(error))
    this.#worker.on('exit', () => this.#fail(new Error(`The thread ${options.name} has exited`)))
    this.#worker.on('message', (reply: Reply) => {
      const request = this.#waiting.get(reply.id)
      this.#waiting.delete(reply.id)
      if (!this.isBusy) this.#worker.unref()
      request?.resolve(reply)
    })
  }

  get isBusy(): boolean {
    return this.#waiting.size > 0
  }

  get hasEnded(): boolean {
    return this.#failure !== undefined
  }

  send(request: Request, transfer: ArrayBuffer[] = []): Promise<Reply> {
    return new Promise((resolve, reject) => {
      if (this.hasEnded) return reject(this.#failure)
      const id = this.#nextId++
      this.#waiting.set(id, { resolve, reject })
      this.#worker.ref()
      this.#worker.postMessage({ ...request, id }, transfer)
    })
  }

  /** Resolves when the worker has exited by itself. */
  async waitForExit(): Promise<void> {
    if (!this.hasEnded) await once(this.#worker, 'exit')
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
