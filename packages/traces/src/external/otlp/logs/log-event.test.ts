import { expect, test } from 'vitest'
import type { OtlpLog } from '../otlp-span.ts'
import { readLogEvent, toLogEvent } from './log-events.ts'

const log: OtlpLog = {
  traceId: '0af7651916cd43dd8448eb211c80319c',
  spanId: 'b7ad6b7169203331',
  at: 0,
  observedAt: 1_795_457_013_365_000,
  name: '',
  severity: '',
  gravity: 0,
  body: 'slow today',
  attributes: {},
  isSampled: true,
  resource: {},
  scope: '',
}

test.each([
  [{ severity: 'Warning', gravity: 13 }, 'Warning'],
  [{ gravity: 1 }, 'TRACE'],
  [{ gravity: 17 }, 'ERROR'],
  [{ gravity: 24 }, 'FATAL'],
  [{ gravity: 99 }, 'INFO'],
  [{}, 'INFO'],
])('a record of %j has severity %s', (over, name) => {
  expect(readLogEvent(toLogEvent({ ...log, ...over }))).toEqual({
    name,
    words: 'slow today',
    attributes: {},
  })
})

test('a record without a time uses the time it was observed', () => {
  expect(toLogEvent(log).at).toBe(log.observedAt)
})

test('an event received with its span is not a log record', () => {
  expect(readLogEvent({ at: 1, name: 'retry', attributes: {} })).toBeUndefined()
})
