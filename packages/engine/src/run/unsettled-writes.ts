import { GraphInterrupt } from '@langchain/langgraph'
import type { Interrupt, InterruptAnswer, JsonObject, ToolDecision } from '@lathe/contract'
import { responseSchema } from '@lathe/graph'
import { LatheError, toRunError } from '../errors/lathe-error.ts'
import type { ToolDefinition } from '../tools/definition.ts'
import type { ActiveRun } from './active-run.ts'
import type { NodeExecution } from './scope.ts'
import type { WriteEnding, WriteJournal, WriteKey } from './write-journal.ts'

const PREFIX = 'write'
const SEPARATOR = '|'

type Unsettled = Pick<WriteKey, 'taskId' | 'callId'> & { begun: number }

/** It says which call, and which time: an answer is never taken for one to a later crash. */
const idOf = ({ taskId, begun, callId }: Unsettled) =>
  [PREFIX, taskId, begun, callId].join(SEPARATOR)

function unsettledIn(id: string): Unsettled | null {
  const [prefix, taskId = '', begun, ...callId] = id.split(SEPARATOR)
  return prefix === PREFIX ? { taskId, begun: Number(begun), callId: callId.join(SEPARATOR) } : null
}

/** Whether it asks what became of a write; LangGraph knows of no such question. */
export const asksOfWrite = (interruptId: string): boolean => unsettledIn(interruptId) !== null

/**
 * Pauses the task: the call had begun when its process died, and only a human can find out whether it took
 * effect. Thrown rather than asked by LangGraph's `interrupt`, which counts a task's questions and would take
 * an earlier approval for the answer.
 */
export function askOfWrite(
  run: ActiveRun,
  node: NodeExecution,
  { name, description, schema }: ToolDefinition,
  args: JsonObject,
  unsettled: Unsettled,
): never {
  const value: Omit<Extract<Interrupt, { kind: 'approval' }>, 'id'> = {
    kind: 'approval',
    node: node.path,
    title: `Has ${name} taken effect?`,
    createdAt: run.clock.now(),
    isUnsettled: true,
    calls: [{ id: unsettled.callId, name, args, description, schema }],
  }
  throw new GraphInterrupt([{ id: idOf(unsettled), value, response_schema: responseSchema(value) }])
}

/** Before the graph goes on: what people have found out about writes. */
export async function settleWrites(
  journal: WriteJournal | undefined,
  threadId: string,
  answers: Readonly<Record<string, InterruptAnswer>>,
): Promise<void> {
  for (const [id, answer] of Object.entries(answers)) {
    const unsettled = unsettledIn(id)
    const decision = answer.kind === 'approval' ? answer.decisions[0] : undefined
    if (!unsettled || !decision) continue
    await journal?.settle({ ...unsettled, threadId }, unsettled.begun, endingOf(decision))
  }
}

function endingOf(decision: ToolDecision): WriteEnding | null {
  switch (decision.type) {
    case 'respond':
      return { status: 'success', result: decision.result }
    case 'reject': {
      const message = decision.reason || 'A human stopped this call: it may have taken effect.'
      return { status: 'error', error: toRunError(new LatheError('TOOL_ERROR', message)) }
    }
    default:
      return null
  }
}
