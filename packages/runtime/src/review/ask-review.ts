import { isObject } from '../json.ts'
import type { Json, JsonObject, JsonSchema } from '../json.ts'
import type { Validate } from '../structured-output.ts'
import { fromTextFields, listProperties, parseJsonOrText } from './text-fields.ts'
import { editedAction } from './review-request.ts'
import type { ReviewAction } from './review-request.ts'

/** A question to a person: a message, a form, and decisions that lead to different nodes. */
export type AskQuestion = {
  /** Path of the asking node. */
  node: string
  message: string
  form: JsonSchema | null
  decisions: readonly AskDecision[]
  /** When `timeout` becomes an answer; null for a question without a deadline. */
  deadlineAt: number | null
}

type AskDecision = { port: string; label: string; needsForm?: boolean | undefined }

export type AskAnswer = { kind: 'ask'; decision: string; values: JsonObject }

/** The decision of a question that was not answered in time. */
export const TIMEOUT_PORT = 'timeout'

/** An answer that cannot be read. `expected` describes a valid one. */
export class UnreadableAnswer extends Error {
  override readonly name = 'UnreadableAnswer'
  readonly expected: string

  constructor(expected: string) {
    super(`Cannot read the answer: expected ${expected}`)
    this.expected = expected
  }
}

/** Whether a decision is valid only with the form's required fields. By default, only the first one is. */
export function needsForm(
  decisions: readonly Pick<AskDecision, 'port' | 'needsForm'>[],
  port: string,
): boolean {
  const index = decisions.findIndex((decision) => decision.port === port)
  return decisions[index]?.needsForm ?? index === 0
}

/** Returns the form for a decision that needs none of its fields. */
export function withoutRequired(form: JsonSchema): JsonSchema {
  const { required: _, ...rest } = form
  return rest
}

type Fits = (answer: AskAnswer) => boolean

/** Returns a test for complete answers to a question. */
function completeness({ decisions, form, deadlineAt }: AskQuestion, validate: Validate): Fits {
  return ({ decision, values }) => {
    if (decision === TIMEOUT_PORT && deadlineAt !== null) return true
    if (!decisions.some(({ port }) => port === decision)) return false
    if (!form) return true
    const schema = needsForm(decisions, decision) ? form : withoutRequired(form)
    return validate(schema, values) === null
  }
}

/**
 * Maps a question to LangChain's human-in-the-loop request: *approve* takes the first decision, *reject* the last
 * of several, and *edit* chooses any decision and fills in the form.
 */
export function toAskAction(ask: AskQuestion, validate: Validate): ReviewAction {
  const { message, node, decisions, form } = ask
  const { approved, rejected } = shortcuts(ask, validate)
  const hasChoice = decisions.length > 1
  const hasFields = Object.keys(listProperties(form)).length > 0
  return {
    name: node.split('/').at(-1) ?? node,
    args: toArgs(ask),
    description: [message, hasChoice ? describeDecisions(ask, validate) : '']
      .filter(Boolean)
      .join('\n\n'),
    allowed: [
      ...(approved ? ['approve'] : []),
      ...(hasChoice || hasFields || !approved ? ['edit'] : []),
      ...(rejected ? ['reject'] : []),
    ],
  }
}

/** The decisions of *approve* and *reject*, if these complete the form. */
function shortcuts(ask: AskQuestion, validate: Validate) {
  const [first, ...rest] = ask.decisions
  const last = rest.at(-1)
  const isComplete = completeness(ask, validate)
  return {
    approved: first && isComplete(approval(ask, first.port, validate)) ? first : undefined,
    rejected: last && isComplete(rejection(ask, last.port, 'reason', validate)) ? last : undefined,
  }
}

const approval = (ask: AskQuestion, port: string, validate: Validate) =>
  createAnswer(ask, port, defaultValues(ask.form), validate)

/** A reviewer's reason goes to the form's first text field. */
function rejection(
  ask: AskQuestion,
  port: string,
  message: Json | undefined,
  validate: Validate,
): AskAnswer {
  const field = ask.form ? findTextField(ask.form) : 'message'
  const hasReason = typeof message === 'string' && message !== '' && field !== undefined
  return createAnswer(ask, port, hasReason ? { [field]: message } : {}, validate)
}

function describeDecisions(ask: AskQuestion, validate: Validate): string {
  const { approved, rejected } = shortcuts(ask, validate)
  const decisions = ask.decisions.map(({ port, label }) => {
    const shortcut =
      port === approved?.port ? 'approve' : port === rejected?.port ? 'reject' : undefined
    const notes = [label === port ? undefined : label, shortcut].filter(Boolean).join('; ')
    return notes === '' ? port : `${port} (${notes})`
  })
  return `Decisions: ${decisions.join(', ')}`
}

