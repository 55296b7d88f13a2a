import type {
  GraphDocument,
  Interrupt,
  JsonObject,
  RunEventBody,
  Span,
  Usage,
} from '@lathe/contract'
import { addWireMessages, toWireValues } from '../wire/values.ts'

export type RunFacts = {
  runId: string
  threadId: string
  agentId: string
  document: GraphDocument
  /** Channels before the run, in client format. */
  base: JsonObject
  baseCheckpointId: string | null
}

/** State accumulated from run events, for stream modes that need more than the last change. */
export type RunView = {
  readonly facts: RunFacts
  /**
   * All channels after the last superstep and, while nodes are paused, the messages they will
   * write.
   */
  readonly values: JsonObject
  readonly checkpointId: string | null
  readonly parentCheckpointId: string | null
  /** Interrupts since the last pause. */
  readonly interrupts: readonly Interrupt[]
  /** Subgraphs that contain a node, `research:<task>` for each. Empty at the top level. */
  findNamespace(node: string): string[]
  /** LangGraph's address of a node. */
  nodeAddress(node: string, taskId: string): string
  findModel(spanId: string | null): Pick<Span, 'model' | 'provider'>
  findUsage(spanId: string | null): Usage | null
  apply(body: RunEventBody): void
}

const NO_MODEL = { model: null, provider: null }

export function createRunView(facts: RunFacts): RunView {
  let values = facts.base
  let checkpointId = facts.baseCheckpointId
  let parentCheckpointId: string | null = null
  let interrupts: Interrupt[] = []
  /** Messages of paused nodes by task. */
  const paused = new Map<string, JsonObject>()
  const tasks = new Map<string, string>()
  const models = new Map<string, Span>()

  const resolveNamespace = (node: string): string[] => {
    const parts = node.split('/').slice(0, -1)
    return parts.map((part, index) => {
      const task = tasks.get(parts.slice(0, index + 1).join('/')) ?? ''
      return `${part}:${task}`
    })
  }
  const applyState = (body: Extract<RunEventBody, { type: 'state' }>) => {
    values = { ...values, ...toWireValues(facts.document, body.channels) }
    if (body.checkpointId === null || body.checkpointId === checkpointId) return
    parentCheckpointId = checkpointId
    checkpointId = body.checkpointId
  }

  const applyNode = (body: Extract<RunEventBody, { type: 'node-start' | 'node-end' }>) => {
    if (body.type === 'node-start') tasks.set(body.node, body.taskId)
    paused.delete(body.taskId)
    // A nested node writes to the channels of its own graph.
    if (body.type === 'node-start' || body.status !== 'interrupted' || body.node.includes('/'))
      return
    if (body.writes) paused.set(body.taskId, toWireValues(facts.document, body.writes))
  }

  return {
    facts,
    get values() {
      return [...paused.values()].reduce(addWireMessages, values)
    },
    get checkpointId() {
      return checkpointId
    },
    get parentCheckpointId() {
      return parentCheckpointId
    },
    get interrupts() {
      return interrupts
    },
    findNamespace: resolveNamespace,
    nodeAddress: (node, taskId) =>
      [...resolveNamespace(node), `${node.split('/').at(-1) ?? node}:${taskId}`].join('|'),
    findModel: (spanId) => models.get(spanId ?? '') ?? NO_MODEL,
    findUsage: (spanId) => models.get(spanId ?? '')?.usage ?? null,
    apply(body) {
      if (body.type === 'state') applyState(body)
      if (body.type === 'node-start' || body.type === 'node-end') applyNode(body)
      if (body.type === 'span' && body.span.kind === 'model') models.set(body.span.id, body.span)
      if (body.type === 'interrupt') interrupts = [...interrupts, body.interrupt]
      if (body.type === 'answer') interrupts = []
    },
  }
}
