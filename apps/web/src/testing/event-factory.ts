import type { RunEvent, RunEventBody, Span } from '@lathe/contract'
import { ZERO_USAGE } from '@lathe/contract'

type Body<T extends RunEventBody['type']> = Omit<Extract<RunEventBody, { type: T }>, 'type'>

export const uuid = (n: number) => `0198c0de-7000-7000-8000-${String(n).padStart(12, '0')}`

const task = (node: string) => ({ node, taskId: `task-${node}`, superstep: 1 })

/** Bodies of run events with everything but what a test is about filled in. */
export const body = {
  status: (
    status: Body<'status'>['status'],
    overrides: Partial<Body<'status'>> = {},
  ): RunEventBody => ({
    type: 'status',
    status,
    attempt: 1,
    error: null,
    ...overrides,
  }),
  start: (node: string, overrides: Partial<Body<'node-start'>> = {}): RunEventBody => ({
    type: 'node-start',
    ...task(node),
    spanId: uuid(1),
    ...overrides,
  }),
  end: (node: string, overrides: Partial<Body<'node-end'>> = {}): RunEventBody => ({
    type: 'node-end',
    ...task(node),
    spanId: uuid(1),
    status: 'success',
    durationMs: 100,
    error: null,
    cached: false,
    ...overrides,
  }),
  token: (text: string, overrides: Partial<Body<'token'>> = {}): RunEventBody => ({
    type: 'token',
    ...task('answer'),
    spanId: uuid(50),
    messageId: 'm1',
    channel: 'text',
    text,
    ...overrides,
  }),
  message: (message: Body<'message'>['message'], node = 'answer'): RunEventBody => ({
    type: 'message',
    ...task(node),
    spanId: uuid(50),
    message,
  }),
  tool: (
    phase: Body<'tool-call'>['phase'],
    overrides: Partial<Body<'tool-call'>> = {},
  ): RunEventBody => ({
    type: 'tool-call',
    ...task('answer'),
    spanId: uuid(60),
    toolCallId: 'call-1',
    name: 'calculator',
    phase,
    ...overrides,
  }),
  retry: (overrides: Partial<Body<'retry'>> = {}): RunEventBody => ({
    type: 'retry',
    ...task('answer'),
    spanId: uuid(50),
    code: 'RATE_LIMITED',
    attempt: 2,
    of: 3,
    waitMs: 4_000,
    ...overrides,
  }),
  state: (channels: Body<'state'>['channels']): RunEventBody => ({
    type: 'state',
    superstep: 1,
    checkpointId: null,
    channels,
    writers: {},
    next: [],
  }),
  interrupt: (interrupt: Body<'interrupt'>['interrupt']): RunEventBody => ({
    type: 'interrupt',
    interrupt,
  }),
  answer: (answer: Body<'answer'>['answer'], interruptId: string): RunEventBody => ({
    type: 'answer',
    interruptId,
    answer,
  }),
  span: (overrides: Partial<Span>): RunEventBody => ({
    type: 'span',
    span: { ...modelSpan, status: overrides.endedAt == null ? 'running' : 'success', ...overrides },
  }),
}

const modelSpan: Span = {
  id: uuid(50),
  traceId: uuid(99),
  parentId: null,
  kind: 'model',
  name: 'demo-1',
  node: 'answer',
  superstep: 1,
  status: 'running',
  startedAt: 0,
  endedAt: null,
  firstTokenAt: null,
  model: 'demo-1',
  provider: 'demo',
  usage: null,
  cost: null,
  error: null,
  tags: [],
  payloadBytes: 0,
}

export const usage = (input: number, output: number) => ({ ...ZERO_USAGE, input, output })

/** Numbers bodies from `first` on, one millisecond apart. */
export const numberEvents = (bodies: readonly RunEventBody[], first = 1): RunEvent[] =>
  bodies.map((eventBody, index) => ({
    seq: first + index,
    at: (first + index) * 1_000,
    body: eventBody,
  }))
