import type { Interrupt, InterruptAnswer } from '@lathe/contract'
import { expect, test } from 'vitest'
import { checkAnswers } from './check-answers.ts'

const place = { node: 'review', title: 'Review', createdAt: 0 }

const ask: Interrupt = {
  kind: 'ask',
  id: 'a',
  ...place,
  message: 'Send it?',
  form: {
    type: 'object',
    properties: { amount: { type: 'number', maximum: 100 } },
    required: ['amount'],
  },
  decisions: [
    { port: 'send', label: 'Send' },
    { port: 'drop', label: 'Drop' },
  ],
  deadlineAt: null,
}

const approval: Interrupt = {
  kind: 'approval',
  id: 'b',
  ...place,
  calls: [
    {
      id: 'call',
      name: 'refund',
      args: { amount: 5 },
      description: '',
      schema: { type: 'object', properties: { amount: { type: 'number' } } },
    },
  ],
}

const issuesOf = (id: string, answer: InterruptAnswer) =>
  checkAnswers([ask, approval], { [id]: answer })

test('accepts matching answers', () => {
  expect(issuesOf('a', { kind: 'ask', decision: 'send', values: { amount: 9 } })).toEqual([])
  expect(issuesOf('b', { kind: 'approval', decisions: [{ type: 'approve' }] })).toEqual([])
})

test('rejects a decision that was not offered', () => {
  expect(issuesOf('a', { kind: 'ask', decision: 'burn', values: { amount: 9 } })).toEqual([
    { path: 'answers.a.decision', message: 'expected one of send, drop' },
  ])
})

test('rejects form values that violate the schema and names the field', () => {
  const paths = (values: { amount?: number | string }) =>
    issuesOf('a', { kind: 'ask', decision: 'send', values }).map(({ path }) => path)

  expect(paths({ amount: 'much' })).toContain('answers.a.values.amount')
  expect(paths({ amount: 500 })).toContain('answers.a.values.amount')
  expect(paths({})).toHaveLength(1)
})

test('requires no form fields for a decision that does not use the form', () => {
  const dropped = (values: { amount?: string }, needsForm?: boolean) => {
    const decisions = [
      { port: 'send', label: 'Send' },
      { port: 'drop', label: 'Drop', needsForm },
    ]
    const answer: InterruptAnswer = { kind: 'ask', decision: 'drop', values }
    return checkAnswers([{ ...ask, decisions }], { a: answer }).map(({ path }) => path)
  }

  expect(dropped({})).toEqual([])
  expect(dropped({ amount: 'much' })).toContain('answers.a.values.amount')
  expect(dropped({}, true)).toHaveLength(1)
})

test('rejects an answer of another kind', () => {
  expect(issuesOf('a', { kind: 'breakpoint' })).toEqual([
    { path: 'answers.a.kind', message: 'expected ask, got breakpoint' },
  ])
})

test('rejects undecided tool calls', () => {
  expect(issuesOf('b', { kind: 'approval', decisions: [] })).toMatchObject([
    { path: 'answers.b.decisions' },
  ])
})

test("rejects edited arguments that violate the tool's schema", () => {
  const edited: InterruptAnswer = {
    kind: 'approval',
    decisions: [{ type: 'edit', args: { amount: 'five' } }],
  }

  expect(issuesOf('b', edited)).toMatchObject([{ path: 'answers.b.decisions.0.args.amount' }])
})

test("rejects a client's `timeout` answer", () => {
  const pressing: Interrupt = { ...ask, deadlineAt: 1 }

  expect(
    checkAnswers([pressing], { a: { kind: 'ask', decision: 'timeout', values: {} } }),
  ).toMatchObject([{ path: 'answers.a.decision' }])
})
