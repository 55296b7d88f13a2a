import {
  type Embedding,
  type Json,
  type JsonObject,
  type Limits,
  type RunError,
  type ToolTestResult,
} from '@lathe/contract'
import type {
  CallWait,
  ConnectionTest,
  Engine,
  FindDocuments,
  ListedModel,
  McpProbe,
  McpServerSpec,
  ModelConnection,
  PriceUsage,
  Sandbox,
  StoredTool,
} from '@lathe/engine'
import type { Db } from '../../platform/db/db.ts'
import { type Batches, createBatches } from './engine-batches.ts'
import { createDocuments, type Documents } from './engine-documents.ts'
import { createTranscribe, type Transcribe } from './engine-transcribe.ts'
import { createWriteJournal } from '../executor/write-journal.store.ts'
import { ALLOW_HINT, toGrant } from '../../platform/egress/grants.ts'
import type { Log } from '../../platform/log.ts'

type HostOptions = {
  db: Db
  limits: Limits
  log: Log
  /** Private hosts that tools may reach, as `host` or `host:port`. */
  allowHosts: readonly string[]
  /** SQLite files that SQL tools may open. */
  sqlFiles: readonly string[]
  connection: (workspaceId: string, name: string) => Promise<ModelConnection | undefined>
  prices: (workspaceId: string) => Promise<PriceUsage>
  /** Returns the tools of the workspace with these names. */
  tools: (workspaceId: string, names: readonly string[]) => Promise<StoredTool[]>
  /** Searches the collections of a workspace. */
  retrieve: FindDocuments
  /** A sandbox that outlives the host. Without one the host creates its own. */
  sandbox?: Sandbox
}

type Trial = [workspaceId: string, args: JsonObject, signal?: AbortSignal]

/** Calls tools outside a run. */
export type Trials = {
  builtIn: (name: string, ...trial: Trial) => Promise<ToolTestResult>
  stored: (tool: StoredTool, ...trial: Trial) => Promise<ToolTestResult>
  /** Connects to an MCP server and lists its tools. */
  mcpServer: (server: McpServerSpec, signal?: AbortSignal) => Promise<McpProbe>
}

/** Calls providers outside a run. */
export type Providers = {
  test: (connection: ModelConnection, signal?: AbortSignal) => Promise<ConnectionTest>
  list: (
    connection: ModelConnection,
    signal?: AbortSignal,
  ) => Promise<{ ok: true; models: ListedModel[] } | { ok: false; error: RunError }>
  deleteModel: (
    connection: ModelConnection,
    name: string,
    signal?: AbortSignal,
  ) => Promise<{ ok: true } | { ok: false; error: RunError }>
}

/** Embeds texts through a connection of the workspace, with the queueing and retries of runs. */
export type Embed = (
  workspaceId: string,
  embedding: Embedding,
  texts: string[],
  options?: { signal?: AbortSignal | undefined; onWait?: ((wait: CallWait) => void) | undefined },
) => Promise<EmbeddingResult>

/** `tokens` is null if the provider does not report usage. */
export type EmbeddingResult =
  | { ok: true; vectors: number[][]; tokens: number | null }
  | { ok: false; error: RunError }

/** Runs user JavaScript in the sandbox. Each key of `scope` is a variable. */
export type RunCode = (
  source: string,
  scope: Record<string, Json>,
  signal?: AbortSignal,
) => Promise<{ ok: true; value: Json } | { ok: false; error: RunError }>

export type EngineHost = {
  loadEngine: () => Promise<Engine>
  providers: Providers
  trials: Trials
  documents: Documents
  embed: Embed
  transcribe: Transcribe
  batches: Batches
  runCode: RunCode
  /** Loads in the background what the first run needs. */
  warm: () => void
  close: () => Promise<void>
}

/** Code outside of runs gets a fixed clock and seed, so that it is deterministic. */
const FIXED_WORLD = { now: 0, seed: 'lathe' }

