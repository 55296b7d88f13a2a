import { v7 } from 'uuid'
import { expect, test } from 'vitest'
import { DEFAULT_WORKSPACE } from '../../platform/db/schema.ts'
import { findSpan } from '../query/read-details.ts'
import { BodyReader } from '../../integrations/body-reader/body-reader.ts'
import { describeDatabases } from '../../testing/databases.ts'
import { BOUNDARY, multipartBody } from '../../testing/langsmith-runs.ts'
import type { IngestBatch } from './ingest-batch.ts'
import { createIngest } from './ingest.ts'

const TEXT = 'a long story '.repeat(10_000)

async function readApart(): Promise<{ id: string; batch: IngestBatch }> {
  const id = v7()
  const run = { id, trace_id: id, name: 'large', run_type: 'chain', start_time: 1_795_191_254_851 }
  const body = multipartBody([
    { name: `post.${id}`, body: JSON.stringify(run) },
    { name: `post.${id}.inputs`, body: JSON.stringify({ text: TEXT }) },
    { name: `attachment.${id}.picture`, body: 'picture' },
  ])
  const kind = { integration: 'runs' as const, boundary: BOUNDARY, depth: 64, parts: 100 }
  const reading = await new BodyReader().read(body, kind)
  if ('problem' in reading) throw new Error(reading.problem)
  return { id, batch: reading.batch }
}

const isFreed = ({ memory }: IngestBatch) => memory.every(({ detached }) => detached)

describeDatabases('memory of parsed bodies', (db) => {
  const ingest = () =>
    createIngest({
      db: db(),
      prices: { of: async () => () => ({ total: null, input: null, output: null, priceId: null }) },
      queueBytes: 10_000_000,
    })

  test('memory of parsed bodies is released once everything is stored and indexed', async () => {
    const { store } = ingest()
    const sent = await Promise.all([readApart(), readApart(), readApart()])

    await Promise.all(sent.map(({ batch }) => store(batch)))

    await db().texts.settled()
    const query = { text: 'long story', isPrefix: false }
    const { traceIds } = await db().texts.find(DEFAULT_WORKSPACE, [query])
    for (const { id, batch } of sent) {
      expect(batch.memory).toHaveLength(3)
      expect(isFreed(batch)).toBe(true)
      const span = await findSpan(db(), DEFAULT_WORKSPACE, id, id)
      expect(span?.inputs).toEqual({ text: TEXT })
      expect(traceIds).toContain(id)
    }
  })

  test('keeps the memory for a retry if storing failed', async () => {
    const { batch } = await readApart()
    const broken = createIngest({
      db: db(),
      prices: { of: () => Promise.reject(new Error('no prices')) },
      queueBytes: 10_000_000,
    })

    await expect(broken.store(batch)).rejects.toThrow('no prices')
    expect(isFreed(batch)).toBe(false)

    await ingest().store(batch)
    expect(isFreed(batch)).toBe(true)
  })
})
