import { needsForm, TIMEOUT_PORT, withoutRequired } from '@lathe-ai/runtime/review'
import type { InterruptAnswer } from '@lathe/contract'
import { validateJson } from '../json-schema/validate.ts'
import type { JsonIssue } from '../json-schema/validate.ts'
import type { Question } from './question.ts'

/** Lists why an answer does not fit its question; empty if it does. */
export function answerIssues(asked: Question, answer: InterruptAnswer): JsonIssue[] {
  if (answer.kind === 'ask' && asked.kind === 'ask') return askIssues(asked, answer)
  if (answer.kind === 'approval' && asked.kind === 'approval') return approvalIssues(asked, answer)
  if (answer.kind === asked.kind) return []
  return [{ path: 'kind', message: `expected ${asked.kind}, got ${answer.kind}` }]
}

type Asked<K> = Extract<Question, { kind: K }>
type Answer<K> = Extract<InterruptAnswer, { kind: K }>

function askIssues(asked: Asked<'ask'>, { decision, values }: Answer<'ask'>): JsonIssue[] {
  if (decision === TIMEOUT_PORT && asked.deadlineAt !== null) return []
  if (!asked.decisions.some(({ port }) => port === decision)) {
    const ports = asked.decisions.map(({ port }) => port).join(', ')
    return [{ path: 'decision', message: `expected one of ${ports}` }]
  }
  if (!asked.form) return []
  const isNeeded = needsForm(asked.decisions, decision)
  const issues = validateJson(isNeeded ? asked.form : withoutRequired(asked.form), values)
  return issues.map(({ path, message }) => ({ path: path ? `values.${path}` : 'values', message }))
}

function approvalIssues(
  { calls, isUnsettled = false }: Asked<'approval'>,
  { decisions }: Answer<'approval'>,
): JsonIssue[] {
  if (decisions.length !== calls.length) {
    const message = `expected one decision for each of ${calls.length} calls, got ${decisions.length}`
    return [{ path: 'decisions', message }]
  }
  return decisions.flatMap((decision, index) => {
    if (decision.type === (isUnsettled ? 'edit' : 'respond')) {
      const message = isUnsettled
        ? 'a call that may have taken effect can be retried, rejected or answered, but not edited'
        : 'only a call that may have taken effect can be answered: approve, edit or reject this one'
      return [{ path: `decisions.${index}.type`, message }]
    }
    const schema = calls[index]?.schema
    if (decision.type !== 'edit' || !schema) return []
    return validateJson(schema, decision.args).map(({ path, message }) => ({
      path: ['decisions', index, 'args', path].filter((part) => part !== '').join('.'),
      message,
    }))
  })
}
