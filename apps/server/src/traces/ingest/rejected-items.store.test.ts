import { expect, test } from 'vitest'
import { atomic } from '../../platform/db/atomic.ts'
import { DEFAULT_WORKSPACE } from '../../platform/db/schema.ts'
import { describeDatabases } from '../../testing/databases.ts'
import { listRejectedItems, storeRejections } from './rejected-items.store.ts'
import { type Rejection, createRejection } from './ingest-batch.ts'

const NOON = Date.UTC(2026, 10, 20, 12) * 1_000
const MINUTE = 60_000_000

describeDatabases('rejected items', (db) => {
  const keep = async (at: number, ...rejections: Rejection[]) => {
    const items = rejections.map((one) => ({ ...one, source: 'otlp' as const }))
    await atomic(db(), storeRejections(db(), DEFAULT_WORKSPACE, items, at))
  }
  const reasons = async () =>
    (await listRejectedItems(db(), DEFAULT_WORKSPACE)).map(({ reason }) => reason)
  const alike = (count: number) => ({
    ...createRejection('logs', '', `${count} of them`, ''),
    count,
  })

  test('lists rejected items individually', async () => {
    await keep(NOON, createRejection('a', '', 'is bad', ''), createRejection('a', '', 'is bad', ''))
    expect(await reasons()).toEqual(['is bad', 'is bad'])
  })

  test('rejected items that repeat are listed once an hour with the latest reason', async () => {
    await keep(NOON, alike(3), alike(4))
    await keep(NOON + 59 * MINUTE, alike(5), createRejection('logs', '', 'is bad', ''))
    expect((await reasons()).toSorted()).toEqual(['5 of them', 'is bad'])

    await keep(NOON + 60 * MINUTE, alike(6))
    expect((await reasons()).toSorted()).toEqual(['5 of them', '6 of them', 'is bad'])
  })
})
