import { once } from 'node:events'
import type { Response } from 'express'
import { errorOf } from '../faults/fault-error.ts'
import type { Fault } from '../faults/fault.ts'
import { untilReleased } from '../hold.ts'
import type { Pace } from '../pace.ts'
import { durationOf, wait, writePaced } from '../pace.ts'
import type { Call } from './call.ts'

/** The first event of a stream carries no token. */
const ROLE = 1

const SERVER_ERROR = {
  error: {
    message: 'The server had an error in the middle of the stream (simulated fault).',
    type: 'server_error',
    param: null,
    code: 'server_error',
  },
}

/** Faults that leave no answer to compute. Resolves true when the fault has dealt with the request. */
export async function failEarly(call: Call, fault: Fault | undefined): Promise<boolean> {
  if (!fault) return false
  const error = errorOf(fault)
  if (error) throw error

  const { res } = call
  switch (fault.kind) {
    case 'html':
      res.status(502).type('html').send('<html><body><h1>502 Bad Gateway</h1></body></html>')
      return true
    case 'timeout':
      await clientLeaves(call.signal)
      return true
    case 'reset':
      res.socket?.destroy()
      return true
    default:
      return false
  }
}

export const deliverJson = (
  call: Call,
  body: string,
  tokens: number,
  pace: Pace,
  fault?: Fault,
): Promise<void> => deliverWhole(call, { type: 'json', body }, tokens, pace, fault)

/** An answer in one piece: text, or the bytes of a file. */
export async function deliverWhole(
  call: Call,
  { type, body }: { type: string; body: string | Buffer },
  tokens: number,
  pace: Pace,
  fault?: Fault,
): Promise<void> {
  const { res, hold, signal } = call
  if (hold) await untilReleased(hold, signal)
  await wait(durationOf(pace, tokens), signal)
  res.type(type)

  const half = body.slice(0, Math.ceil(body.length / 2))
  switch (fault?.kind) {
    case 'malformed':
      res.end(half)
      return
    case 'stream-error':
      res.status(500).end(JSON.stringify(SERVER_ERROR))
      return
    case 'stall':
    case 'cut':
      res.setHeader('content-length', Buffer.byteLength(body))
      await breakOff(call, half, fault)
      return
    default:
      res.end(body)
  }
}

export async function deliverStream(
  call: Call,
  events: readonly string[],
  pace: Pace,
  fault?: Fault,
): Promise<void> {
  const { res, hold, signal } = call
  res.setHeader('content-type', 'text/event-stream; charset=utf-8')
  res.setHeader('cache-control', 'no-cache')
  if (pace.firstTokenMs > 0) res.flushHeaders()

  const sound = soundEvents(events, fault)
  await wait(pace.firstTokenMs, signal)
  const first = hold?.after === undefined ? 0 : hold.after + ROLE
  await writePaced(res, sound.slice(0, first), pace, signal)
  if (hold) await untilReleased(hold, signal)
  await writePaced(res, sound.slice(first), pace, signal)
  switch (fault?.kind) {
    case 'malformed':
      res.end('data: {"id":"chatcmpl-demo","choices":[{"index":0,"delta":{"content":"br\n\n')
      return
    case 'stream-error':
      res.end(`data: ${JSON.stringify(SERVER_ERROR)}\n\n`)
      return
    case 'stall':
    case 'cut':
      await breakOff(call, '', fault)
      return
    default:
      res.end()
  }
}

const SPOILS_STREAM = ['malformed', 'stream-error', 'stall', 'cut']

function soundEvents(events: readonly string[], fault: Fault | undefined): readonly string[] {
  if (!fault || !SPOILS_STREAM.includes(fault.kind)) return events
  return events.slice(0, (fault.after ?? Math.floor(events.length / 3)) + ROLE)
}

async function breakOff(call: Call, text: string | Uint8Array, fault: Fault): Promise<void> {
  const { res, signal } = call
  if (!res.write(text)) await once(res, 'drain', { signal })
  if (fault.kind === 'stall') {
    await clientLeaves(signal)
    return
  }
  await flushed(res)
  res.socket?.destroy()
}

/** Resolves when all that was written is with the operating system, so that a cut comes after it. */
function flushed(res: Response): Promise<void> {
  return new Promise((resolve) => {
    res.write('\n', () => resolve())
  })
}

async function clientLeaves(signal: AbortSignal): Promise<void> {
  if (!signal.aborted) await once(signal, 'abort')
}
