import { DatabaseSync } from 'node:sqlite'
import { parentPort, workerData } from 'node:worker_threads'
import type { ThreadData } from '../../sqlite/protocol.ts'

const { file } = workerData as ThreadData
const db = new DatabaseSync(file)
db.exec('pragma busy_timeout = 5000; pragma synchronous = normal; pragma cache_size = -1024')

parentPort?.on('message', (request: 'copy' | 'close') => {
  if (request === 'close') {
    db.close()
    parentPort?.close()
    return
  }
  try {
    db.exec('pragma wal_checkpoint(passive)')
  } catch {
    // The remaining pages stay in the WAL, and the writer requests them again.
  }
  parentPort?.postMessage('done')
})