const RESERVED = ['decision', 'values', 'kind']

/** The form's fields beside the decision, or under `values` if a field has a reserved name. */
function toArgs({ decisions, form }: AskQuestion): JsonObject {
  const values = defaultValues(form)
  const isForced = decisions.length === 1 && Object.keys(values).length > 0
  const decision: JsonObject = isForced ? {} : { decision: decisions[0]?.port ?? '' }
  const isNested = RESERVED.some((name) => Object.hasOwn(values, name))
  return isNested ? { ...decision, values } : { ...decision, ...values }
}

function defaultValues(form: JsonSchema | null): JsonObject {
  return Object.fromEntries(
    Object.entries(listProperties(form)).map(([name, schema]) => [name, defaultValue(schema)]),
  )
}

function defaultValue({ default: value, type }: JsonSchema): Json {
  if (value !== undefined) return value
  if (type === 'boolean') return false
  if (type === 'array') return []
  return type === 'object' ? {} : ''
}

const createAnswer = (
  ask: AskQuestion,
  decision: string,
  fields: JsonObject,
  validate: Validate,
): AskAnswer => ({
  kind: 'ask',
  decision: findPort(ask, decision),
  values: ask.form ? fromTextFields(ask.form, fields, validate) : fields,
})

/** People may write a decision's label instead of its port. */
function findPort({ decisions }: AskQuestion, decision: string): string {
  const text = decision.trim().toLowerCase()
  const found =
    decisions.find(({ port }) => port === decision) ??
    decisions.find(({ port, label }) => [port, label].some((name) => name.toLowerCase() === text))
  return found?.port ?? decision
}

/**
 * Reads `'yes'`, the text of a form of one text field, `{ decision, values }`, the fields beside the decision, or
 * LangChain's `{ decisions: [decision] }`. Throws `UnreadableAnswer` for anything else.
 */
export function readAskAnswer(ask: AskQuestion, value: Json, validate: Validate): AskAnswer {
  const answer = (decision: string, fields: JsonObject) =>
    createAnswer(ask, decision, fields, validate)
  const only = ask.decisions.length === 1 ? ask.decisions[0]?.port : undefined
  if (typeof value === 'boolean') return answer(String(value), {})
  if (typeof value === 'string') {
    const isDecision = ask.decisions.some(({ port }) => port === findPort(ask, value))
    const field = findTextField(ask.form)
    if (isDecision || only === undefined || field === undefined) return answer(value, {})
    return answer(only, { [field]: value })
  }
  if (!isJsonObject(value)) throw new UnreadableAnswer('a decision, or `{ decision, values }`')
  if (Array.isArray(value['decisions'])) return readReview(ask, value['decisions'], validate)
  const { decision = only, values: rawValues, kind: _, ...fields } = value
  if (typeof decision !== 'string') throw new UnreadableAnswer('`decision`')
  const values = typeof rawValues === 'string' ? parseJsonOrText(rawValues) : rawValues
  return answer(decision, isJsonObject(values) ? values : fields)
}

const isJsonObject = (value: Json | undefined): value is JsonObject => isObject(value)

/** Reads LangChain's `{ decisions: [decision] }` for the action of `toAskAction`. */
function readReview(ask: AskQuestion, decisions: Json[], validate: Validate): AskAnswer {
  const [decision] = decisions
  if (decisions.length !== 1 || !isJsonObject(decision)) throw new UnreadableAnswer('one decision')
  const { approved, rejected } = shortcuts(ask, validate)
  switch (decision['type']) {
    case 'approve':
      if (!approved) {
        throw new UnreadableAnswer('a decision of type edit, with the fields filled in')
      }
      return approval(ask, approved.port, validate)
    case 'edit': {
      const edited = editedAction(decision)
      const args = isObject(edited) ? edited['args'] : decision['args']
      if (!isObject(args)) throw new UnreadableAnswer('`edited_action.args`')
      // The cast holds: an answer is JSON.
      return readAskAnswer(ask, args as JsonObject, validate)
    }
    case 'reject':
      if (!rejected) throw new UnreadableAnswer('a decision of type approve or edit')
      return rejection(ask, rejected.port, decision['message'], validate)
    case 'respond':
      return readAskAnswer(ask, decision['message'] ?? null, validate)
    default:
      throw new UnreadableAnswer('a decision of type approve, edit or reject')
  }
}

function findTextField(form: JsonSchema | null): string | undefined {
  const fields = Object.entries(listProperties(form))
  return fields.find(([, { type, enum: options }]) => type === 'string' && !options)?.[0]
}
