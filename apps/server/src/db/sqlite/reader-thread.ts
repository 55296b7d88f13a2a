import { DatabaseSync } from 'node:sqlite'
import { parentPort, workerData } from 'node:worker_threads'
import type { ReaderRequest, Reply, ThreadData } from './protocol.ts'
import { serialiseError, statementRunner } from './statements.ts'
import { addVectors } from './vectors.ts'

const { file } = workerData as ThreadData
const db = new DatabaseSync(file, { readOnly: true, allowExtension: true })
addVectors(db)
db.exec('pragma busy_timeout = 5000; pragma cache_size = -16384; pragma temp_store = memory')
const run = statementRunner(db)

const answer = (request: ReaderRequest): Reply => {
  if (request.type === 'close') {
    db.close()
    return { id: request.id, results: [] }
  }
  try {
    return { id: request.id, results: request.statements.map(run) }
  } catch (error) {
    return { id: request.id, error: serialiseError(error) }
  }
}

parentPort?.on('message', (requests: ReaderRequest[]) => {
  parentPort?.postMessage(requests.map(answer))
  if (requests.some(({ type }) => type === 'close')) parentPort?.close()
})
