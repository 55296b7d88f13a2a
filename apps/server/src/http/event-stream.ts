import { setImmediate } from 'node:timers'
import type { Response } from 'express'

export type Numbered = { seq: number }

const KEEP_ALIVE_MS = 15_000
/** Unsent bytes after which the source waits for the reader. */
const HIGH_WATER = 1024 * 1024

/** After so long without a word the next one is not kept waiting: it may be the first token. */
const QUIET_MS = 1

const HEADERS = {
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-cache, no-transform',
  'x-accel-buffering': 'no',
}

type Encoding = {
  encode: (value: unknown) => string
  /** What the reader is told when the source fails in the middle. */
  describeError: (error: unknown) => unknown
}

/**
 * Server-sent events whose id is the event's number. What follows an event within one turn of the event loop
 * is written together: a write costs more than the encoding of several tokens.
 */
export async function sendEvents(
  res: Response,
  events: AsyncIterable<Numbered>,
  { encode, describeError }: Encoding,
): Promise<void> {
  res.writeHead(200, HEADERS)
  res.flushHeaders()
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
  const keepAlive = setInterval(() => res.write(':\n\n'), KEEP_ALIVE_MS)
  try {
    for await (const event of events) {
      pending += `event: message\nid: ${event.seq}\ndata: ${encode(event)}\n\n`
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
    pending += 'event: done\n\n'
  } catch (error) {
    if (res.destroyed) return
    pending += `event: error\ndata: ${encode(describeError(error))}\n\n`
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
