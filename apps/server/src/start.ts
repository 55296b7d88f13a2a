import { flushCompileCache } from 'node:module'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import packageJson from '../package.json' with { type: 'json' }
import { createAlerter } from './traces/alerts/alerter.ts'
import { createApp } from './app.ts'
import { collectGarbage } from './platform/process/free-memory.ts'
import { ConfigError } from './platform/config/config-error.ts'
import { type Config, readConfig, settingWarnings } from './platform/config/config.ts'
import { openDatabase } from './platform/db/open.ts'
import { DEFAULT_WORKSPACE } from './platform/db/schema.ts'
import { refuseGrpc } from './integrations/otlp/grpc/refuse-grpc.ts'
import { BodyReader } from './integrations/body-reader/body-reader.ts'
import { createEngineHost, type EngineHost } from './runs/engine/engine-host.ts'
import { createExecutor } from './runs/executor/executor.ts'
import { purgeAlerts } from './traces/alerts/alerts.store.ts'
import { purgeProjects } from './traces/ingest/deleted-projects.store.ts'
import { purgeComparisons } from './comparisons/api/comparisons.store.ts'
import { createComparisonJobs } from './comparisons/runner/comparison-runner.ts'
import { purgeKnowledge } from './knowledge/deleted-documents.store.ts'
import { createFindDocuments } from './knowledge/find-documents.ts'
import { createIndexJobs } from './knowledge/index-job.ts'
import { createBatchJobs } from './runs/replay/batch-job.ts'
import { findModelConnection } from './models/model-connection.ts'
import { createPriceBook } from './models/price-book.ts'
import { listPrices } from './models/prices.store.ts'
import { retain } from './traces/retention/apply-retention.ts'
import { purgeViews } from './saved-views/saved-views.store.ts'
import { purgeThreads } from './threads/deleted-threads.store.ts'
import { findStoredTools } from './tools/stored-tools.ts'
import { createForwarder } from './traces/forwarding/forwarder.ts'
import { createHome } from './platform/config/home.ts'
import { startHourly } from './platform/jobs/hourly.ts'
import { releaseWhenIdle } from './platform/process/idle-memory.ts'
import { createAddress } from './platform/http/address.ts'
import type { AppContext } from './api/context.ts'
import { createFileBudget, createBodyBudget } from './platform/http/body/byte-budget.ts'
import { listen } from './platform/http/listen.ts'
import { deriveKey } from './platform/http/security/session.ts'
import { createIngest } from './traces/ingest/ingest.ts'
import { readOrCreateKey } from './platform/config/key-file.ts'
import { type LogFile, openLog } from './platform/log.ts'
import { createOldMetadataJobs } from './traces/store/old-metadata.ts'
import { createRecountJobs } from './traces/metrics/recount-traces.ts'
import { seed } from './seed.ts'
import { logCrashes, stopOnSignals } from './stop.ts'
import { builtIn, usableTools } from './tools/built-in-tools.ts'
import { createVault } from './platform/crypto/vault.ts'
import { createWebhooks } from './platform/egress/webhooks.ts'

/** Delay before releasing the memory that startup used. */
const SETTLED_MS = 2_000

/** Starts the server from the environment. On failure, prints the reasons and exits with 1. */
export async function start(env: NodeJS.ProcessEnv): Promise<void> {
  try {
    const config = readConfig(env)
    for (const warning of settingWarnings(env)) console.warn(warning)
    createHome(config.home)
    keepLangChainQuiet(env)
    const log = openLog(config)
    logCrashes(log)
    await compose(config, log)
  } catch (error) {
    const reasons = error instanceof ConfigError ? error.problems : [messageOf(error)]
    console.error(['Lathe cannot start:', ...reasons].join('\n  '))
    process.exit(1)
  }
}