/** Creates the engine host. Loads the engine on first use, because LangGraph takes 100 MB. */
export function createEngineHost(options: HostOptions): EngineHost {
  let loading: ReturnType<typeof load> | undefined
  const loadOnce = () => (loading ??= load(options))
  return {
    loadEngine: async () => (await loadOnce()).engine,
    providers: {
      test: async (connection, signal) => {
        const { testConnection, models } = await loadOnce()
        return testConnection(connection, models.direct, signal)
      },
      list: async (connection, signal) => {
        const { listModels, models, toLatheError, toRunError } = await loadOnce()
        try {
          return { ok: true, models: await listModels(connection, models.direct, signal) }
        } catch (error) {
          return { ok: false, error: toRunError(toLatheError(error)) }
        }
      },
      deleteModel: async (connection, name, signal) => {
        const { deleteModel, models, toLatheError, toRunError } = await loadOnce()
        try {
          await deleteModel(connection, models.direct, name, signal)
          return { ok: true }
        } catch (error) {
          return { ok: false, error: toRunError(toLatheError(error)) }
        }
      },
    },
    trials: {
      builtIn: async (...call) => (await loadOnce()).trials.builtIn(...call),
      stored: async (...call) => (await loadOnce()).trials.stored(...call),
      mcpServer: async (...call) => (await loadOnce()).trials.mcpServer(...call),
    },
    documents: createDocuments(loadOnce),
    embed: async (
      workspaceId,
      { connection: name, model, dimensions },
      texts,
      callOptions = {},
    ) => {
      const { createEmbeddings, models, noConnection, toLatheError, toRunError } = await loadOnce()
      try {
        const connection = await options.connection(workspaceId, name)
        if (!connection) throw noConnection(name)
        const { signal, onWait } = callOptions
        const embeddings = await createEmbeddings({
          connection,
          model,
          fetch: models.outside(onWait),
          ...(dimensions !== undefined && { dimensions }),
          ...(signal && { signal }),
        })
        const vectors = await embeddings.embedDocuments(texts)
        return { ok: true, vectors, tokens: embeddings.tokens }
      } catch (error) {
        return { ok: false, error: toRunError(toLatheError(error)) }
      }
    },
    transcribe: createTranscribe(loadOnce, options.connection),
    batches: createBatches(loadOnce, options.connection),
    runCode: async (source, scope, signal) => {
      const { sandbox, toLatheError, toRunError } = await loadOnce()
      try {
        const { value } = await sandbox.runCode(source, scope, FIXED_WORLD, {
          ...(signal && { signal }),
        })
        return { ok: true, value }
      } catch (error) {
        return { ok: false, error: toRunError(toLatheError(error)) }
      }
    },
    warm: () => {
      loadInBackground(loadOnce).catch((error: unknown) =>
        options.log.error({ err: error }, 'the engine failed to load'),
      )
    },
    close: async () => {
      await (await loading)?.close()
    },
  }
}

async function loadInBackground(loadOnce: () => ReturnType<typeof load>): Promise<void> {
  const { loadModels, sandbox } = await loadOnce()
  await loadModels()
  sandbox.warm()
}

async function load(options: HostOptions) {
  const { db, limits, allowHosts, sqlFiles, connection, prices, tools, retrieve } = options
  const [engineModule, { Checkpointer }, { LanggraphStore }, { createToolbox }] = await Promise.all(
    [
      import('@lathe/engine'),
      import('../../platform/db/checkpoints/checkpointer.ts'),
      import('../../memory/langgraph-store.ts'),
      import('./toolbox.ts'),
    ],
  )
  const { createEgress, createEngine, createMcpSessions, createModelAccess, createSandbox } =
    engineModule
  const egress = createEgress({ idleMs: limits.providerIdleMs })
  const sandbox = options.sandbox ?? createSandbox(limits)
  const allow = allowHosts.map(toGrant)
  const models = createModelAccess(egress, limits, allow)
  const fetch = egress.fetch({ allow, hint: ALLOW_HINT })
  const mcp = createMcpSessions({ egress, allow, maxBytes: limits.toolResponseBytes })
  const store = (workspaceId: string) => new LanggraphStore(db, workspaceId)
  const toolbox = createToolbox({
    store,
    retrieve,
    egress,
    sandbox,
    mcp,
    sqlFiles,
    allow,
    limits,
    fetch,
    models,
    connection,
    findStoredTools: tools,
  })
  const engine = createEngine({
    checkpointer: (workspaceId, runHold) => new Checkpointer(db, workspaceId, runHold),
    store,
    writes: (workspaceId) => createWriteJournal(db, workspaceId),
    connection,
    models,
    tools: toolbox.find,
    retrieve,
    fetch,
    sandbox,
    limits,
    prices,
  })
  const close = async () => {
    await mcp.close()
    await Promise.all([egress.close(), !options.sandbox && sandbox.close()])
  }
  return {
    ...engineModule,
    engine,
    models,
    sandbox,
    trials: toolbox.trials,
    findTools: toolbox.find,
    fetchTools: fetch,
    close,
  }
}
