import type { Interrupt, InterruptAnswer, Json } from '@lathe/contract'
import { validateJson } from '@lathe/graph'
import type { InputIssue } from '../../http/issues.ts'

/** What is wrong with the answers to what a run waits for; each has its own form. */
export function checkAnswers(
  interrupts: readonly Interrupt[],
  answers: Readonly<Record<string, InterruptAnswer>>,
): InputIssue[] {
  return Object.entries(answers).flatMap(([id, answer]) => {
    const interrupt = interrupts.find((one) => one.id === id)
    const issues = interrupt ? checkAnswer(interrupt, answer) : []
    return issues.map(({ path, message }) => ({ path: `answers.${id}.${path}`, message }))
  })
}

function checkAnswer(interrupt: Interrupt, answer: InterruptAnswer): InputIssue[] {
  if (interrupt.kind === 'ask' && answer.kind === 'ask') return checkAsk(interrupt, answer)
  if (interrupt.kind === 'approval' && answer.kind === 'approval') {
    return checkApproval(interrupt, answer)
  }
  if (interrupt.kind === answer.kind) return []
  return [{ path: 'kind', message: `expected ${interrupt.kind}, got ${answer.kind}` }]
}

type Of<T, K> = Extract<T, { kind: K }>

function checkAsk(
  { decisions, form }: Of<Interrupt, 'ask'>,
  { decision, values }: Of<InterruptAnswer, 'ask'>,
): InputIssue[] {
  const ports = decisions.map(({ port }) => port)
  const unknown = ports.includes(decision)
    ? []
    : [{ path: 'decision', message: `expected one of ${ports.join(', ')}` }]
  return [...unknown, ...(form ? below('values', validateJson(form, values)) : [])]
}

function checkApproval(
  { calls }: Of<Interrupt, 'approval'>,
  { decisions }: Of<InterruptAnswer, 'approval'>,
): InputIssue[] {
  if (decisions.length !== calls.length) {
    const message = `expected one decision for each of ${calls.length} calls, got ${decisions.length}`
    return [{ path: 'decisions', message }]
  }
  return decisions.flatMap((decision, index) => {
    const schema = calls[index]?.schema
    if (decision.type !== 'edit' || !schema) return []
    const args: Json = decision.args
    return below(`decisions.${index}.args`, validateJson(schema, args))
  })
}

const below = (path: string, issues: readonly InputIssue[]): InputIssue[] =>
  issues.map((issue) => ({
    path: [path, issue.path].filter(Boolean).join('.'),
    message: issue.message,
  }))
