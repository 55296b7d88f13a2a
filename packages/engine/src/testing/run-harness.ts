import { MemorySaver } from '@langchain/langgraph'
import type {
  Exchange,
  GraphDocument,
  Json,
  RunBudget,
  RunEventBody,
  SpanDetail,
} from '@lathe/contract'
import { hashDocument } from '@lathe/graph'
import { startMockProvider } from '@lathe/mock-provider'
import type { StartOptions } from '@lathe/mock-provider'
import { v7 as uuidv7 } from 'uuid'
import { onTestFinished } from 'vitest'
import { createEgress } from '../egress/egress.ts'
import { createModelAccess } from '../fetch/pipeline.ts'
import type { ModelConnection } from '../fetch/request.ts'
import { systemClock } from '../record/clock.ts'
import type { RunSink } from '../record/sink.ts'
import { noTotals } from '../record/usage.ts'
import { createEngine } from '../run/engine.ts'
import type { EngineDeps, ExecuteOptions } from '../run/engine.ts'
import type { RunOutcome, RunRequest } from '../run/request.ts'
import { createSandbox } from '../sandbox/sandbox.ts'
import type { ToolDefinition } from '../tools/definition.ts'
import { createToolRegistry } from '../tools/registry.ts'

/** Everything a run gave out, in order, and what became of it. */
export type Recorded = {
  outcome: RunOutcome
  events: RunEventBody[]
  exchanges: Exchange[]
  /** The newest version of each span, in the order they started. */
  spans: SpanDetail[]
}

export type HarnessOptions = StartOptions & {
  tools?: ToolDefinition[]
  deps?: Partial<EngineDeps>
  connection?: Partial<ModelConnection>
}

// One for all tests of a process: each would wait for threads of its own.
const sandbox = createSandbox()

/** The real engine against a real provider on a loopback port, until the test ends; checkpoints in memory. */
export async function startHarness({
  tools = [],
  deps = {},
  connection = {},
  ...providerOptions
}: HarnessOptions = {}) {
  const mockProvider = await startMockProvider(providerOptions)
  const egress = createEgress()
  const saver = new MemorySaver()
  onTestFinished(async () => {
    await Promise.all([mockProvider.close(), egress.close()])
  })
  const demoConnection: ModelConnection = {
    id: '0190b8f0-0000-7000-8000-000000000001',
    name: 'demo',
    baseUrl: mockProvider.url,
    defaultHeaders: {},
    timeoutMs: null,
    maxRetries: null,
    concurrency: null,
    allowPrivate: true,
    secret: () => 'sk-canary',
    ...connection,
  }
  const registry = createToolRegistry(tools)
  const engine = createEngine({
    checkpointer: () => saver,
    connection: async (_, name) => (name === 'demo' ? demoConnection : undefined),
    models: createModelAccess(egress, {
      providerTimeoutMs: 5_000,
      providerRetries: 2,
      providerMaxBackoffMs: 5,
      providerMaxRetryAfterMs: 60_000,
      providerResponseBytes: 64_000_000,
    }),
    tools: () => registry,
    fetch: egress.fetch(),
    sandbox,
    limits: { runSteps: 50, runTimeoutMs: 60_000, toolTimeoutMs: 5_000 },
    ...deps,
  })

  return {
    mockProvider,
    engine,
    saver,
    run: async (request: RunRequest, options: ExecuteOptions = {}): Promise<Recorded> => {
      const recorder = recordingSink()
      const outcome = await engine.execute(request, recorder.sink, options)
      return { outcome, ...recorder.recorded() }
    },
  }
}

export function recordingSink(onEvent?: (body: RunEventBody) => void) {
  const events: RunEventBody[] = []
  const exchanges: Exchange[] = []
  const spans = new Map<string, SpanDetail>()
  const sink: RunSink = {
    event(body) {
      events.push(body)
      onEvent?.(body)
    },
    span: (span) => void spans.set(span.id, span),
    exchange: (exchange) => void exchanges.push(exchange),
    ordered: async () => {},
  }
  return { sink, recorded: () => ({ events, exchanges, spans: [...spans.values()] }) }
}

export function runRequest(
  document: GraphDocument,
  input: Record<string, Json> = {},
  fields: Partial<RunRequest> & { budget?: RunBudget } = {},
): RunRequest {
  return {
    workspaceId: 'workspace',
    runId: uuidv7(),
    threadId: uuidv7(),
    document,
    hash: hashDocument(document),
    callees: {},
    name: 'The agent',
    input,
    start: { type: 'input' },
    attempt: 1,
    seed: 7,
    budget: {},
    steering: {},
    startedAt: systemClock.now(),
    firstTokenAt: null,
    totals: noTotals,
    metadata: {},
    tags: [],
    ...fields,
  }
}
