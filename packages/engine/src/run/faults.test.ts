import { describe, expect, test } from 'vitest'
import type { ErrorCode } from '@lathe/contract'
import { oneModel } from '../testing/documents.ts'
import {
  eventsOf,
  type HarnessOptions,
  ofKind,
  runRequest,
  startHarness,
} from '../testing/run-harness.ts'

type Row = { fault: string; code: ErrorCode; requests: number; more?: HarnessOptions }

const rows: Row[] = [
  { fault: '400', code: 'BAD_REQUEST', requests: 1 },
  { fault: 'context', code: 'BAD_REQUEST', requests: 1 },
  { fault: '401', code: 'AUTHENTICATION', requests: 1 },
  { fault: '403', code: 'PERMISSION_DENIED', requests: 1 },
  { fault: '404', code: 'NOT_FOUND', requests: 1 },
  { fault: '409', code: 'CONFLICT', requests: 3 },
  { fault: '422', code: 'UNPROCESSABLE', requests: 1 },
  { fault: '429', code: 'RATE_LIMITED', requests: 3 },
  { fault: 'quota', code: 'QUOTA_EXCEEDED', requests: 1 },
  { fault: '500', code: 'PROVIDER_ERROR', requests: 3 },
  { fault: 'html', code: 'PROVIDER_ERROR', requests: 3 },
  { fault: 'reset', code: 'CONNECTION', requests: 3 },
  { fault: 'malformed', code: 'BAD_RESPONSE', requests: 1 },
  { fault: 'timeout', code: 'TIMEOUT', requests: 3, more: { connection: { timeoutMs: 500 } } },
  { fault: 'cut:after=3', code: 'STREAM_INTERRUPTED', requests: 3 },
  { fault: 'stream-error', code: 'PROVIDER_ERROR', requests: 3 },
]

describe('a provider that fails', () => {
  test.each(rows)(
    'ends node, span and run in $code on $fault',
    async ({ fault, code, requests, more }) => {
      const { run, mockProvider } = await startHarness({
        settings: { fault, faultTimes: 99 },
        ...more,
      })

      const recorded = await run(runRequest(oneModel(), { topic: 'Tides?' }))

      expect(recorded.outcome).toMatchObject({ type: 'error', error: { code, node: 'write' } })
      expect(ofKind(recorded, 'model').at(-1)).toMatchObject({ status: 'error', error: { code } })
      expect(ofKind(recorded, 'chain')).toMatchObject([{ status: 'error', error: { code } }])
      expect(ofKind(recorded, 'agent')).toMatchObject([{ status: 'error', error: { code } }])
      expect(eventsOf(recorded, 'node-end')).toMatchObject([{ status: 'error', error: { code } }])
      expect(mockProvider.requests).toHaveLength(requests)
      expect(recorded.exchanges).toHaveLength(requests)
      expect(JSON.stringify(recorded)).not.toContain('sk-canary')
    },
  )

  test('once is retried, and the wait is reported', async () => {
    const { run } = await startHarness({ settings: { fault: '500', faultTimes: 1 } })

    const recorded = await run(runRequest(oneModel(), { topic: 'Tides?' }))

    expect(recorded.outcome.type).toBe('success')
    expect(eventsOf(recorded, 'retry')).toMatchObject([
      { code: 'PROVIDER_ERROR', attempt: 2, of: 3, node: 'write' },
    ])
    expect(ofKind(recorded, 'model')).toMatchObject([
      { status: 'success', events: [{ name: 'retry' }] },
    ])
    expect(recorded.exchanges.map(({ attempt, error }) => [attempt, error?.code])).toEqual([
      [1, 'PROVIDER_ERROR'],
      [2, undefined],
    ])
  })

  test('half-way starts over, and its first text stays on a separate span', async () => {
    const { run } = await startHarness({ settings: { fault: 'cut:after=3', faultTimes: 1 } })

    const recorded = await run(runRequest(oneModel(), { topic: 'Tides?' }))

    expect(recorded.outcome.type).toBe('success')
    const [cut, whole] = ofKind(recorded, 'model')
    expect(cut).toMatchObject({
      status: 'error',
      error: { code: 'STREAM_INTERRUPTED' },
      outputs: { message: { content: expect.stringMatching(/./) }, finishReason: null },
    })
    expect(whole).toMatchObject({ status: 'success', parentId: cut?.parentId })
    expect(recorded.exchanges.map(({ spanId, attempt }) => [spanId, attempt])).toEqual([
      [cut?.id, 1],
      [whole?.id, 2],
    ])
    expect(eventsOf(recorded, 'retry')).toMatchObject([{ code: 'STREAM_INTERRUPTED' }])
    expect(eventsOf(recorded, 'message')).toHaveLength(1)
  })
})
