import { unknownCost } from '@lathe/traces'
import type { CalculateCost } from '../traces/store/complete-part.ts'
import type { Db } from '../platform/db/db.ts'
import { createEngineHost, type EngineHost } from '../runs/engine/engine-host.ts'
import { createExecutor } from '../runs/executor/executor.ts'
import { findModelConnection } from '../models/model-connection.ts'
import { createFindDocuments } from '../knowledge/find-documents.ts'
import { findStoredTools } from '../tools/stored-tools.ts'
import { sharedSandbox } from './shared-sandbox.ts'
import { createTestApp } from './test-app.ts'

export type RunningOptions = { env?: Record<string, string>; priceOf?: CalculateCost }

/** Starts the app with the real engine. Stop it before the database is emptied. */
export async function startRunningApp(
  db: Db,
  { env = {}, priceOf = () => unknownCost }: RunningOptions = {},
) {
  const { context } = createTestApp(db, { env })
  const host: EngineHost = createEngineHost({
    db,
    limits: context.limits,
    log: context.log,
    allowHosts: [],
    sqlFiles: context.config.sqlFiles,
    connection: (workspaceId, name) => findModelConnection({ ...app.context, workspaceId }, name),
    retrieve: (...search) => findDocuments(...search),
    prices: async () => priceOf,
    sandbox: sharedSandbox(context.limits),
    tools: (workspaceId, names) =>
      findStoredTools({ ...context, workspaceId, mcpFile: context.config.mcpFile }, names),
  })
  const findDocuments = createFindDocuments({ db, embed: host.embed })
  const executor = createExecutor({
    db,
    loadEngine: host.loadEngine,
    limits: context.limits,
    log: context.log,
  })
  await executor.start()
  const app = createTestApp(db, {
    env,
    context: {
      executor,
      providers: host.providers,
      trials: host.trials,
      documents: host.documents,
      embed: host.embed,
      transcribe: host.transcribe,
      batches: host.batches,
      runCode: host.runCode,
      states: { update: async (update) => (await host.loadEngine()).updateState(update) },
    },
  })
  return {
    ...app,
    stop: async () => {
      const { comparisons, replayBatches, indexing } = app.context
      const jobs = [comparisons, replayBatches, indexing].map((each) => each.drain())
      await Promise.all([...jobs, executor.drain(1_000)])
      await host.close()
    },
  }
}
