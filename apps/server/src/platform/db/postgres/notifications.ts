import { EventEmitter } from 'node:events'
import { Client, type ClientConfig } from 'pg'
import type { Channel } from '../portable.ts'

const RECONNECT_MS = 500

const channels: Channel[] = ['runs', 'run', 'cancel', 'jobs', 'stop', 'leave']

/**
 * One connection for all listeners. It opens with the first listener and reconnects when it is
 * lost. Channels belong to the whole database, so their names start with the schema.
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
    const stop = () => void this.#emitter.off(channel, listener)
    try {
      await this.#connected()
    } catch (error) {
      stop()
      throw error
    }
    return stop
  }

  async close(): Promise<void> {
    this.#isClosed = true
    clearTimeout(this.#retry)
    const client = await this.#client?.catch(() => undefined)
    await client?.end()
  }

  #connected(): Promise<Client> {
    return (this.#client ??= this.#connect().catch((error: unknown) => {
      this.#reconnect()
      throw error
    }))
  }

  async #connect(): Promise<Client> {
    const client = new Client(this.#config)
    let isListening = false
    client.on('notification', ({ channel, payload }) => {
      this.#emitter.emit(channel.slice(channel.lastIndexOf('.') + 1), payload)
    })
    // A broken connection emits several errors, and a failed attempt to connect also rejects.
    client.on('error', () => {
      if (isListening) this.#reconnect()
      isListening = false
    })
    try {
      await client.connect()
      const { rows } = await client.query<{ name: string }>('select current_schema() as name')
      for (const channel of channels)
        await client.query(`listen ${client.escapeIdentifier(`${rows[0]?.name}.${channel}`)}`)
      isListening = true
      return client
    } catch (error) {
      client.end().catch(() => {})
      throw error
    }
  }

  /** Notifications sent in the meantime are lost, so readers also poll. */
  #reconnect() {
    this.#client = undefined
    if (this.#isClosed) return
    clearTimeout(this.#retry)
    this.#retry = setTimeout(() => {
      if (this.#emitter.eventNames().length > 0) this.#connected().catch(() => {})
    }, RECONNECT_MS)
  }
}
