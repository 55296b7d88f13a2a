import { describe, expect, test } from 'vitest'
import { formatTraceQuery, parseTraceQuery } from './trace-query.ts'

describe('the filter field', () => {
  test.each([
    ['', {}],
    ['refund order', { q: 'refund order' }],
    ['status:error', { status: ['error'] }],
    [
      'status:error,interrupted agent:triage refund',
      { status: ['error', 'interrupted'], agent: 'triage', q: 'refund' },
    ],
    ['agent:triage version:3 refund', { agent: 'triage', version: 3, q: 'refund' }],
    ['source:otlp project:"my shop" moon', { source: ['otlp'], project: 'my shop', q: 'moon' }],
    ['agent:research status:success', { agent: 'research', status: ['success'] }],
  ])('reads "%s"', (text, query) => {
    expect(parseTraceQuery(text)).toEqual(query)
    expect(parseTraceQuery(formatTraceQuery(query as ReturnType<typeof parseTraceQuery>))).toEqual(
      query,
    )
  })

  test('keeps a word whose value it does not know as text', () => {
    expect(parseTraceQuery('status:weird agent:')).toEqual({ q: 'status:weird agent:' })
    expect(parseTraceQuery('version:0')).toEqual({ q: 'version:0' })
  })
})
