import { contract, type Limits, type RunEvent, type Tool } from '@lathe/contract'
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
import type { Insertion } from '../runs/start/insertion.ts'
import type { Inserted, Lease } from '../runs/start/start-run.store.ts'
import type { Forwarder } from '../traces/forwarding/forwarder.ts'
import type { BodyReader } from '../integrations/body-reader/body-reader.ts'
import type { ByteBudget } from '../platform/http/body/byte-budget.ts'
import { untouched } from '../platform/http/untouched.ts'
import type { Ingest } from '../traces/ingest/ingest.ts'
import type { Jobs } from '../platform/jobs/jobs.ts'
import type { LogFile } from '../platform/log.ts'
import type { Vault } from '../platform/crypto/vault.ts'
import type { Webhooks } from '../platform/egress/webhooks.ts'

/** What the features ask of whatever executes runs. */
export type ExecutorPort = {
  /** Starts the run that `insert` stores: at once under the lease it is given, or when its turn comes. */
  launch: (insert: (lease: Lease | null) => Insertion) => Promise<Inserted>
  /** Says that a run has become pending. */
  wake: () => void
  abort: (runId: string) => void
  events: (
    runId: string,
    options: { after: number; until: 'ended' | 'settled'; signal?: AbortSignal },
  ) => AsyncGenerator<RunEvent>
  /** Of a run that executes in this process: how the message begins that is being written. */
  said: (runId: string) => string
  /** Resolves when the run has ended or waits for a human. */
  settled: (runId: string, signal?: AbortSignal) => Promise<void>
  /** As `settled`, or a moment before: another may begin while what this one came to is stored. */
  worked: (runId: string, signal?: AbortSignal) => Promise<void>
  /** Rings with a run that starts on a thread. */
  watch: (threadId: string) => { next: (signal?: AbortSignal) => Promise<void>; close: () => void }
  counts: () => { running: number; queued: number }
}

/** What lives as long as the process. */
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
  /** Writes to threads between their runs. */
  states: { update: Engine['updateState'] }
  prices: PriceBook
  /** The way in for other programs' traces. */
  ingest: Ingest
  /** What of the bodies of requests may be held while they are read. */
  reading: ByteBudget
  /** What of files may be held while they are worked on. */
  files: ByteBudget
  /** Reads what comes in for it. */
  bodies: Pick<BodyReader, 'read'>
  /** The way out to LangSmith. */
  forwarder: Pick<Forwarder, 'wake'>
  alerter: Pick<Alerter, 'wake'>
  webhooks: Pick<Webhooks, 'post' | 'findRefusal'>
  /** What a graph may use besides its models. */
  tools: (workspaceId: string) => Promise<readonly Tool[]>
  builtInTools: () => Promise<readonly Tool[]>
  trials: Trials
  documents: Documents
  embed: Embed
  transcribe: Transcribe
  batches: Batches
  runCode: RunCode
  version: string
  /** Opens the session of a browser and is the bearer token of programs. */
  token: string
  /** API key that the built-in connection sends to the mock provider. */
  mockProviderKey: string
  vault: Vault
  /** Base URL of the mock provider, once the server listens. */
  mockProviderUrl: () => string
  /** Where the server answers, once it listens. */
  url: () => string
  life: { isDraining: boolean; startedMs: number }
  /** Loads in the background what the first run needs. */
  warm: () => void
}

/** What a procedure gets. */
export type Context = AppContext & {
  workspaceId: string
  requestId: string
  /** The owner in a browser, or a program that brought the token itself. */
  caller: 'owner' | 'api'
  /** For what the body has no place for. */
  replyHeaders: Map<string, string>
}

export const api = implement(contract).$context<Context>()

/** For streams of events, grids of cells and what is asked most: their types are trusted, because checking each would cost more than sending it. */
export const uncheckedApi = implement(contract)
  .$context<Context>()
  .$config({ initialOutputValidationIndex: Number.NaN })
  .use(async ({ next }) => {
    const result = await next()
    return { ...result, output: untouched(result.output) }
  })
