import { v7 } from 'uuid'
import { expect, test } from 'vitest'
import { createPartSerializer } from '../store/serialized-part.ts'
import { readRunOrThrow } from '../../testing/langsmith-runs.ts'
import { type IngestBatch, createIngestBatch } from './ingest-batch.ts'
import { takeGroup } from './ingest.ts'

const carry = createPartSerializer()

const spans = (count: number): Partial<IngestBatch> => ({
  parts: Array.from({ length: count }, () => {
    const id = v7()
    return carry(readRunOrThrow({ id, trace_id: id, name: 'run', run_type: 'chain' }))
  }),
})

const feedback = (count: number): Partial<IngestBatch> => ({
  feedback: Array.from({ length: count }, () => ({
    id: v7(),
    trace_id: null,
    span_id: null,
    project_id: null,
    comparative_id: null,
    key: 'helpful',
    score: null,
    value: null,
    comment: null,
    correction: null,
    source: '{}',
    extra: null,
    created_at: 1,
    modified_at: 1,
  })),
})

const queue = (...deliveries: Partial<IngestBatch>[]) =>
  deliveries.map((one) => ({ batch: { ...createIngestBatch('langsmith'), ...one } }))

test.each([
  ['spans', spans],
  ['feedback', feedback],
])('combines %s of many requests up to a limit', (_, make) => {
  const waiting = queue(...Array.from({ length: 500 }, () => make(1)))

  expect(takeGroup(waiting)).toHaveLength(400)
  expect(takeGroup(waiting)).toHaveLength(100)
  expect(waiting).toEqual([])
})

test('never splits a request', () => {
  const waiting = queue(feedback(900), spans(1))

  expect(takeGroup(waiting)).toHaveLength(1)
  expect(takeGroup(waiting)).toHaveLength(1)
})

test('stores each source separately', () => {
  const waiting = queue(spans(1), { ...spans(1), source: 'otlp' }, spans(1))

  expect(takeGroup(waiting)).toHaveLength(1)
})
