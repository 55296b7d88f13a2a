import { EventEmitter } from 'node:events'
import { Client, type ClientConfig } from 'pg'
import type { Channel } from '../portable.ts'

const RECONNECT_MS = 500

const channels: Channel[] = ['runs', 'run', 'cancel']

/**
 * One connection that only listens, made with the first listener and again when it breaks. Channels
 * belong to the whole database, so their names begin with the schema.
 */
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
    client.on('notification', ({ channel, payload }) => {
      this.#emitter.emit(channel.slice(channel.lastIndexOf('.') + 1), payload)
    })
    client.on('error', () => this.#reconnect())
    try {
      await client.connect()
      const { rows } = await client.query<{ name: string }>('select current_schema() as name')
      for (const channel of channels)
        await client.query(`listen ${client.escapeIdentifier(`${rows[0]?.name}.${channel}`)}`)
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
