import type { Interrupt, Json, JsonObject, JsonSchema } from '@lathe/contract'
import { jsonOrText } from '@lathe/contract/json-or-text'
import { answerIssues } from '@lathe/graph'
import { invalidInput } from '../../../platform/http/errors.ts'
import { fromTextFields, listProperties } from './text-fields.ts'
import { isObject } from './messages.ts'

export type Ask = Extract<Interrupt, { kind: 'ask' }>
export type AskAnswer = { kind: 'ask'; decision: string; values: JsonObject }

/** A question as an action that a human reviews, which is what LangChain's chat clients show. */
export type AskAction = {
  name: string
  args: JsonObject
  description: string
  allowed: ('approve' | 'edit' | 'reject')[]
}

/**
 * Maps a question to LangChain's human-in-the-loop request: *approve* takes the first decision, *reject* the last
 * of several, and *edit* chooses any decision and fills in the form.
 */
export function toAskAction(ask: Ask): AskAction {
  const { message, node, decisions } = ask
  const { approved, rejected } = shortcuts(ask)
  const hasChoice = decisions.length > 1
  const hasFields = Object.keys(listProperties(ask.form)).length > 0
  return {
    name: node.split('/').at(-1) ?? node,
    args: toArgs(ask),
    description: [message, hasChoice ? describeDecisions(ask) : ''].filter(Boolean).join('\n\n'),
    allowed: [
      ...(approved ? (['approve'] as const) : []),
      ...(hasChoice || hasFields || !approved ? (['edit'] as const) : []),
      ...(rejected ? (['reject'] as const) : []),
    ],
  }
}

/** The decisions of `approve` and `reject`, where these complete the form. */
function shortcuts(ask: Ask) {
  const [first, ...others] = ask.decisions
  const last = others.at(-1)
  const isComplete = (answer: AskAnswer) => answerIssues(ask, answer).length === 0
  return {
    approved: first && isComplete(approval(ask, first.port)) ? first : undefined,
    rejected: last && isComplete(rejection(ask, last.port, 'reason')) ? last : undefined,
  }
}

const approval = (ask: Ask, port: string) => createAnswer(ask, port, defaultValues(ask.form))

/** A reviewer's reason goes to the form's first text field. */
function rejection(ask: Ask, port: string, message: Json | undefined): AskAnswer {
  const field = ask.form ? textField(ask.form) : 'message'
  const hasReason = typeof message === 'string' && message !== '' && field !== undefined
  return createAnswer(ask, port, hasReason ? { [field]: message } : {})
}

function describeDecisions(ask: Ask): string {
  const { approved, rejected } = shortcuts(ask)
  const decisions = ask.decisions.map(({ port, label }) => {
    const shortcut =
      port === approved?.port ? 'approve' : port === rejected?.port ? 'reject' : undefined
    const notes = [label === port ? undefined : label, shortcut].filter(Boolean).join('; ')
    return notes === '' ? port : `${port} (${notes})`
  })
  return `Decisions: ${decisions.join(', ')}`
}

const RESERVED = ['decision', 'values', 'kind']

/** The form's fields beside the decision, or under `values` where a field has a reserved name. */
function toArgs({ decisions, form }: Ask): JsonObject {
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

function defaultValue({ default: given, type }: JsonSchema): Json {
  if (given !== undefined) return given
  if (type === 'boolean') return false
  if (type === 'array') return []
  return type === 'object' ? {} : ''
}

const createAnswer = (ask: Ask, decision: string, fields: JsonObject): AskAnswer => ({
  kind: 'ask',
  decision: findPort(ask, decision),
  values: ask.form ? fromTextFields(ask.form, fields) : fields,
})

/** People may write a decision's label in place of its port. */
function findPort({ decisions }: Ask, decision: string): string {
  const text = decision.trim().toLowerCase()
  const found =
    decisions.find(({ port }) => port === decision) ??
    decisions.find(({ port, label }) => [port, label].some((one) => one.toLowerCase() === text))
  return found?.port ?? decision
}

/** Reads `'yes'`, the text of a form of one text field, `{ decision, values }`, or the fields beside the decision. */
export function readAskAnswer(ask: Ask, value: Json): AskAnswer {
  const only = ask.decisions.length === 1 ? ask.decisions[0]?.port : undefined
  if (typeof value === 'boolean') return createAnswer(ask, String(value), {})
  if (typeof value === 'string') {
    const isDecision = ask.decisions.some(({ port }) => port === findPort(ask, value))
    const field = textField(ask.form)
    if (isDecision || only === undefined || field === undefined) return createAnswer(ask, value, {})
    return createAnswer(ask, only, { [field]: value })
  }
  if (!isObject(value)) throw unreadable('a decision, or `{ decision, values }`')
  if (Array.isArray(value['decisions'])) return readReview(ask, value['decisions'])
  const { decision = only, values: given, kind: _, ...fields } = value
  if (typeof decision !== 'string') throw unreadable('`decision`')
  const values = typeof given === 'string' ? jsonOrText(given) : given
  return createAnswer(ask, decision, isObject(values) ? values : fields)
}

/** Reads LangChain's `{ decisions: [decision] }` for the action of `toAskAction`. */
function readReview(ask: Ask, decisions: Json[]): AskAnswer {
  const [decision] = decisions
  if (decisions.length !== 1 || !isObject(decision)) throw unreadable('one decision')
  const { approved, rejected } = shortcuts(ask)
  switch (decision['type']) {
    case 'approve':
      if (!approved) throw unreadable('a decision of type edit, with the fields filled in')
      return approval(ask, approved.port)
    case 'edit': {
      const edited = decision['edited_action'] ?? decision['editedAction'] ?? null
      const args = isObject(edited) ? edited['args'] : decision['args']
      if (!isObject(args)) throw unreadable('`edited_action.args`')
      return readAskAnswer(ask, args)
    }
    case 'reject':
      if (!rejected) throw unreadable('a decision of type approve or edit')
      return rejection(ask, rejected.port, decision['message'])
    case 'respond':
      return readAskAnswer(ask, decision['message'] ?? null)
    default:
      throw unreadable('a decision of type approve, edit or reject')
  }
}

function textField(form: JsonSchema | null): string | undefined {
  const fields = Object.entries(listProperties(form))
  return fields.find(([, { type, enum: options }]) => type === 'string' && !options)?.[0]
}

export const unreadable = (expected: string) =>
  invalidInput('command.resume', `expected ${expected}`)
