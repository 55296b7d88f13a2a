import { AsyncLocalStorage } from 'node:async_hooks'
import type { ActiveRun } from './active-run.ts'

const storage = new AsyncLocalStorage<ActiveRun>()

/** For what LangGraph asks between nodes without saying which run asks. */
export const currentRun = (): ActiveRun | undefined => storage.getStore()

export const inRun = <T>(run: ActiveRun, execute: () => T): T => storage.run(run, execute)
