import type { Json } from '@lathe/contract'
import { v7 } from 'uuid'
import { expect, test } from 'vitest'
import { createIngestBatch } from '../../../traces/ingest/ingest-batch.ts'
import { BOUNDARY, multipartBody } from '../../../testing/langsmith-runs.ts'
import { readRuns } from '../ingest/read-runs.ts'
import { readUpdate, takeFeedback } from './feedback-body.ts'

const read = (sent: Json, id = v7()) => {
  const body = multipartBody([{ name: `feedback.${id}`, body: JSON.stringify(sent) }])
  return readRuns(body, BOUNDARY, { depth: 64, parts: 10 })
}

const readFeedback = (body: Json) => {
  const { batch, feedback } = read(body)
  takeFeedback(batch, feedback, 1)
  return batch
}

const LARGE_LIST: Json = Array.from({ length: 1_000 }, () => [])

test('reading feedback leaves its lists and objects as JSON text', () => {
  const source = { type: 'model', metadata: { all: LARGE_LIST } }
  const extra = { all: LARGE_LIST }
  const body = { value: LARGE_LIST, correction: extra, feedback_source: source, extra }

  const { feedback } = read({ ...body, key: { all: LARGE_LIST }, comment: LARGE_LIST })

  const [sent] = feedback
  expect(sent?.fields).toMatchObject({ plain: { key: {}, comment: [] } })
  expect(sent?.fields.payload).toEqual({
    value: JSON.stringify(LARGE_LIST),
    correction: JSON.stringify(body.correction),
    source: JSON.stringify(source),
    extra: JSON.stringify(extra),
  })
  expect(sent?.excerpt).toHaveLength(500)
})

test('feedback is stored verbatim for the run named in its part', () => {
  const run = v7()
  const { feedback } = read(
    { run_id: run, key: 'helpful', score: true, value: [1, null], comment: 'yes' },
    run,
  )
  const batch = createIngestBatch('langsmith')
  takeFeedback(batch, feedback, 7)

  expect(batch.rejections).toEqual([])
  expect(batch.feedback).toMatchObject([
    {
      id: run,
      span_id: run,
      key: 'helpful',
      score: 'true',
      value: '[1,null]',
      comment: 'yes',
      correction: null,
      source: '{"type":"api"}',
      created_at: 7,
    },
  ])
})

test.each<[Json, string]>([
  [[], ''],
  [{ score: 1 }, 'key'],
  [{ key: '' }, 'key'],
  [{ key: ['helpful'] }, 'key'],
  [{ key: 'helpful', score: 'high' }, 'score'],
  [{ key: 'helpful', comment: {} }, 'comment'],
  [{ key: 'helpful', run_id: 'none' }, 'run_id'],
  [{ key: 'helpful', feedback_source: 'me' }, 'feedback_source'],
  [{ key: 'helpful', extra: true }, 'extra'],
])('%j is rejected as feedback with an excerpt', (body, field) => {
  const { feedback, rejections } = readFeedback(body)

  expect(feedback).toEqual([])
  expect(rejections).toMatchObject([{ field, excerpt: JSON.stringify(body) }])
})

test('updates and token feedback are stored without traversing their payload', () => {
  const walks: string[] = []
  const observedItem = (name: string) => ({
    toJSON: () => name,
    get nested() {
      walks.push(name)
      return []
    },
  })

  const read = readUpdate({
    score: 1,
    value: observedItem('value'),
    correction: observedItem('correction'),
  })

  expect(walks).toEqual([])
  expect(read).toMatchObject({ values: { value: '"value"', correction: '"correction"' } })
})
