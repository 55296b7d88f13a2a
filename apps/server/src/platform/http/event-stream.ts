import { setImmediate } from 'node:timers'
import type { Response } from 'express'

export type Numbered = { seq: number }

const KEEP_ALIVE_MS = 15_000
/** One line alone: with an empty one after it some clients take it for an event. */
const KEEP_ALIVE = ':\n'
/** Unsent bytes after which the source waits for the reader. */
const HIGH_WATER = 1024 * 1024

/** After so long without a word the next one is not kept waiting: it may be the first token. */
const QUIET_MS = 1

const HEADERS = {
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-cache, no-transform',
  'x-accel-buffering': 'no',
}

export type Framing<T> = {
  /** The event as it is written; an empty text for what this reader did not ask for. */
  frame: (event: T) => string
  /** The last words after the last event. */
  ending: string
  /** What the reader is told when the source fails in the middle. */
  failure: (error: unknown) => string
}

type Encode = (value: unknown) => string
type DescribeError = (error: unknown) => unknown

/** As the contract's clients expect events. */
export const plain = (encode: Encode, describeError: DescribeError): Framing<object> => ({
  frame: (event) => `event: message\ndata: ${encode(event)}\n\n`,
  ending: 'event: done\n\n',
  failure: (error) => `event: error\ndata: ${encode(describeError(error))}\n\n`,
})

/** Their id is their number, by which a client that comes back goes on. */
export const numbered = (encode: Encode, describeError: DescribeError): Framing<Numbered> => ({
  ...plain(encode, describeError),
  frame: (event) => `event: message\nid: ${event.seq}\ndata: ${encode(event)}\n\n`,
})

/**
 * Server-sent events. What follows an event within one turn of the event loop is written together: a write
 * costs more than the encoding of several tokens.
 */
export async function sendEvents<T>(
  res: Response,
  events: AsyncIterable<T>,
  { frame, ending, failure }: Framing<T>,
): Promise<void> {
  res.writeHead(200, HEADERS)
  // Together with the first events, if there are any.
  setImmediate(() => res.flushHeaders())
  res.socket?.setNoDelay(true)

  let pending = ''
  let isScheduled = false
  let writtenAt = 0
  const flush = () => {
    if (pending === '') return
    if (!res.destroyed) res.write(pending)
    pending = ''
    writtenAt = performance.now()
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
        if (performance.now() - writtenAt > QUIET_MS) process.nextTick(flush)
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

/** Also resolves when the reader has gone. */
const drained = (res: Response) =>
  new Promise<void>((resolve) => {
    const done = () => {
      res.off('drain', done)
      res.off('close', done)
      resolve()
    }
    res.on('drain', done)
    res.on('close', done)
  })
