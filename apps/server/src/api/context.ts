import { contract, type Limits, type Tool } from '@lathe/contract'
import type { Engine } from '@lathe/engine'
import { implement } from '@orpc/server'
import type { Alerter } from '../traces/alerts/alerter.ts'
import type { Config } from '../platform/config/config.ts'
import type { Db } from '../platform/db/db.ts'
import type { Batches } from '../runs/engine/engine-batches.ts'
import type { Documents } from '../runs/engine/engine-documents.ts'
import type { Embed, Providers, RunCode, Trials } from '../runs/engine/engine-host.ts'
import type { Transcribe } from '../runs/engine/engine-transcribe.ts'
import type { PriceBook } from '../models/price-book.ts'
import type { Executor } from '../runs/executor/executor.ts'
import type { Forwarder } from '../traces/forwarding/forwarder.ts'
import type { BodyReader } from '../integrations/body-reader/body-reader.ts'
import type { ByteBudget } from '../platform/http/body/byte-budget.ts'
import { toOpaque } from '../platform/http/opaque-output.ts'
import type { Ingest } from '../traces/ingest/ingest.ts'
import type { Jobs } from '../platform/jobs/jobs.ts'
import type { LogFile } from '../platform/log.ts'
import type { Vault } from '../platform/crypto/vault.ts'
import type { Webhooks } from '../platform/egress/webhooks.ts'

/** The executor without its start and stop, which belong to the process. */
export type ExecutorPort = Omit<Executor, 'start' | 'drain'>

/** Dependencies that live as long as the process. */
export type AppContext = {
  config: Config
  limits: Limits
  log: LogFile
  db: Db
  executor: ExecutorPort
  comparisons: Jobs
  replayBatches: Jobs
  indexing: Jobs
  providers: Providers
  /** Updates the state of threads between runs. */
  states: { update: Engine['updateState'] }
  prices: PriceBook
  /** Ingests traces of other programs. */
  ingest: Ingest
  /** Memory budget for request bodies. */
  reading: ByteBudget
  /** Memory budget for files that are being processed. */
  files: ByteBudget
  /** Parses request bodies for `ingest`. */
  bodies: Pick<BodyReader, 'read'>
  /** Forwards traces to LangSmith. */
  forwarder: Pick<Forwarder, 'wake'>
  alerter: Pick<Alerter, 'wake'>
  webhooks: Pick<Webhooks, 'post' | 'findRefusal'>
  /** Tools that a graph can use. */
  tools: (workspaceId: string) => Promise<readonly Tool[]>
  builtInTools: () => Promise<readonly Tool[]>
  trials: Trials
  documents: Documents
  embed: Embed
  transcribe: Transcribe
  batches: Batches
  runCode: RunCode
  version: string
  /** Creates the browser's session and is the bearer token of programs. */
  token: string
  /** API key that the built-in connection sends to the mock provider. */
  mockProviderKey: string
  vault: Vault
  /** Base URL of the mock provider. Available once the server listens. */
  mockProviderUrl: () => string
  /** The server's URL. Available once it listens. */
  url: () => string
  life: { isDraining: boolean; startedMs: number }
  /** Loads the dependencies of the first run in the background. */
  warm: () => void
}

/** Context of a procedure. */
export type Context = AppContext & {
  workspaceId: string
  requestId: string
  /** `owner`: a browser with a session. `api`: a program with a token. */
  caller: 'owner' | 'api'
  /** Response headers set by the procedure. */
  replyHeaders: Map<string, string>
}

export const api = implement(contract).$context<Context>()

/**
 * For event streams, cell grids and frequent requests. Their output is not validated, because
 * validation costs more than sending it.
 */
export const uncheckedApi = implement(contract)
  .$context<Context>()
  .$config({ initialOutputValidationIndex: Number.NaN })
  .use(async ({ next }) => {
    const result = await next()
    return { ...result, output: toOpaque(result.output) }
  })
