import {
  type Interrupt,
  InterruptAnswer,
  type Json,
  type JsonObject,
  ToolDecision,
} from '@lathe/contract'
import { invalidInput } from '../../../http/errors.ts'
import { isObject } from './messages.ts'

/**
 * What `Command({ resume })` carries, as answers to what the run waits for: by interrupt id, or one value for
 * everything that waits.
 */
export function toAnswers(
  interrupts: readonly Interrupt[],
  resume: Json,
): Record<string, InterruptAnswer> {
  const byId = isObject(resume) && Object.keys(resume).length > 0 ? resume : {}
  const ids = new Set(interrupts.map(({ id }) => id))
  const isMap = Object.keys(byId).length > 0 && Object.keys(byId).every((id) => ids.has(id))
  const answered = interrupts.filter(({ id }) => !isMap || Object.hasOwn(byId, id))
  return Object.fromEntries(
    answered.map((interrupt) => [
      interrupt.id,
      toAnswer(interrupt, isMap ? (byId[interrupt.id] ?? null) : resume),
    ]),
  )
}

function toAnswer(interrupt: Interrupt, value: Json): InterruptAnswer {
  const given = InterruptAnswer.safeParse(value)
  if (given.success) return given.data
  switch (interrupt.kind) {
    case 'ask':
      return askAnswer(interrupt, value)
    case 'approval':
      return { kind: 'approval', decisions: decisionsOf(interrupt, value) }
    default:
      return { kind: 'breakpoint' }
  }
}

type Asked<K> = Extract<Interrupt, { kind: K }>

/** `'yes'`, `{ decision: 'yes', values }`, or the form's fields beside the decision. */
function askAnswer({ decisions }: Asked<'ask'>, value: Json): InterruptAnswer {
  const only = decisions.length === 1 ? decisions[0]?.port : undefined
  if (typeof value === 'string' || typeof value === 'boolean') {
    return { kind: 'ask', decision: String(value), values: {} }
  }
  if (!isObject(value)) throw unreadable('a decision, or `{ decision, values }`')
  const { decision = only, values, kind: _, ...fields } = value
  if (typeof decision !== 'string') throw unreadable('`decision`')
  return { kind: 'ask', decision, values: isObject(values) ? values : fields }
}

/** `true`, `'approve'`, or LangChain's `{ decisions: [{ type }] }`. */
function decisionsOf({ calls }: Asked<'approval'>, value: Json): ToolDecision[] {
  if (value === true || value === 'approve') return calls.map(() => ({ type: 'approve' }))
  if (value === false || value === 'reject')
    return calls.map(() => ({ type: 'reject', reason: '' }))
  const list = isObject(value) ? value['decisions'] : value
  if (!Array.isArray(list)) throw unreadable('`{ decisions: [{ type }] }`, one for each call')
  return list.map(decisionOf)
}

function decisionOf(item: Json): ToolDecision {
  const parsed = ToolDecision.safeParse(isObject(item) ? ownWords(item) : { type: item })
  if (!parsed.success)
    throw unreadable('decisions of type approve, edit (with args), reject or respond')
  return parsed.data
}

function ownWords({ type = null, ...rest }: JsonObject): JsonObject {
  const edited = rest['editedAction'] ?? rest['edited_action']
  const args = isObject(edited) ? edited['args'] : rest['args']
  if (type === 'edit') return { type, args: args ?? null }
  if (type === 'respond') return { type, result: rest['result'] ?? rest['message'] ?? null }
  const reason = rest['message'] ?? rest['reason']
  return type === 'reject' ? { type, ...(typeof reason === 'string' && { reason }) } : { type }
}

const unreadable = (expected: string) => invalidInput('command.resume', `expected ${expected}`)
