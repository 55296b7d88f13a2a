import {
  editedAction,
  fromTextFields,
  readAskAnswer,
  UnreadableAnswer,
} from '@lathe-ai/runtime/review'
import {
  type Interrupt,
  InterruptAnswer,
  type Json,
  type JsonObject,
  ToolDecision,
  isJsonObject,
} from '@lathe/contract'
import { validateSchema } from '@lathe/graph'
import { invalidInput, refusal } from '../../../platform/http/errors.ts'

/**
 * Reads `Command({ resume })` as answers to pending interrupts: a map by interrupt id, or one value
 * for the only one. As strict as LangGraph: rejects unknown ids, maps without ids, and a single
 * value for several interrupts.
 */
export function toAnswers(
  interrupts: readonly Interrupt[],
  resume: Json,
): Record<string, InterruptAnswer> {
  const pending = new Map(interrupts.map((interrupt) => [interrupt.id, interrupt]))
  if (isJsonObject(resume) && isIdMap(resume, pending)) return answersById(resume, pending)
  const [interrupt] = interrupts
  if (interrupts.length > 1) {
    throw refusal(
      422,
      'AMBIGUOUS_RESUME',
      `${interrupts.length} interrupts are pending: resume with a map from interrupt id to answer. Pending: ${listIds(pending)}`,
      { pending: [...pending.keys()] },
    )
  }
  return interrupt ? { [interrupt.id]: toAnswer(interrupt, resume) } : {}
}

type Pending = ReadonlyMap<string, Interrupt>

const listIds = (pending: Pending): string => [...pending.keys()].join(', ') || 'none'

/** LangGraph's format of interrupt ids. */
const LANGGRAPH_ID = /^[0-9a-f]{32}$/

/** One pending id is enough, so that a wrong id in the same map is reported. */
function isIdMap(resume: JsonObject, pending: Pending): boolean {
  const keys = Object.keys(resume)
  return keys.some((key) => pending.has(key)) || keys.every((key) => LANGGRAPH_ID.test(key))
}

function answersById(resume: JsonObject, pending: Pending): Record<string, InterruptAnswer> {
  const entries = Object.entries(resume)
  if (entries.length === 0) {
    const hasQuestion = [...pending.values()].some(({ kind }) => kind !== 'breakpoint')
    if (hasQuestion) {
      throw refusal(422, 'EMPTY_RESUME', `The resume map is empty. Pending: ${listIds(pending)}`, {
        pending: [...pending.keys()],
      })
    }
    return Object.fromEntries([...pending.keys()].map((id) => [id, { kind: 'breakpoint' }]))
  }
  return Object.fromEntries(
    entries.map(([id, value]) => {
      const interrupt = pending.get(id)
      if (!interrupt) throw notPending(id, pending)
      return [id, toAnswer(interrupt, value)]
    }),
  )
}

function notPending(id: string, pending: Pending) {
  return refusal(
    409,
    'INTERRUPT_NOT_PENDING',
    `Interrupt ${id} is unknown or already answered. Pending: ${listIds(pending)}`,
    { interruptId: id, pending: [...pending.keys()] },
  )
}

function toAnswer(interrupt: Interrupt, value: Json): InterruptAnswer {
  const parsed = InterruptAnswer.safeParse(value)
  if (parsed.success) return parsed.data
  switch (interrupt.kind) {
    case 'ask':
      return toAskAnswer(interrupt, value)
    case 'approval':
      return { kind: 'approval', decisions: readDecisions(interrupt, value) }
    default:
      return { kind: 'breakpoint' }
  }
}

type Ask = Extract<Interrupt, { kind: 'ask' }>

function toAskAnswer(interrupt: Ask, value: Json): InterruptAnswer {
  try {
    return readAskAnswer(interrupt, value, validateSchema)
  } catch (error) {
    throw error instanceof UnreadableAnswer ? unreadable(error.expected) : error
  }
}

const unreadable = (expected: string) => invalidInput('command.resume', `expected ${expected}`)

type Approval = Extract<Interrupt, { kind: 'approval' }>
type Call = Approval['calls'][number]

/** Accepts `true`, `'approve'` or LangChain's `{ decisions: [{ type }] }`. */
function readDecisions({ calls }: Approval, value: Json): ToolDecision[] {
  if (value === true || value === 'approve') return calls.map(() => ({ type: 'approve' }))
  if (value === false || value === 'reject')
    return calls.map(() => ({ type: 'reject', reason: '' }))
  const list = isJsonObject(value) ? value['decisions'] : value
  if (!Array.isArray(list)) throw unreadable('`{ decisions: [{ type }] }`, one for each call')
  return list.map((decision, index) => toDecision(decision, calls[index]))
}

function toDecision(item: Json, call: Call | undefined): ToolDecision {
  const parsed = ToolDecision.safeParse(isJsonObject(item) ? fromHitl(item, call) : { type: item })
  if (!parsed.success)
    throw unreadable('decisions of type approve, edit (with args), reject or respond')
  return parsed.data
}

/** Converts a decision of LangChain. */
function fromHitl({ type = null, ...rest }: JsonObject, call: Call | undefined): JsonObject {
  if (type === 'edit') return { type, args: editedArgs(rest, call) }
  if (type === 'respond') return { type, result: rest['result'] ?? rest['message'] ?? null }
  const reason = rest['message'] ?? rest['reason']
  return type === 'reject' ? { type, ...(typeof reason === 'string' && { reason }) } : { type }
}

function editedArgs(decision: JsonObject, call: Call | undefined): Json {
  // The cast holds: a part of JSON is JSON.
  const editedCall = editedAction(decision) as Json | undefined
  const { name = call?.name, args = null } = isJsonObject(editedCall)
    ? editedCall
    : { args: decision['args'] }
  if (call && name !== call.name) {
    throw unreadable(`an edit of the arguments of \`${call.name}\`, not a call of another tool`)
  }
  return call && isJsonObject(args) ? fromTextFields(call.schema, args, validateSchema) : args
}
