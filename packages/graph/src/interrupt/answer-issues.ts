import { needsForm, TIMEOUT_PORT, withoutRequired } from '@lathe-ai/runtime/review'
import type { InterruptAnswer } from '@lathe/contract'
import { validateJson } from '../json-schema/validate.ts'
import type { JsonIssue } from '../json-schema/validate.ts'
import type { Question } from './question.ts'

/** Lists why an answer does not fit its question; empty if it does. */
export function answerIssues(question: Question, answer: InterruptAnswer): JsonIssue[] {
  if (answer.kind === 'ask' && question.kind === 'ask') return askIssues(question, answer)
  if (answer.kind === 'approval' && question.kind === 'approval')
    return approvalIssues(question, answer)
  if (answer.kind === question.kind) return []
  return [{ path: 'kind', message: `expected ${question.kind}, got ${answer.kind}` }]
}

type QuestionOfKind<K> = Extract<Question, { kind: K }>
type Answer<K> = Extract<InterruptAnswer, { kind: K }>

function askIssues(
  question: QuestionOfKind<'ask'>,
  { decision, values }: Answer<'ask'>,
): JsonIssue[] {
  if (decision === TIMEOUT_PORT && question.deadlineAt !== null) return []
  if (!question.decisions.some(({ port }) => port === decision)) {
    const ports = question.decisions.map(({ port }) => port).join(', ')
    return [{ path: 'decision', message: `expected one of ${ports}` }]
  }
  if (!question.form) return []
  const isNeeded = needsForm(question.decisions, decision)
  const issues = validateJson(isNeeded ? question.form : withoutRequired(question.form), values)
  return issues.map(({ path, message }) => ({ path: path ? `values.${path}` : 'values', message }))
}

function approvalIssues(
  { calls, isUnconfirmed = false }: QuestionOfKind<'approval'>,
  { decisions }: Answer<'approval'>,
): JsonIssue[] {
  if (decisions.length !== calls.length) {
    const message = `expected one decision for each of ${calls.length} calls, got ${decisions.length}`
    return [{ path: 'decisions', message }]
  }
  return decisions.flatMap((decision, index) => {
    if (decision.type === (isUnconfirmed ? 'edit' : 'respond')) {
      const message = isUnconfirmed
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
