import { unknownCost } from '@lathe/traces'
import { createRouterClient, type RouterClient } from '@orpc/server'
import { createApp } from '../app.ts'
import { readConfig } from '../platform/config/config.ts'
import type { Db } from '../platform/db/db.ts'
import { DEFAULT_WORKSPACE } from '../platform/db/schema.ts'
import { createComparisonJobs } from '../comparisons/runner/comparison-runner.ts'
import { createIndexJobs } from '../knowledge/index-job.ts'
import { createBatchJobs } from '../runs/replay/batch-job.ts'
import type { AppContext, Context } from '../api/context.ts'
import { BodyReader } from '../integrations/body-reader/body-reader.ts'
import { createIngest } from '../traces/ingest/ingest.ts'
import { createFileBudget, createBodyBudget } from '../platform/http/body/byte-budget.ts'
import { listen } from '../platform/http/listen.ts'
import { createContext, declareErrors } from '../api/mount-contract.ts'
import { router, type AppRouter } from '../api/router.ts'
import { refuseGrpc } from '../integrations/otlp/grpc/refuse-grpc.ts'
import { createLog } from '../platform/log.ts'
import { builtIn, usableTools } from '../tools/built-in-tools.ts'
import { createVault } from '../platform/crypto/vault.ts'
import { createWebhooks } from '../platform/egress/webhooks.ts'
import { fakeExecutor } from './fake-executor.ts'

export const TEST_TOKEN = 'a-token-for-tests-of-forty-characters-xx'

export type TestApp = ReturnType<typeof createTestApp>

type Options = {
  context?: Partial<AppContext>
  env?: Record<string, string>
  workspaceId?: string
  caller?: Context['caller']
}

/** Tests that call a provider supply their own. */
const refusingProviders: AppContext['providers'] = {
  test: () => Promise.reject(new Error('no provider in this test')),
  list: () => Promise.reject(new Error('no provider in this test')),
  deleteModel: () => Promise.reject(new Error('no provider in this test')),
}

const refusingTrials: AppContext['trials'] = {
  builtIn: () => Promise.reject(new Error('no engine in this test')),
  stored: () => Promise.reject(new Error('no engine in this test')),
  mcpServer: () => Promise.reject(new Error('no engine in this test')),
}

const noEngine = () => Promise.reject(new Error('no engine in this test'))
const refusingDocuments: AppContext['documents'] = { fetch: noEngine, download: noEngine }
const refusingEmbed: AppContext['embed'] = noEngine
const refusingBatches: AppContext['batches'] = {
  createBody: noEngine,
  send: noEngine,
  get: noEngine,
  cancel: noEngine,
  answers: noEngine,
}

/** Creates the whole app on this database, called in process or, after `serve`, over HTTP. */
export function createTestApp(
  db: Db,
  { context: replaced, env, workspaceId, caller = 'owner' }: Options = {},
) {
  const config = readConfig({ LATHE_TOKEN: TEST_TOKEN, ...env })
  const prices = { of: async () => () => unknownCost, refresh: async () => {} }
  const executor = fakeExecutor(db, replaced?.limits ?? config.limits)
  const lines: string[] = []
  let url = 'http://127.0.0.1:4747'
  const log = createLog('debug', { write: (line) => lines.push(line) })
  const working = {
    db,
    log,
    limits: config.limits,
    executor: replaced?.executor ?? executor.port,
    tools: async () => builtIn(config.limits),
  }
  const app: AppContext = {
    config,
    limits: config.limits,
    log,
    db,
    executor: executor.port,
    comparisons: createComparisonJobs({
      ...working,
      prices,
      embed: replaced?.embed ?? refusingEmbed,
      batches: replaced?.batches ?? refusingBatches,
      runCode: replaced?.runCode ?? noEngine,
    }),
    replayBatches: createBatchJobs(working),
    indexing: createIndexJobs({ ...working, prices, embed: replaced?.embed ?? refusingEmbed }),
    embed: refusingEmbed,
    transcribe: noEngine,
    batches: refusingBatches,
    runCode: noEngine,
    tools: usableTools(db, config.limits),
    builtInTools: () => builtIn(config.limits),
    trials: refusingTrials,
    documents: refusingDocuments,
    providers: refusingProviders,
    states: { update: () => Promise.reject(new Error('no engine in this test')) },
    prices,
    forwarder: { wake: () => {} },
    alerter: { wake: () => {} },
    webhooks: createWebhooks(config),
    ingest: createIngest({ db, prices, queueBytes: config.limits.ingestQueueBytes }),
    reading: createBodyBudget(config.limits),
    files: createFileBudget(config.limits),
    bodies: new BodyReader(),
    version: '0.0.0',
    token: TEST_TOKEN,
    mockProviderKey: 'the-key-of-the-demo-connection',
    vault: createVault('a key for tests of forty characters xxxx'),
    mockProviderUrl: () => `${url}/demo/v1`,
    url: () => url,
    life: { isDraining: false, startedMs: 0 },
    warm: () => {},
    ...replaced,
  }
  const context: Context = {
    ...createContext(app, 'a-request', caller),
    workspaceId: workspaceId ?? DEFAULT_WORKSPACE,
  }
  const client: RouterClient<AppRouter> = createRouterClient(router, {
    context,
    interceptors: [declareErrors],
  })

  const serve = async () => {
    const { server, port } = await listen(createApp(app), { host: '127.0.0.1', port: 0 })
    refuseGrpc(server, app)
    url = `http://127.0.0.1:${port}`
    return {
      url,
      port,
      close: () =>
        new Promise<void>((resolve) => {
          server.close(() => resolve())
          server.closeAllConnections()
        }),
    }
  }
  return { client, context, executor, log: lines, serve }
}
