import { parentPort, workerData } from 'node:worker_threads'
import type { ReadRequest } from './protocol.ts'
import { readAndSplit } from './work.ts'

// What `inThread` passes, and nothing else.
parentPort?.postMessage(await readAndSplit(workerData as ReadRequest))
