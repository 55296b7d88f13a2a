import { parentPort, workerData } from 'node:worker_threads'
import type { ReadRequest } from './protocol.ts'
import { readAndSplit } from './work.ts'

// Only started by `runInThread`.
parentPort?.postMessage(await readAndSplit(workerData as ReadRequest))
