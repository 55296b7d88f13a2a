import type { RunEvent, RunEventBody } from '@lathe/contract'
import { createRunView, type RunFacts, type RunView } from '../stream/run-view.ts'
import { hasWrites } from '../stream/modes/updates.ts'
import { toWireInterrupts } from '../wire/interrupts.ts'
import { withPendingCalls } from '../wire/pending-calls.ts'
import { toWireValues } from '../wire/values.ts'
import { messageTranslation } from './messages.ts'
import type { ProtocolBody } from './protocol-event.ts'

type EventBody<T> = Extract<RunEventBody, { type: T }>

/** Translates the events of one run. They must be passed in order from the first. */
export function translateProtocol(facts: RunFacts): (event: RunEvent) => ProtocolBody[] {
  const view = createRunView(facts)
  const messages = messageTranslation()
  return ({ body }) => {
    view.apply(body)
    return [...messages(body, view), ...otherEvents(body, view)]
  }
}

function otherEvents(body: RunEventBody, view: RunView): ProtocolBody[] {
  switch (body.type) {
    case 'status':
      return statusEvents(body, view)
    case 'state':
      return stateEvents(body, view)
    case 'node-start':
    case 'node-end':
      return nodeEvents(body, view)
    case 'tool-call':
      return toolEvents(body, view)
    default:
      return []
  }
}

const LIFECYCLE = {
  pending: 'started',
  running: 'running',
  interrupted: 'interrupted',
  cancelled: 'interrupted',
  success: 'completed',
  error: 'failed',
  timeout: 'failed',
} as const

/** Pending interrupts precede the pause, because clients stop listening there. */
function statusEvents({ status, error }: EventBody<'status'>, view: RunView): ProtocolBody[] {
  const requested =
    status === 'interrupted'
      ? toWireInterrupts(view.interrupts).map(({ id, value, ...schema }) => ({
          method: 'input.requested',
          namespace: [],
          data: { interrupt_id: id, payload: value, ...schema },
        }))
      : []
  const failure = error ? { error: `${error.code}: ${error.message}` } : {}
  const data = { event: LIFECYCLE[status], run_id: view.facts.runId, ...failure }
  return [
    ...(status === 'interrupted' ? [pausedValues(view)] : []),
    ...requested,
    { method: 'lifecycle', namespace: [], data },
  ]
}

function pausedValues({ facts, values, interrupts }: RunView): ProtocolBody {
  const data = withPendingCalls(facts.document, values, interrupts)
  return { method: 'values', namespace: [], data }
}

function stateEvents({ superstep }: EventBody<'state'>, view: RunView): ProtocolBody[] {
  const { checkpointId, parentCheckpointId } = view
  const checkpoint: ProtocolBody[] =
    checkpointId === null
      ? []
      : [
          {
            method: 'checkpoints',
            namespace: [],
            data: {
              id: checkpointId,
              ...(parentCheckpointId !== null && { parent_id: parentCheckpointId }),
              step: superstep,
              source: 'loop',
            },
          },
        ]
  return [...checkpoint, { method: 'values', namespace: [], data: view.values }]
}

function nodeEvents(
  body: EventBody<'node-start'> | EventBody<'node-end'>,
  view: RunView,
): ProtocolBody[] {
  const node = body.node.split('/').at(-1) ?? body.node
  const origin = { namespace: view.findNamespace(body.node), node }
  const task = { id: body.taskId, name: node, interrupts: [] }
  if (body.type === 'node-start') {
    return [{ method: 'tasks', ...origin, data: { ...task, input: view.values, triggers: [] } }]
  }
  const values = toWireValues(view.facts.document, body.writes ?? {})
  const error = body.error && `${body.error.code}: ${body.error.message}`
  const end: ProtocolBody = {
    method: 'tasks',
    ...origin,
    data: { ...task, result: values, error },
  }
  if (!hasWrites(body)) return [end]
  return [{ method: 'updates', ...origin, data: { node, values } }, end]
}

const TOOL_EVENTS = { start: 'tool-started', end: 'tool-finished', error: 'tool-error' } as const

function toolEvents(body: EventBody<'tool-call'>, view: RunView): ProtocolBody[] {
  const { toolCallId, name, phase, args, result, error } = body
  const node = body.node.split('/').at(-1) ?? body.node
  const data = {
    event: TOOL_EVENTS[phase],
    tool_call_id: toolCallId,
    tool_name: name,
    ...(args !== undefined && { input: args }),
    ...(phase === 'end' && { output: result ?? null }),
    ...(error && { message: error.message, code: error.code }),
  }
  return [{ method: 'tools', namespace: view.findNamespace(body.node), node, data }]
}
