import { parentPort, workerData } from 'node:worker_threads'
import { conclude } from '@lathe/verdicts'
import type { VerdictQuestion } from './verdict.ts'

// The cast holds: only `verdict.ts` starts this thread.
const { plan, grid, by } = workerData as VerdictQuestion
parentPort?.postMessage(conclude(plan, grid, by))
