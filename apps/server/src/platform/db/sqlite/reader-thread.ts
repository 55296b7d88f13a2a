import { DatabaseSync } from 'node:sqlite'
import { parentPort, workerData } from 'node:worker_threads'
import { addFoldText } from './fold-text.ts'
import type { ReaderRequest, Reply, StatementResult, ThreadData } from './protocol.ts'
import { releaseMemory } from './release-memory.ts'
import { serialiseError, statementRunner } from './statements.ts'
import { addVectors } from './vectors.ts'
import { unpackBytes } from '../packed-json.ts'

/**
 * Defines the SQL function `unpacked_text`, which unpacks a text. Returns null for values other
 * than blobs.
 */
function addUnpackedText(db: DatabaseSync): void {
  db.function('unpacked_text', { deterministic: true }, (packed) =>
    packed instanceof Uint8Array ? unpackBytes(packed).toString() : null,
  )
}

const { file } = workerData as ThreadData
const db = new DatabaseSync(file, { readOnly: true, allowExtension: true })
addVectors(db)
addFoldText(db)
addUnpackedText(db)
db.exec('pragma busy_timeout = 5000; pragma cache_size = -16384; pragma temp_store = memory')
const run = statementRunner(db)

const perform = (request: ReaderRequest): StatementResult[] => {
  if (request.type === 'run') return request.statements.map(run)
  if (request.type === 'rest') releaseMemory(db)
  else db.close()
  return []
}

const answer = (request: ReaderRequest): Reply => {
  try {
    return { id: request.id, results: perform(request) }
  } catch (error) {
    return { id: request.id, error: serialiseError(error) }
  }
}

parentPort?.on('message', (requests: ReaderRequest[]) => {
  parentPort?.postMessage(requests.map(answer))
  if (requests.some(({ type }) => type === 'close')) parentPort?.close()
})
