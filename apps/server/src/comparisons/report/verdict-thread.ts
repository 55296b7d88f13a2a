import { parentPort } from 'node:worker_threads'
import { conclude } from '@lathe/verdicts'
import type { VerdictQuestion } from './conclude-apart.ts'

parentPort?.on('message', ({ plan, grid, by }: VerdictQuestion) => {
  parentPort?.postMessage(conclude(plan, grid, by))
})
