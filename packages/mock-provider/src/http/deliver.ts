import { once } from 'node:events'
import { type Fault, faultError } from '../faults/fault.ts'
import type { Call } from './call.ts'
import { untilReleased } from './holds.ts'
import { type Pace, wait, writePaced } from './pace.ts'

/** The first event of a stream contains no token. */
const ROLE_EVENTS = 1

const STREAM_ERROR = {
  error: {
    message: 'The server had an error in the middle of the stream (simulated fault).',
    type: 'server_error',
    param: null,
    code: 'server_error',
  },
}

/** Applies a fault that needs no answer. Returns whether the request is finished; throws error responses. */
export async function failEarly(call: Call, fault: Fault | undefined): Promise<boolean> {
  if (!fault) return false
  const error = faultError(fault)
  if (error) throw error

  const { res } = call
  if (fault.kind === 'html') {
    res.status(502).type('html').send('<html><body><h1>502 Bad Gateway</h1></body></html>')
  } else if (fault.kind === 'timeout') await untilDisconnected(call.signal)
  else if (fault.kind === 'reset') res.socket?.destroy()
  else return false
  return true
}

export type Delivery = { fault: Fault | undefined; pace: Pace }

/** Sends an answer in one piece when its last token is due. */
export async function deliverWhole(
  call: Call,
  { type = 'json', body, tokens = 0 }: { type?: string; body: string | Buffer; tokens?: number },
  { fault, pace }: Delivery,
): Promise<void> {
  const { res, hold, signal } = call
  if (hold) await untilReleased(hold, signal)
  await wait(pace.firstTokenMs + (tokens / pace.tokensPerSecond) * 1000, signal)
  res.type(type)

  const firstHalf = body.slice(0, Math.ceil(body.length / 2))
  switch (fault?.kind) {
    case 'malformed':
      res.end(firstHalf)
      return
    case 'stream-error':
      res.status(500).end(JSON.stringify(STREAM_ERROR))
      return
    case 'stall':
    case 'cut':
      res.setHeader('content-length', Buffer.byteLength(body))
      await abortResponse(call, firstHalf, fault)
      return
    default:
      res.end(body)
  }
}

/** Sends server-sent events, one per token, at the given pace. */
export async function deliverStream(
  call: Call,
  events: readonly string[],
  { fault, pace }: Delivery,
): Promise<void> {
  const { res, hold, signal } = call
  res.setHeader('content-type', 'text/event-stream; charset=utf-8')
  res.setHeader('cache-control', 'no-cache')
  if (pace.firstTokenMs > 0) res.flushHeaders()

  const intactEventCount = intactEvents(events, fault)
  await wait(pace.firstTokenMs, signal)
  const first = hold?.after === undefined ? 0 : hold.after + ROLE_EVENTS
  await writePaced(res, intactEventCount.slice(0, first), pace, signal)
  if (hold) await untilReleased(hold, signal)
  await writePaced(res, intactEventCount.slice(first), pace, signal)
  switch (fault?.kind) {
    case 'malformed':
      res.end('data: {"id":"chatcmpl-demo","choices":[{"index":0,"delta":{"content":"br\n\n')
      return
    case 'stream-error':
      res.end(`data: ${JSON.stringify(STREAM_ERROR)}\n\n`)
      return
    case 'stall':
    case 'cut':
      await abortResponse(call, '', fault)
      return
    default:
      res.end()
  }
}

/** Returns the events before a fault in mid-stream. */
function intactEvents(events: readonly string[], fault: Fault | undefined): readonly string[] {
  const isFaultyStream = fault && ['malformed', 'stream-error', 'stall', 'cut'].includes(fault.kind)
  return isFaultyStream
    ? events.slice(0, (fault.after ?? Math.floor(events.length / 3)) + ROLE_EVENTS)
    : events
}

async function abortResponse(
  { res, signal }: Call,
  text: string | Buffer,
  fault: Fault,
): Promise<void> {
  if (!res.write(text)) await once(res, 'drain', { signal })
  if (fault.kind === 'stall') return untilDisconnected(signal)
  // The operating system must have all that was written before the connection closes.
  await new Promise<void>((resolve) => res.write('\n', () => resolve()))
  res.socket?.destroy()
}

async function untilDisconnected(signal: AbortSignal): Promise<void> {
  if (!signal.aborted) await once(signal, 'abort')
}
