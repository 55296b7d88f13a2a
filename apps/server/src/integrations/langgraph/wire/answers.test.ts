import type { Interrupt, Json, JsonSchema } from '@lathe/contract'
import { resumeSchema, validateJson } from '@lathe/graph'
import { describe, expect, test } from 'vitest'
import { toAnswers } from './answers.ts'
import { toWireInterrupt } from './interrupts.ts'

const ID = 'a'.repeat(32)
const OTHER_ID = 'b'.repeat(32)
const location = { node: 'check', title: 'Check', createdAt: 0 }

type Ask = Extract<Interrupt, { kind: 'ask' }>

const createAsk = (fields: Partial<Ask> = {}): Ask => ({
  kind: 'ask',
  id: ID,
  ...location,
  message: 'Send it?',
  form: null,
  decisions: [
    { port: 'send', label: 'Send it' },
    { port: 'revise', label: 'Another draft' },
    { port: 'discard', label: 'Discard' },
  ],
  deadlineAt: null,
  ...fields,
})

const feedback: JsonSchema = { type: 'object', properties: { feedback: { type: 'string' } } }
const amount: JsonSchema = {
  type: 'object',
  properties: { amount: { type: 'number' }, rush: { type: 'boolean' } },
  required: ['amount'],
}
const ports = [{ port: 'answer', label: 'Answer' }]

const approval = (id = ID): Interrupt => ({
  kind: 'approval',
  id,
  ...location,
  calls: [
    {
      id: 'call-1',
      name: 'refund',
      args: { amount: 5 },
      description: 'Pays money back',
      schema: amount,
    },
  ],
})

const answer = (interrupt: Interrupt, resume: Json) => toAnswers([interrupt], resume)[interrupt.id]
const decide = (decision: Json): Json => ({ decisions: [decision] })
const edit = (args: Json) => decide({ type: 'edit', edited_action: { name: 'check', args } })

describe('a question as a human-in-the-loop request', () => {
  test('a question lists one action in both spellings', () => {
    const { value } = toWireInterrupt(createAsk({ form: feedback }))

    const request = {
      name: 'check',
      args: { decision: 'send', feedback: '' },
      description:
        'Send it?\n\nDecisions: send (Send it; approve), revise (Another draft), discard (Discard; reject)',
    }
    expect(value).toMatchObject({
      kind: 'ask',
      action_requests: [request],
      actionRequests: [request],
      review_configs: [
        {
          action_name: 'check',
          actionName: 'check',
          allowed_decisions: ['approve', 'edit', 'reject'],
          allowedDecisions: ['approve', 'edit', 'reject'],
        },
      ],
    })
  })

  test.each([
    ['a form to fill in', createAsk({ form: amount, decisions: ports }), ['edit']],
    ['one decision', createAsk({ decisions: ports }), ['approve']],
    ['several decisions', createAsk(), ['approve', 'edit', 'reject']],
  ])('a question allows the decisions that can answer %s', (_, interrupt, expectedDecisions) => {
    expect(toWireInterrupt(interrupt).value).toMatchObject({
      review_configs: [{ allowed_decisions: expectedDecisions }],
    })
  })

  test.each([
    ['approve', createAsk(), decide({ type: 'approve' }), 'send', {}],
    ['reject', createAsk(), decide({ type: 'reject' }), 'discard', {}],
    [
      'reject with a reason',
      createAsk({ form: feedback }),
      decide({ type: 'reject', message: 'Too long' }),
      'discard',
      { feedback: 'Too long' },
    ],
    [
      'edit',
      createAsk({ form: feedback }),
      edit({ decision: 'revise', feedback: 'Shorter' }),
      'revise',
      { feedback: 'Shorter' },
    ],
    ['edit with a label', createAsk(), edit({ decision: 'another draft' }), 'revise', {}],
    [
      'edit with text for a number and a boolean',
      createAsk({ form: amount, decisions: ports }),
      edit({ amount: '12.5', rush: 'true' }),
      'answer',
      { amount: 12.5, rush: true },
    ],
    [
      'edit with an empty box',
      createAsk({ form: amount, decisions: ports }),
      edit({ amount: '1', rush: '' }),
      'answer',
      { amount: 1 },
    ],
    [
      'text',
      createAsk({ form: feedback, decisions: ports }),
      'Fine.',
      'answer',
      { feedback: 'Fine.' },
    ],
  ])('a question is answered by %s', (_, interrupt, resume, decision, values) => {
    expect(answer(interrupt, resume)).toEqual({ kind: 'ask', decision, values })
  })

  test('a question cannot be approved while its form lacks a required field', () => {
    expect(() =>
      answer(createAsk({ form: amount, decisions: ports }), decide({ type: 'approve' })),
    ).toThrow('a decision of type edit')
  })
})

describe('an approval', () => {
  test('an edited approval parses text by the schema of the tool', () => {
    const resume = decide({
      type: 'edit',
      edited_action: { name: 'refund', args: { amount: '7' } },
    })

    expect(answer(approval(), resume)).toEqual({
      kind: 'approval',
      decisions: [{ type: 'edit', args: { amount: 7 } }],
    })
  })

  test('an edited approval that calls another tool is rejected', () => {
    const resume = decide({ type: 'edit', edited_action: { name: 'delete_all', args: {} } })

    expect(() => answer(approval(), resume)).toThrow('not a call of another tool')
  })
})

describe('a resume value', () => {
  const approve = decide({ type: 'approve' })

  test('a resume map answers the named interrupts and leaves the others pending', () => {
    expect(toAnswers([approval(ID), approval(OTHER_ID)], { [OTHER_ID]: approve })).toEqual({
      [OTHER_ID]: { kind: 'approval', decisions: [{ type: 'approve' }] },
    })
  })

  test.each([
    ['an unknown id', [approval()], { [OTHER_ID]: approve }, 'INTERRUPT_NOT_PENDING'],
    [
      'an unknown id beside a pending one',
      [approval()],
      { [ID]: approve, other: approve },
      'INTERRUPT_NOT_PENDING',
    ],
    ['an empty map', [approval()], {}, 'EMPTY_RESUME'],
    ['one value for several', [approval(), approval(OTHER_ID)], approve, 'AMBIGUOUS_RESUME'],
  ])('a resume value with %s is rejected', (_, pending, resume, code) => {
    expect(() => toAnswers(pending, resume)).toThrow(expect.objectContaining({ code }))
  })
})

describe('the schema of a resume value', () => {
  const issues = (interrupt: Interrupt, resume: Json) =>
    validateJson(resumeSchema(interrupt), resume).length

  test.each([
    ['a decision', createAsk(), { decision: 'revise' }, { decision: 'maybe' }],
    [
      'a required form',
      createAsk({ form: amount }),
      { decision: 'send', values: { amount: 1 } },
      { decision: 'send', values: {} },
    ],
    [
      'a decision that needs no form',
      createAsk({ form: amount }),
      { decision: 'discard' },
      { decision: 'discard', values: { amount: 'much' } },
    ],
    [
      'a tool call',
      approval(),
      decide({ type: 'edit', edited_action: { name: 'refund', args: { amount: 1 } } }),
      { decisions: [] },
    ],
  ])(
    'the resume schema accepts %s and rejects another value',
    (_, interrupt, validValue, invalidValue) => {
      expect(issues(interrupt, validValue)).toBe(0)
      expect(issues(interrupt, invalidValue)).toBeGreaterThan(0)
      expect(toWireInterrupt(interrupt).response_schema).toEqual(resumeSchema(interrupt))
    },
  )
})
