import { MemorySaver } from '@langchain/langgraph'
import type {
  Exchange,
  GraphDocument,
  Interrupt,
  InterruptAnswer,
  Json,
  RunBudget,
  RunEventBody,
  SpanDetail,
  SpanKind,
  ToolDecision,
} from '@lathe/contract'
import { hashDocument } from '@lathe/graph'
import { startMockProvider, type StartOptions } from '@lathe/mock-provider'
import { v7 as uuidv7 } from 'uuid'
import { onTestFinished } from 'vitest'
import { createEgress } from '../egress/egress.ts'
import { createModelAccess } from '../fetch/pipeline.ts'
import type { ModelConnection } from '../fetch/request.ts'
import { systemClock } from '../record/clock.ts'
import type { RunSink } from '../record/recorder.ts'
import { noTotals } from '../record/usage.ts'
import { createEngine, type ExecuteOptions } from '../run/engine.ts'
import type { RunOutcome, RunRequest } from '../run/request.ts'
import type { EngineDeps } from '../run/runtime.ts'
import type { WriteOutcome, WriteLog, WriteKey } from '../run/write-once.ts'
import { createSandbox } from '../sandbox/sandbox.ts'
import { createToolRegistry, type ToolDefinition } from '../tools/definition.ts'

type Entry = { begun: number; isOpen: boolean; ending: WriteOutcome | null }

/** Keeps the log of writing calls for one test. */
export function memoryJournal(): WriteLog {
  const entries = new Map<string, Entry>()
  const idOf = ({ threadId, taskId, callId }: WriteKey) => [threadId, taskId, callId].join(' ')
  return {
    async begin(call) {
      const known = entries.get(idOf(call))
      if (known && !known.isOpen)
        return known.ending ?? { status: 'begun', startCount: known.begun }
      entries.set(idOf(call), { begun: (known?.begun ?? 0) + 1, isOpen: false, ending: null })
      return null
    },
    async end(key, ending) {
      const known = entries.get(idOf(key))
      if (known) known.ending = ending
    },
    async storeAnswer(key, begun, ending) {
      const known = entries.get(idOf(key))
      if (known?.begun !== begun || known.ending) return
      if (ending) known.ending = ending
      else known.isOpen = true
    },
  }
}

/** Answers interrupts by drawn numbers, from all decisions that each one allows. */
export function people(choices: readonly number[]) {
  let count = 0
  const choose = <T>(options: readonly T[]): T | undefined =>
    options[(choices[count++ % choices.length] ?? 0) % options.length]
  const decide = ({ isUnconfirmed = false }: Extract<Interrupt, { kind: 'approval' }>) =>
    choose<ToolDecision>([
      { type: 'approve' },
      isUnconfirmed
        ? { type: 'respond', result: 'It took effect.' }
        : { type: 'edit', args: { expression: '1 + 1' } },
      { type: 'reject', reason: 'Not now.' },
    ]) ?? { type: 'approve' }
  const answer = (interrupt: Interrupt): InterruptAnswer => {
    switch (interrupt.kind) {
      case 'ask':
        return {
          kind: 'ask',
          decision: choose(interrupt.decisions)?.port ?? '',
          values: {},
        }
      case 'approval':
        return { kind: 'approval', decisions: interrupt.calls.map(() => decide(interrupt)) }
      default:
        return { kind: 'breakpoint' }
    }
  }
  return (interrupts: readonly Interrupt[]): Record<string, InterruptAnswer> =>
    Object.fromEntries(interrupts.map((interrupt) => [interrupt.id, answer(interrupt)]))
}

/** Everything a run emitted in order, and its outcome. */
export type Recorded = {
  outcome: RunOutcome
  events: RunEventBody[]
  exchanges: Exchange[]
  /** The newest version of each span in start order. */
  spans: SpanDetail[]
}

export type HarnessOptions = StartOptions & {
  tools?: ToolDefinition[]
  deps?: Partial<EngineDeps>
  connection?: Partial<ModelConnection>
}

// Shared by all tests of a process, because each sandbox waits for its threads.
const sandbox = createSandbox()

/** Runs the real engine against a real provider on loopback, with checkpoints in memory. */
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
    flushed: async () => {},
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
    calledAgents: {},
    name: 'The agent',
    input,
    start: { type: 'input' },
    attempt: 1,
    seed: 7,
    budget: {},
    runOptions: {},
    startedAt: systemClock.now(),
    firstTokenAt: null,
    totals: noTotals,
    metadata: {},
    tags: [],
    ...fields,
  }
}

export const ofKind = ({ spans }: Pick<Recorded, 'spans'>, kind: SpanKind) =>
  spans.filter((span) => span.kind === kind)

export const eventsOf = <T extends RunEventBody['type']>(
  { events }: Pick<Recorded, 'events'>,
  type: T,
) => events.filter((event): event is Extract<RunEventBody, { type: T }> => event.type === type)
