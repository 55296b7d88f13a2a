import { describe, expect, test } from 'vitest'
import { answer, answerStructured, answerText } from '../testing/answer.ts'
import { TOOLS } from '../testing/tools.ts'

describe('research with a review loop', () => {
  const PLANNER = 'You plan research. Split the topic into three questions.'
  const WRITER =
    'You are a writer. Write a short report on the topic from the notes. Follow the advice, if there is any.'
  const REVIEWER = 'You are a strict reviewer. Decide whether the draft is good or must be revised.'
  const NOTES = [
    'Checkpoints are saved after every step of a graph. (Source: Checkpoints.)',
    'A run can resume from its last checkpoint after a crash.',
    'Forking starts a second history from an earlier checkpoint.',
  ]
  const questions = {
    type: 'object',
    properties: { questions: { type: 'array', items: { type: 'string' } } },
  }
  const review = {
    type: 'object',
    properties: { verdict: { enum: ['good', 'revise'] }, advice: { type: 'string' } },
    required: ['verdict', 'advice'],
  }

  test.each([
    [
      'How do LangGraph checkpoints work?',
      [
        'How do LangGraph checkpoints work?',
        'What are LangGraph checkpoints?',
        'What are the limits and risks of LangGraph checkpoints?',
      ],
    ],
    [
      'Topic: tea versus coffee',
      [
        'What is tea good at?',
        'What is coffee good at?',
        'How do tea and coffee differ in practice?',
      ],
    ],
    [
      'the history of tea',
      ['What is tea?', 'How does tea work in practice?', 'What are the limits and risks of tea?'],
    ],
  ])('plans questions about %s', (topic, planned) => {
    expect(answerStructured(topic, questions, PLANNER)).toEqual({ questions: planned })
  })

  test('looks each question up and answers from what it finds, with the source', () => {
    const messages = [
      { role: 'system' as const, content: 'Look the question up, then answer in two sentences.' },
      { role: 'user' as const, content: 'What are LangGraph checkpoints?' },
    ]
    const asked = answer({ messages, tools: TOOLS })
    const [call] = asked.toolCalls

    const found = answer({
      tools: TOOLS,
      messages: [
        ...messages,
        {
          role: 'assistant',
          content: null,
          tool_calls: [
            {
              id: 'a',
              type: 'function',
              function: { name: call?.name ?? '', arguments: call?.arguments ?? '' },
            },
          ],
        },
        {
          role: 'tool',
          tool_call_id: 'a',
          content: JSON.stringify([
            { title: 'Bananas', text: 'Bananas are yellow.' },
            {
              title: 'Checkpoints',
              text: 'LangGraph checkpoints are saved after every step. They let a run resume.',
            },
          ]),
        },
      ],
    })

    expect(call).toEqual({
      name: 'knowledge_lookup',
      arguments: '{"query":"LangGraph checkpoints"}',
    })
    expect(found.content).toBe(
      'LangGraph checkpoints are saved after every step. They let a run resume. (Source: Checkpoints.)',
    )
  })

  test('revises once and is then good', () => {
    const prompt = (advice: string) =>
      `Topic: LangGraph checkpoints\n\nNotes:\n${NOTES.map((note) => `- ${note}`).join('\n')}\n\nAdvice: ${advice}`

    const draft = answerText(prompt(''), WRITER)
    const first = answerStructured(`Draft:\n${draft}`, review, REVIEWER)
    const advice =
      typeof first === 'object' && first !== null && 'advice' in first ? String(first.advice) : ''
    const revised = answerText(prompt(advice), WRITER)
    const second = answerStructured(`Draft:\n${revised}`, review, REVIEWER)

    for (const note of NOTES) expect(draft).toContain(note)
    expect(first).toMatchObject({ verdict: 'revise' })
    expect(revised).toContain('In short, ')
    expect(second).toMatchObject({ verdict: 'good' })
  })

  test('revises once in another language too', () => {
    const writer = `${WRITER} Write in French.`
    const reviewer = `${REVIEWER} Answer in French.`
    const prompt = (advice: string) => `Notes:\n${NOTES.join('\n')}\n\nAdvice: ${advice}`

    const first = answerStructured(`Draft:\n${answerText(prompt(''), writer)}`, review, reviewer)
    const revised = answerText(prompt(JSON.stringify(first)), writer)

    expect(first).toMatchObject({ verdict: 'revise' })
    expect(revised).toContain('En bref, ')
    expect(answerStructured(`Draft:\n${revised}`, review, reviewer)).toMatchObject({
      verdict: 'good',
    })
  })
})
