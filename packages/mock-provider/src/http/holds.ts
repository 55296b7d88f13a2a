import { once } from 'node:events'

export type HoldOptions = {
  /** Number of tokens that a streamed answer sends before it waits. */
  after?: number
}

export type Hold = HoldOptions & {
  text: string
  isReleased: () => boolean
  released: Promise<void>
}

/** Delays answers to requests whose body contains a text, until a test releases them. */
export class Holds {
  #holds: Hold[] = []

  add(text: string, options: HoldOptions): () => void {
    const { promise: released, resolve } = Promise.withResolvers<void>()
    const isReleased = () => !this.#holds.includes(hold)
    const hold: Hold = { ...options, text, isReleased, released }
    this.#holds.push(hold)
    return () => {
      this.#holds = this.#holds.filter((other) => other !== hold)
      resolve()
    }
  }

  find(body: unknown): Hold | undefined {
    if (this.#holds.length === 0) return undefined
    const json = JSON.stringify(body) ?? ''
    return this.#holds.find(({ text }) => json.includes(text))
  }
}

/** Rejects when the client disconnects first. */
export async function untilReleased({ released }: Hold, signal: AbortSignal): Promise<void> {
  signal.throwIfAborted()
  await Promise.race([released, once(signal, 'abort')])
  signal.throwIfAborted()
}