/** The composition root: creates and connects all parts, and stops them on a signal. */
async function compose(config: Config, log: LogFile): Promise<void> {
  const { limits, home } = config
  const token = config.token ?? (await readOrCreateKey(join(home, 'token')))
  const secretKey = config.secretKey ?? (await readOrCreateKey(join(home, 'secret.key')))
  const mockProviderKey = deriveKey(token, 'mock provider')
  for (const secret of [token, secretKey, mockProviderKey]) log.hideSecret(secret)
  if (config.langsmith) log.hideSecret(config.langsmith.key)
  if (config.databaseUrl !== undefined) log.hideSecret(new URL(config.databaseUrl).password)

  const db = await openDatabase(
    config.databaseUrl === undefined
      ? { file: join(home, 'lathe.db') }
      : { url: config.databaseUrl },
    (message) => {
      log.info(message)
      console.log(message)
    },
  )
  const isNew = await seed(
    db,
    DEFAULT_WORKSPACE,
    async () => (await import('@lathe/graph/templates')).templates,
  )

  const address = createAddress(config)
  const vault = createVault(secretKey)
  const secrets = { db, log, vault, mockProviderKey, mockProviderUrl: address.mockProviderUrl }
  const prices = createPriceBook(
    (workspaceId) => listPrices(db, workspaceId),
    (error) => log.error({ err: error }, 'loading prices failed'),
  )
  const host: EngineHost = createEngineHost({
    db,
    limits,
    log,
    allowHosts: config.allowHosts,
    sqlFiles: config.sqlFiles,
    connection: (workspaceId, name) => findModelConnection({ ...secrets, workspaceId }, name),
    prices: prices.of,
    retrieve: (...search) => findDocuments(...search),
    tools: (workspaceId, names) =>
      findStoredTools({ ...secrets, workspaceId, mcpFile: config.mcpFile }, names),
  })
  const findDocuments = createFindDocuments({ db, embed: host.embed })
  const executor = createExecutor({ db, loadEngine: host.loadEngine, limits, log })
  const tools = usableTools(db, limits)
  const comparisons = createComparisonJobs({
    db,
    executor,
    limits,
    log,
    tools,
    prices,
    embed: host.embed,
    batches: host.batches,
    runCode: host.runCode,
  })
  const replayBatches = createBatchJobs({ db, executor, limits, log, tools })
  const indexing = createIndexJobs({ db, embed: host.embed, limits, log, prices })
  const forwarder = createForwarder({ db, vault, log, config, url: address.url })
  const webhooks = createWebhooks(config)
  const alerter = createAlerter({ db, vault, log, webhooks, url: address.url })
  const life = { isDraining: false, startedMs: 0 }
  const context: AppContext = {
    ...secrets,
    config,
    limits,
    executor,
    comparisons,
    replayBatches,
    indexing,
    providers: host.providers,
    states: { update: async (update) => (await host.loadEngine()).updateState(update) },
    prices,
    tools,
    builtInTools: () => builtIn(limits),
    trials: host.trials,
    documents: host.documents,
    embed: host.embed,
    transcribe: host.transcribe,
    batches: host.batches,
    runCode: host.runCode,
    forwarder,
    alerter,
    webhooks,
    ingest: createIngest({ db, prices, queueBytes: limits.ingestQueueBytes }),
    reading: createBodyBudget(limits),
    files: createFileBudget(limits),
    bodies: new BodyReader(),
    version: packageJson.version,
    token,
    url: address.url,
    life,
    warm: () => {
      host.warm()
      if (isNew)
        indexing
          .resume()
          .catch((error: unknown) => log.error({ err: error }, 'resuming indexing failed'))
    },
  }

  const { server, port } = await listen(createApp(context), config)
  refuseGrpc(server, context)
  address.listensOn(port)
  await writeFile(join(home, 'address'), `${address.url()}\n`)
  await executor.start()
  await forwarder.start()
  await alerter.start()
  await Promise.all([comparisons.resume(), replayBatches.resume()])
  // On a new workspace, indexing is delayed: it loads the engine, and a server that is not used
  // should stay small.
  if (!isNew) await indexing.resume()
  const oldMetadata = createOldMetadataJobs({ db, limits, log })
  await oldMetadata.resume()
  const recounts = createRecountJobs({ db, limits, log })
  await recounts.resume()
  const hourly = startHourly(log, {
    'keeping traces': (signal) => retain(db, log, signal),
    'purging threads': (signal) => purgeThreads(db, signal),
    'purging knowledge': () => purgeKnowledge(db),
    'purging comparisons': () => purgeComparisons(db),
    'purging projects': () => purgeProjects(db),
    'purging alerts': () => purgeAlerts(db),
    'purging views': () => purgeViews(db),
    'reading old metadata': () => oldMetadata.retry(),
    'recounting traces': () => recounts.retry(),
  })
  stopOnSignals({
    life,
    server,
    log,
    drain: async () => {
      await Promise.all([
        hourly.drain(),
        forwarder.drain(),
        alerter.drain(),
        comparisons.drain(),
        replayBatches.drain(),
        indexing.drain(),
        oldMetadata.drain(),
        recounts.drain(),
        executor.drain(limits.drainMs),
      ])
    },
    close: async () => {
      await host.close()
      await webhooks.close()
      await db.close()
    },
  })

  life.startedMs = Math.round(performance.now())
  log.info({ url: address.url(), startedMs: life.startedMs, store: db.engine }, 'ready')
  console.log(`Lathe ready: ${startUrl(config, address.url(), token)}`)
  setTimeout(() => {
    flushCompileCache()
    collectGarbage({ evenCode: true })
  }, SETTLED_MS).unref()
  releaseWhenIdle(() => db.rest())
}

/** On a non-loopback host, the output may be collected, so do not print the token. */
const startUrl = ({ isLoopback }: Config, url: string, token: string): string =>
  isLoopback ? `${url}/?token=${encodeURIComponent(token)}` : `${url}/login`

/**
 * Disables LangChain's own tracing, which would bypass the redaction rules. The forwarder sends
 * traces instead.
 */
function keepLangChainQuiet(env: NodeJS.ProcessEnv): void {
  for (const prefix of ['LANGSMITH', 'LANGCHAIN'])
    for (const name of ['TRACING', 'TRACING_V2']) delete env[`${prefix}_${name}`]
}

const messageOf = (error: unknown): string =>
  error instanceof Error ? error.message : String(error)
