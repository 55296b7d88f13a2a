import { expect, test } from 'vitest'
import { DEFAULT_WORKSPACE } from '../../../platform/db/schema.ts'
import { appendSpans } from '../../../traces/store/append-spans.ts'
import { makeSpan, ms, NOON } from '../../../traces/store/span.fixture.ts'
import { describeDatabases } from '../../../testing/databases.ts'
import { queryRuns } from './query-runs.ts'
import type { RunQuery } from './run-query.ts'

const w = DEFAULT_WORKSPACE
const manyKeys = Object.fromEntries(
  Array.from({ length: 40 }, (_, index) => [`key${index}`, index]),
)
const filter = 'and(eq(metadata_key, "customer"), eq(metadata_value, "acme"))'

describeDatabases('runs with metadata', (db) => {
  /** The oldest root has the metadata, and so has a child of the newest root. */
  const insert = async () => {
    const metadata = { customer: 'acme' }
    const old = makeSpan({ name: 'old', metadata })
    const root = makeSpan({ name: 'root', startedAt: NOON + ms(9) })
    const place = { traceId: root.traceId, parentId: root.id, startedAt: root.startedAt }
    const child = makeSpan({ ...place, name: 'child', metadata })
    await appendSpans(db(), w, [old, root, child])
  }
  /** Finds runs with a read limit of one run. */
  const find = async (overrides: Partial<RunQuery>) => {
    const query: RunQuery = { order: 'desc', limit: 5, ...overrides }
    const context = { db: db(), workspaceId: w, baseUrl: 'http://lathe' }
    const { runs } = await queryRuns(context, query, { maxScanned: 1 })
    return runs.map(({ name }) => name)
  }

  test('roots are found by metadata through the index', async () => {
    await insert()

    expect(await find({ filter, isRoot: true })).toEqual(['old'])
    expect(await find({ traceFilter: filter })).toEqual(['old'])
  })

  test.each([
    ['eq(metadata_key, "deep")', { deep: { a: 1 } }],
    ['has(metadata, "none")', { none: null }],
    ['and(eq(metadata_key, "last"), eq(metadata_value, 1))', { ...manyKeys, last: 1 }],
  ])('metadata that is not indexed is found by %s', async (filter, metadata) => {
    await appendSpans(db(), w, [makeSpan({ name: 'told', metadata })])

    const query: RunQuery = { order: 'desc', limit: 5, filter, isRoot: true }
    const { runs } = await queryRuns({ db: db(), workspaceId: w, baseUrl: 'http://lathe' }, query)

    expect(runs.map(({ name }) => name)).toEqual(['told'])
  })

  test('metadata is found among several roots of a trace', async () => {
    const first = makeSpan({ name: 'first', metadata: { customer: 'other' } })
    const { traceId } = first
    const second = makeSpan({ traceId, name: 'second', metadata: { customer: 'acme' } })
    await appendSpans(db(), w, [first, second])
    await appendSpans(db(), w, [{ ...first, metadata: { customer: 'changed' } }])

    const query: RunQuery = { order: 'desc', limit: 5, filter, isRoot: true }
    const { runs } = await queryRuns({ db: db(), workspaceId: w, baseUrl: 'http://lathe' }, query)

    expect(runs.map(({ name }) => name)).toEqual(['second'])
  })

  test('metadata of non-root runs is found by scanning', async () => {
    await insert()

    expect(await find({ filter, traceFilter: 'eq(name, "root")' })).toEqual(['child'])
  })

  test('runs are scanned while old metadata is not indexed yet', async () => {
    await insert()
    const unread = { workspace_id: w, started_at: NOON, trace_id: '' }
    await db().insertInto('unread_metadata').values(unread).execute()

    await expect(find({ filter, isRoot: true })).rejects.toThrow(/no match in/)
  })
})
