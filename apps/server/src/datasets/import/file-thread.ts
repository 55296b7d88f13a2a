import { parentPort, workerData } from 'node:worker_threads'
import { type FileRequest, fileSteps } from './file-steps.ts'

// Only started by `read-apart.ts`.
const steps = fileSteps(workerData as FileRequest)

parentPort?.on('message', () => parentPort?.postMessage(steps.next()))
