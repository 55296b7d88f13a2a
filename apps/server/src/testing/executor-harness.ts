import { type GraphDocument, type JsonObject, Limits, type RunEvent } from '@lathe/contract'
import {
  builtInTools,
  createEgress,
  createEngine,
  createModelAccess,
  createToolRegistry,
  type EngineDeps,
  type ToolDefinition,
} from '@lathe/engine'
import { hashDocument } from '@lathe/graph'
import { type MockProvider, startMockProvider, type StartOptions } from '@lathe/mock-provider'
import { onTestFinished } from 'vitest'
import { Checkpointer } from '../platform/db/checkpoints/checkpointer.ts'
import type { Db } from '../platform/db/db.ts'
import { DEFAULT_WORKSPACE } from '../platform/db/schema.ts'
import { createExecutor, type Executor, type ExecutorOptions } from '../runs/executor/executor.ts'
import { createWriteJournal } from '../runs/executor/write-journal.store.ts'
import type { NewRun } from '../runs/start/start-run.store.ts'
import { createLog } from '../platform/log.ts'
import { sharedSandbox } from './shared-sandbox.ts'
import { queueRun } from './run-factory.ts'

type Options = StartOptions &
  Pick<ExecutorOptions, 'insertRun'> & {
    limits?: Partial<Limits>
    /** For several executors that share one. */
    mockProvider?: MockProvider
    isStarted?: boolean
    /** Added to the built-in tools. */
    tools?: ToolDefinition[]
  }

/**
 * Starts the real executor and engine on a test database with a mock provider. They stop after the
 * test.
 */
export async function startExecutor(
  db: Db,
  {
    limits: changed,
    mockProvider: shared,
    isStarted = true,
    tools = [],
    insertRun,
    ...options
  }: Options = {},
) {
  const limits = Limits.parse({ runLeaseMs: 60_000, drainMs: 2_000, ...changed })
  const mockProvider = shared ?? (await startMockProvider(options))
  const lines: string[] = []
  const log = createLog('info', { write: (line) => lines.push(line) })
  const { engine, close } = createTestEngine(db, mockProvider.url, limits, { tools })
  const executor = createExecutor({
    db,
    loadEngine: async () => engine,
    limits,
    log,
    ...(insertRun && { insertRun }),
  })
  if (isStarted) await executor.start()
  onTestFinished(async () => {
    await executor.drain(50)
    await Promise.all([close(), ...(shared ? [] : [mockProvider.close()])])
  })
  const queue = async (
    document: GraphDocument,
    input: JsonObject = {},
    fields: Partial<NewRun> = {},
  ) => {
    const graph = { hash: hashDocument(document), document }
    const run = await queueRun(db, { graph, input, ...fields })
    executor.wake()
    return run
  }
  return { executor, mockProvider, lines, queue }
}

type EngineOptions = {
  /** Added to the built-in tools. */
  tools?: ToolDefinition[]
  writes?: NonNullable<EngineDeps['writes']>
}

export function createTestEngine(
  db: Db,
  mockProviderUrl: string,
  limits: Limits,
  { tools = [], writes = (workspaceId) => createWriteJournal(db, workspaceId) }: EngineOptions = {},
) {
  const egress = createEgress()
  const sandbox = sharedSandbox(limits)
  const registry = createToolRegistry([...builtInTools(limits), ...tools])
  const engine = createEngine({
    checkpointer: (workspaceId, hold) => new Checkpointer(db, workspaceId, hold),
    connection: async () => ({
      id: DEFAULT_WORKSPACE,
      name: 'demo',
      baseUrl: mockProviderUrl,
      defaultHeaders: {},
      timeoutMs: null,
      maxRetries: null,
      concurrency: null,
      allowPrivate: true,
      secret: () => null,
    }),
    models: createModelAccess(egress, limits),
    tools: () => registry,
    writes,
    fetch: egress.fetch(),
    sandbox,
    limits,
  })
  return { engine, close: () => egress.close() }
}

export async function readAll(
  executor: Pick<Executor, 'events'>,
  runId: string,
  after = 0,
  until: 'ended' | 'settled' = 'ended',
): Promise<RunEvent[]> {
  return await collect(executor.events(runId, { after, until }))
}

export async function collect<T>(items: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = []
  for await (const item of items) all.push(item)
  return all
}
