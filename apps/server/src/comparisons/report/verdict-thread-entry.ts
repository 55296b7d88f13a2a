import { parentPort } from 'node:worker_threads'
import { conclude } from '@lathe/verdicts'
import type { VerdictRequest } from './verdict-worker.ts'

parentPort?.on('message', ({ plan, grid, metric }: VerdictRequest) => {
  parentPort?.postMessage(conclude(plan, grid, metric))
})
