import { DatabaseSync } from 'node:sqlite'
import { expect, test, vi } from 'vitest'
import { createDatabase, openedFor } from '../../../testing/databases.ts'
import { newId } from '@lathe/engine/ids'
import { atomic } from '../atomic.ts'
import type { Db } from '../db.ts'
import { openDatabase } from '../open.ts'
import { DEFAULT_WORKSPACE } from '../schema.ts'
import { appendSpans } from '../../../traces/store/append-spans.ts'
import { makeSpan, NOON } from '../../../traces/store/span.fixture.ts'
import { measureIndexProgress } from './index-progress.ts'
import { queueTexts } from './queue-texts.ts'
import { queueEverything } from './sqlite-index.ts'
import { INDEX_VERSION } from './index-version.ts'

const OTHER = '00000000-0000-7000-8000-000000000009'
const workspaces = [DEFAULT_WORKSPACE, OTHER]
const sqlite = openedFor('sqlite')

/** Stores one trace in two workspaces without queueing it. */
async function storeTwice(db: Db) {
  await db.insertInto('workspaces').values({ id: OTHER, name: 'other', created_at: 1 }).execute()
  const span = makeSpan({ inputs: 'the same' })
  for (const workspace of workspaces) await appendSpans(db, workspace, [span])
  await db.deleteFrom('search_queue').execute()
  return [[span.traceId], [span.traceId]]
}

async function findTwice({ texts }: Db) {
  await texts.settled()
  const query = { text: 'the same', isPrefix: false }
  const found = await Promise.all(workspaces.map((workspace) => texts.find(workspace, [query])))
  return found.map(({ traceIds }) => traceIds)
}

test('indexes a trace that several workspaces store in each of them', async () => {
  const stored = await storeTwice(sqlite())

  expect(await findTwice(sqlite())).toEqual(stored)
})

test('a rebuild reads new spans first, then the newest traces', async () => {
  const db = sqlite()
  const old = makeSpan({ startedAt: NOON })
  const newer = makeSpan({ startedAt: NOON + 1 })
  await appendSpans(db, DEFAULT_WORKSPACE, [newer, old])
  await db.texts.settled()
  await queueEverything(db)
  const arriving = newId()
  await atomic(db, queueTexts(db, DEFAULT_WORKSPACE, { spans: [] }, arriving))

  const queued = await db.selectFrom('search_queue').select(['id', 'body']).orderBy('id').execute()

  expect(queued[0]?.id).toBe(arriving)
  const places = [newer, old].map(({ traceId }) =>
    queued.findIndex(({ body }) => body.includes(traceId)),
  )
  expect(places).toEqual(places.toSorted((a, b) => a - b))
  expect(places).not.toContain(-1)
})

/** Creates a closed database whose index has an older version. */
async function createOldIndex() {
  const { config, remove } = await createDatabase('sqlite')
  const before = await openDatabase(config)
  const stored = await storeTwice(before)
  await findTwice(before)
  await before.close()
  const file = 'file' in config ? config.file.replace('lathe.db', 'lathe.search.db') : ''
  const words = new DatabaseSync(file)
  words.exec("pragma user_version = 1; insert into texts (texts) values ('delete-all')")
  words.close()
  return { config, file, stored, remove }
}

test('rebuilds an index of another version', async () => {
  const { config, stored, remove } = await createOldIndex()

  const after = await openDatabase(config)
  expect(await measureIndexProgress(after, DEFAULT_WORKSPACE)).toMatchObject({
    isComplete: false,
    waiting: 1,
  })
  await findTwice(after)

  expect(await findTwice(after)).toEqual(stored)
  await after.close()
  await remove()
})

test('rebuilds an index before the first search', async () => {
  const { config, file, remove } = await createOldIndex()

  const after = await openDatabase(config)
  const words = new DatabaseSync(file, { readOnly: true })
  const version = () => words.prepare('pragma user_version').get()?.['user_version']
  await vi.waitFor(() => expect(version()).toBe(INDEX_VERSION), { timeout: 20_000 })

  words.close()
  await after.close()
  await remove()
})
