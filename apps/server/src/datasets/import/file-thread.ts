import { parentPort, workerData } from 'node:worker_threads'
import { type FileRequest, fileSteps } from './file-steps.ts'

// Only started by `import-routes.ts`.
const steps = fileSteps(workerData as FileRequest)

parentPort?.on('message', () => parentPort?.postMessage(steps.next()))
