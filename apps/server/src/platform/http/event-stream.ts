import { setImmediate } from 'node:timers'
import type { Response } from 'express'

const KEEP_ALIVE_MS = 15_000
/** A single newline: with an empty line after it, some clients treat the comment as an event. */
const KEEP_ALIVE = ':\n'
/** Unsent bytes after which the source waits for the reader. */
const HIGH_WATER = 1024 * 1024

/**
 * After this much silence, send the next event without waiting for others: it may be the first
 * token.
 */
const FLUSH_DELAY_MS = 1

const HEADERS = {
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-cache, no-transform',
  'x-accel-buffering': 'no',
}

export type Framing<T> = {
  /** Returns the encoded event, or an empty string if this client did not request it. */
  frame: (event: T) => string
  /** Sent after the last event. */
  ending: string
  /** Encodes the error when the source fails. */
  failure: (error: unknown) => string
}

/**
 * The event format of the contract's clients. A numbered event has its number as its id, which
 * clients send back to resume.
 */
export const contractFraming = (
  encode: (value: unknown) => string,
  describeError: (error: unknown) => unknown,
): Framing<object> => ({
  frame(event) {
    const id = 'seq' in event ? `id: ${String(event.seq)}\n` : ''
    return `event: message\n${id}data: ${encode(event)}\n\n`
  },
  ending: 'event: done\n\n',
  failure: (error) => `event: error\ndata: ${encode(describeError(error))}\n\n`,
})

/**
 * Sends server-sent events. Events of one event loop turn are written together: a write costs more
 * than encoding several tokens.
 */
export async function sendEvents<T>(
  res: Response,
  events: AsyncIterable<T>,
  { frame, ending, failure }: Framing<T>,
): Promise<void> {
  res.writeHead(200, HEADERS)
  // Sends the headers together with the first events, if there are any.
  setImmediate(() => res.flushHeaders())
  res.socket?.setNoDelay(true)

  let pending = ''
  let isScheduled = false
  let lastWrite = 0
  const flush = () => {
    if (pending === '') return
    if (!res.destroyed) res.write(pending)
    pending = ''
    lastWrite = performance.now()
  }
  const flushLater = () => {
    isScheduled = true
    setImmediate(() => {
      isScheduled = false
      flush()
    })
  }
  const keepAlive = setInterval(() => res.write(KEEP_ALIVE), KEEP_ALIVE_MS)
  try {
    for await (const event of events) {
      pending += frame(event)
      if (!isScheduled) {
        if (performance.now() - lastWrite > FLUSH_DELAY_MS) process.nextTick(flush)
        flushLater()
      }
      if (pending.length + res.writableLength > HIGH_WATER) {
        flush()
        if (res.writableNeedDrain) await drained(res)
      }
      if (res.destroyed) return
    }
    pending += ending
  } catch (error) {
    if (res.destroyed) return
    pending += failure(error)
  } finally {
    clearInterval(keepAlive)
  }
  flush()
  res.end()
}

/** Also resolves when the client has disconnected. */
const drained = (res: Response) =>
  new Promise<void>((resolve) => {
    const finish = () => {
      res.off('drain', finish)
      res.off('close', finish)
      resolve()
    }
    res.on('drain', finish)
    res.on('close', finish)
  })
