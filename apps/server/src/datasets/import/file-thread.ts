import { parentPort, workerData } from 'node:worker_threads'
import { type FileRequest, fileSteps } from './file-steps.ts'

// What `read-apart.ts` passes, and nothing else.
const steps = fileSteps(workerData as FileRequest)

parentPort?.on('message', () => parentPort?.postMessage(steps.next()))
