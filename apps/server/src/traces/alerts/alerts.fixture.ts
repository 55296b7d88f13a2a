import { createServer, type IncomingHttpHeaders } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import type { AlertRule, SpanDetail } from '@lathe/contract'
import { onTestFinished } from 'vitest'
import type { Db } from '../../platform/db/db.ts'
import { DEFAULT_WORKSPACE } from '../../platform/db/schema.ts'
import { appendSpans } from '../store/append-spans.ts'
import { makeSpan, NOON } from '../store/span.fixture.ts'

export const MINUTE = 60_000_000

/** Inserts each span as a root of its own trace in the default workspace. */
export const insertTraces = async (db: Db, spans: Partial<SpanDetail>[]): Promise<void> => {
  for (const span of spans) await appendSpans(db, DEFAULT_WORKSPACE, [makeSpan(span)])
}

/** A trace that took `tookMs` and ended this long after noon. */
export const endedTrace = (
  micros: number,
  durationMs = 1_000,
  overrides: Partial<SpanDetail> = {},
) => ({
  startedAt: NOON + micros - durationMs * 1_000,
  endedAt: NOON + micros,
  ...overrides,
})

export const failedTrace = { status: 'error' as const }

export const errorsAbove = (threshold: number): AlertRule => ({
  filter: '',
  measure: 'error-rate',
  feedbackKey: null,
  comparison: 'above',
  threshold,
  window: '5m',
  minCount: 1,
})

type ReceivedRequest = { headers: IncomingHttpHeaders; body: string }

/** A webhook receiver that answers with these statuses in turn, then repeats the last. */
export async function startReceiver(...statuses: number[]) {
  const requests: ReceivedRequest[] = []
  const server = createServer((req, res) => {
    let body = ''
    req.setEncoding('utf8')
    req.on('data', (text: string) => (body += text))
    req.on('end', () => {
      requests.push({ headers: req.headers, body })
      const status = statuses.length > 1 ? statuses.shift() : statuses[0]
      res.writeHead(status ?? 200).end('ok')
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  return { received: requests, url: `http://127.0.0.1:${port}/hook` }
}
