import { fromJson } from '../platform/db/json.ts'
import type { AppContext } from '../api/context.ts'
import { createJobs, DRAINING, type Job, type Jobs } from '../platform/jobs/jobs.ts'
import { deleteOtherIndexes, dimensionsOf } from './chunks.store.ts'
import {
  activateFirst,
  breakOff,
  findCollection,
  finishIndex,
  listIndexing,
  reportProgress,
  type CollectionRow,
} from './collections.store.ts'
import { listDocuments, listWaiting } from './documents.store.ts'
import { indexDocument, type IndexJob, type IndexNeeds } from './index-document.ts'
import { indexKey } from './index-key.ts'

type JobNeeds = IndexNeeds & Pick<AppContext, 'log'>

/** Indexes collections document by document, long ones last, and resumes after a restart. */
export const createIndexJobs = (context: JobNeeds): Jobs =>
  createJobs({
    ...context,
    kind: 'index',
    runAgain: true,
    work: (job, signal) => work(context, job, signal),
    listRunning: async () =>
      (await listIndexing(context.db)).map((row) => ({
        workspaceId: row.workspace_id,
        id: row.id,
      })),
  })

async function work(needs: JobNeeds, { workspaceId, id }: Job, signal: AbortSignal): Promise<void> {
  try {
    for (;;) {
      const collection = await findCollection(needs.db, workspaceId, { id })
      if (collection?.is_indexing !== 1) return
      if (await indexAll(needs, collection, signal)) return
    }
  } catch (error) {
    if (signal.aborted) return
    await breakOff(needs.db, id, {
      code: 'INTERNAL',
      message: 'Internal error. See the server log',
      retryable: true,
    })
    throw error
  } finally {
    if (signal.aborted && signal.reason !== DRAINING)
      needs.log.info({ job: id }, 'indexing stopped')
  }
}

/** Returns true if nothing is left to do or nothing can be done. */
async function indexAll(
  needs: JobNeeds,
  collection: CollectionRow,
  signal: AbortSignal,
): Promise<boolean> {
  const { db } = needs
  const { id, workspace_id: workspaceId } = collection
  const settings = fromJson(collection.settings)
  const key = indexKey(settings)
  const waiting = await listWaiting(db, id, key)
  const total = waiting.reduce((sum, { characters }) => sum + characters, 0)
  let before = 0
  const job: IndexJob = {
    workspaceId,
    collectionId: id,
    key,
    settings,
    dimensions: await dimensionsOf(db, id, key),
    onProgress: async (done) => {
      const index = { key, ...settings, dimensions: job.dimensions }
      await activateFirst(db, id, index)
      return reportProgress(db, id, { done: before + done, total })
    },
  }
  if (!(await reportProgress(db, id, { done: 0, total }))) return true
  for (const document of waiting) {
    const outcome = await indexDocument(needs, job, document.id, signal)
    if (outcome.type === 'stopped') return true
    if (outcome.type === 'deferred') return false
    if (outcome.type === 'broken') {
      await breakOff(db, id, outcome.error)
      return true
    }
    before += document.characters
    if (!(await reportProgress(db, id, { done: before, total }))) return true
  }
  return finish(needs, job)
}

/** An index without chunks does not replace another. */
async function finish({ db }: JobNeeds, job: IndexJob): Promise<boolean> {
  const { collectionId: id, key, settings } = job
  const [any] = await listDocuments(db, id, { limit: 0 })
  if (any && job.dimensions === null) {
    const [more] = await listWaiting(db, id, key)
    if (more) return false
    await breakOff(db, id, nothingIndexed)
    return true
  }
  if (!(await finishIndex(db, id, { key, ...settings, dimensions: job.dimensions }))) return false
  await deleteOtherIndexes(db, id, key)
  return true
}

const nothingIndexed = {
  code: 'INVALID_INPUT' as const,
  message: 'No document could be indexed',
  hint: 'Each document lists its error. Fix them and index again.',
  retryable: false,
}
