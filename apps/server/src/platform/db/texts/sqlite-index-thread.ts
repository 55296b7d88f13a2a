import { rmSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { parentPort, workerData } from 'node:worker_threads'
import { isDamaged } from '../sqlite/sqlite-error.ts'
import { serialiseError } from '../sqlite/statements.ts'
import { openTexts } from './sqlite-texts.ts'
import type { IndexData, IndexReply, IndexRequest } from './sqlite-index.ts'
import { lowerPriority } from './lower-priority.ts'

lowerPriority()

// Unpacked payloads are slices of the pool.
Buffer.poolSize = 64 * 1_024

const { file, textFile } = workerData as IndexData
const store = new DatabaseSync(file, { readOnly: true })
store.exec('pragma busy_timeout = 5000; pragma cache_size = -4096')
const texts = openTextsOrRebuild()

/** Everything in the search index comes from the store, so a damaged file is deleted and filled again. */
function openTextsOrRebuild() {
  try {
    return openTexts(store, textFile)
  } catch (error) {
    if (!isDamaged(serialiseError(error).code)) throw error
    for (const suffix of ['', '-wal', '-shm']) rmSync(textFile + suffix, { force: true })
    return openTexts(store, textFile)
  }
}

function perform(request: IndexRequest): IndexReply {
  const { id } = request
  try {
    if (request.type === 'find') return { id, ...texts.find(request.workspaceId, request.match) }
    if (request.type === 'among') return { id, traceIds: texts.among(request.search) }
    if (request.type === 'buffer') {
      texts.buffer(request.row, request.spans)
      return { id }
    }
    if (request.type === 'feed') return { id, ...texts.feed() }
    if (request.type === 'isNew') return { id, isNew: texts.isNew() }
    if (request.type === 'markQueued') {
      texts.markQueued()
      return { id }
    }
    if (request.type === 'rest') {
      store.exec('pragma shrink_memory')
      texts.rest()
      return { id }
    }
    texts.close()
    store.close()
    return { id }
  } catch (error) {
    return { id, error: serialiseError(error) }
  }
}

parentPort?.on('message', (request: IndexRequest) => {
  parentPort?.postMessage(perform(request))
  if (request.type === 'close') parentPort?.close()
})
