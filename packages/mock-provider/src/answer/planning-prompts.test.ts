import { describe, expect, test } from 'vitest'
import { answerStructured } from '../testing/answer.ts'

describe('a supervisor with two specialists', () => {
  const SUPERVISOR =
    'You supervise two specialists and hand one task at a time over to one of them.\nresearcher: looks facts up in the knowledge base.\nanalyst: calculates numbers and knows the time.'
  const REQUEST =
    'Request: What is a checkpoint, what time is it in Oslo, and how much is 24 * 60 / 15?'
  const handoff = {
    type: 'object',
    properties: {
      next: { type: 'string', enum: ['researcher', 'analyst', 'finish'] },
      task: { type: 'string', description: 'The task in one sentence' },
    },
    required: ['next', 'task'],
  }

  test.each([
    [[], { next: 'researcher', task: 'What is a checkpoint?' }],
    [['A saved state.'], { next: 'analyst', task: 'What time is it in Oslo?' }],
    [['A saved state.', 'It is 9.'], { next: 'analyst', task: 'How much is 24 * 60 / 15?' }],
    [['A saved state.', 'It is 9.', '96.'], { next: 'finish', task: '' }],
  ])('hands over what no finding of %j covers', (findings, handedOver) => {
    const listed = findings.map((finding) => `- ${finding}`).join('\n')

    expect(
      answerStructured(`${REQUEST}\n\nFindings so far:\n${listed}`, handoff, SUPERVISOR),
    ).toEqual(handedOver)
  })
})

describe('a plan that is carried out and reflected on', () => {
  const REFLECTOR =
    'You reflect on a plan. Say in one sentence what holds, name steps to add, and decide: "continue" or "finish".'
  const reflection = {
    type: 'object',
    properties: {
      reflection: { type: 'string' },
      steps: { type: 'array', items: { type: 'string' } },
      verdict: { type: 'string', enum: ['continue', 'finish'] },
    },
    required: ['reflection', 'steps', 'verdict'],
  }
  const list = (items: readonly string[]) => items.map((item) => `- ${item}`).join('\n')
  const reflect = (plan: readonly string[], results: readonly string[]) =>
    answerStructured(
      `Goal: What is a thread?\n\nPlan:\n${list(plan)}\n\nResults:\n${list(results)}`,
      reflection,
      REFLECTOR,
    )

  test.each([
    [
      'Explain what a reducer is, and calculate 17 * 23',
      ['Explain what a reducer is.', 'Calculate 17 * 23.'],
    ],
    ['Compare tea and coffee', ['What is tea good at?', 'What is coffee good at?']],
  ])('plans a step for each part of: %s', (goal, steps) => {
    const schema = {
      type: 'object',
      properties: { steps: { type: 'array', items: { type: 'string' } } },
      required: ['steps'],
    }

    expect(
      answerStructured(`Goal: ${goal}`, schema, 'You plan. Split the goal into two steps.'),
    ).toEqual({ steps })
  })

  test('goes on while steps are left', () => {
    expect(reflect(['What is a thread?', 'Who uses it?'], ['A conversation.'])).toEqual({
      reflection: 'The results so far hold. Steps that are left: 1.',
      steps: [],
      verdict: 'continue',
    })
  })

  test('adds a step for a term that no step is about', () => {
    expect(reflect(['What is a thread?'], ['All checkpoints of a graph.'])).toEqual({
      reflection: 'Every step has a result, but one thing is still open: What are checkpoints?',
      steps: ['What are checkpoints?'],
      verdict: 'continue',
    })
  })

  test('finishes when every step has a result, and says which came to nothing', () => {
    expect(reflect(['What is a thread?'], ['A conversation.'])).toMatchObject({
      steps: [],
      verdict: 'finish',
    })
    expect(reflect(['What is a thread?'], ['The text says nothing about it.'])).toMatchObject({
      reflection: '1 of 1 steps came to nothing; the answer can only say so.',
      verdict: 'finish',
    })
  })
})
