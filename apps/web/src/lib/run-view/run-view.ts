import type {
  Interrupt,
  InterruptAnswer,
  Json,
  Message,
  RunError,
  RunEvent,
  RunStatus,
  SpanStatus,
  Usage,
} from '@lathe/contract'
import { ZERO_USAGE } from '@lathe/contract'
import type { Spending } from '@lathe/contract'

export type RetryView = {
  code: string
  attempt: number
  maxAttempts: number
  /** Time of the next retry, in microseconds since the epoch. */
  dueAt: number
}

/** One execution of one node, including subgraph nodes. */
export type StepView = {
  /** The span of the execution. */
  id: string
  /** Path: `research/search`. */
  node: string
  taskId: string
  /** Element of a fan-out copy. */
  element: string | null
  superstep: number
  status: SpanStatus
  startedAt: number
  durationMs: number | null
  error: RunError | null
  isCached: boolean
  isPinned: boolean
  retry: RetryView | null
  /** Provider calls that were retried. */
  retries: number
}

/** A node on the canvas, with all its executions combined. */
export type NodeView = {
  status: SpanStatus
  running: number
  count: number
  /** Summed over all ended executions. */
  durationMs: number
  /** Start of the oldest running execution. */
  runningSince: number | null
  /** Supersteps of all executions, in order. */
  supersteps: readonly number[]
  usage: Usage
  error: RunError | null
  isCached: boolean
  isPinned: boolean
  retry: RetryView | null
}

export type MessageView = {
  id: string
  node: string
  taskId: string
  spanId: string | null
  createdAt: number
  role: Message['role']
  text: string
  reasoning: string
  toolArgs: string
  /** Null while tokens arrive. */
  message: Message | null
}

export type ToolCallView = {
  id: string
  name: string
  node: string
  spanId: string | null
  status: 'running' | 'success' | 'error'
  args: Json | undefined
  result: Json | undefined
  error: RunError | null
  startedAt: number
  endedAt: number | null
}

export type AnsweredQuestion = {
  question: Extract<Interrupt, { kind: 'ask' }>
  answer: Extract<InterruptAnswer, { kind: 'ask' }>
}

/**
 * An item of the transcript, in order. A tool call requested by a message is shown inside that
 * message.
 */
export type TranscriptItem = { type: 'message' | 'tool' | 'answer'; id: string }

export type SpanTotals = Spending & {
  node: string | null
  usage: Usage
  hasEnded: boolean
}

export type RunView = {
  lastSeq: number
  status: RunStatus | null
  attempt: number
  error: RunError | null
  startedAt: number | null
  endedAt: number | null
  firstTokenAt: number | null
  steps: Readonly<Record<string, StepView>>
  stepOrder: readonly string[]
  nodes: Readonly<Record<string, NodeView>>
  messages: Readonly<Record<string, MessageView>>
  toolCalls: Readonly<Record<string, ToolCallView>>
  transcript: readonly TranscriptItem[]
  interrupts: readonly Interrupt[]
  /** Every interrupt of the run so far. */
  interruptsById: Readonly<Record<string, Interrupt>>
  /** Answered questions by interrupt. */
  answers: Readonly<Record<string, AnsweredQuestion>>
  /** Reasons of rejected tool calls, by call. */
  rejections: Readonly<Record<string, string>>
  /** Latest value of each channel that was written. */
  channels: Readonly<Record<string, Json>>
  /** Model calls by span. */
  modelCalls: Readonly<Record<string, SpanTotals>>
  usage: Usage
  /** Nano-dollars. Null if a part is unknown or no model was called. */
  cost: number | null
  /** Cost of the calls with a known price. */
  pricedCost: number
  unpriced: number
  unmetered: number
}

export const emptyRunView: RunView = {
  lastSeq: 0,
  status: null,
  attempt: 1,
  error: null,
  startedAt: null,
  endedAt: null,
  firstTokenAt: null,
  steps: {},
  stepOrder: [],
  nodes: {},
  messages: {},
  toolCalls: {},
  transcript: [],
  interrupts: [],
  interruptsById: {},
  answers: {},
  rejections: {},
  channels: {},
  modelCalls: {},
  usage: ZERO_USAGE,
  cost: null,
  pricedCost: 0,
  unpriced: 0,
  unmetered: 0,
}

/** The node on the canvas that an event belongs to: the first segment of its path. */
export const topNode = (path: string): string => path.split('/')[0] ?? path

export type EventOf<T extends RunEvent['body']['type']> = Extract<RunEvent['body'], { type: T }>
