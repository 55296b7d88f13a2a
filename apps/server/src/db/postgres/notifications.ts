import { EventEmitter } from 'node:events'
import { Client, type ClientConfig } from 'pg'
import type { Channel } from '../portable.ts'

const RECONNECT_MS = 500

/** One connection that only listens; it is made with the first listener and made again when it breaks. */
export class Notifications {
  readonly #emitter = new EventEmitter().setMaxListeners(0)
  readonly #config: ClientConfig
  #client: Promise<Client> | undefined
  #retry: NodeJS.Timeout | undefined
  #isClosed = false

  constructor(config: ClientConfig) {
    this.#config = config
  }

  async listen(channel: Channel, listener: (id: string) => void): Promise<() => void> {
    this.#emitter.on(channel, listener)
    await (this.#client ??= this.#connect())
    return () => this.#emitter.off(channel, listener)
  }

  async close(): Promise<void> {
    this.#isClosed = true
    clearTimeout(this.#retry)
    const client = await this.#client?.catch(() => undefined)
    await client?.end()
  }

  async #connect(): Promise<Client> {
    const client = new Client(this.#config)
    client.on('notification', ({ channel, payload }) => this.#emitter.emit(channel, payload))
    client.on('error', () => this.#reconnect())
    try {
      await client.connect()
      await client.query('listen runs; listen run; listen cancel')
      return client
    } catch (error) {
      this.#client = undefined
      throw error
    }
  }

  /** Notifications sent meanwhile are lost, as Postgres keeps none: readers also look by themselves. */
  #reconnect() {
    if (this.#isClosed) return
    this.#client = undefined
    this.#retry = setTimeout(() => {
      this.#client = this.#connect()
      this.#client.catch(() => this.#reconnect())
    }, RECONNECT_MS)
  }
}
