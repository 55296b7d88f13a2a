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

describe('support triage', () => {
  const schema = {
    type: 'object',
    properties: {
      category: { enum: ['billing', 'technical', 'account', 'other'] },
      urgency: { enum: ['low', 'normal', 'high'] },
      summary: { type: 'string' },
    },
    required: ['category', 'urgency', 'summary'],
  }
  const BILLING = `Hello,

I was charged twice for my subscription this month (invoice INV-2041). Please refund one payment as soon as possible!

Best regards,
Maria Jensen`

  test.each([
    [BILLING, { category: 'billing', urgency: 'high' }],
    [
      'The app crashes with an error when I open the settings. Not urgent.',
      { category: 'technical', urgency: 'low' },
    ],
    [
      'Hi, I forgot my password and my account is locked.',
      { category: 'account', urgency: 'normal' },
    ],
    ['Do you sell gift wrapping paper?', { category: 'other', urgency: 'normal' }],
  ])('sorts %s', (ticket, triage) => {
    expect(answerStructured(ticket, schema, 'Classify the support ticket.')).toMatchObject(triage)
  })

  test('sums a ticket up by its main sentence', () => {
    expect(answerStructured(BILLING, schema, 'Classify the support ticket.')).toMatchObject({
      summary: 'I was charged twice for my subscription this month (invoice INV-2041).',
    })
  })

  test('drafts a reply that fits the ticket', () => {
    const reply = answerText(
      `Category: billing\nTicket:\n${BILLING}`,
      'You draft replies to customers.',
    )

    expect(reply).toMatch(/^Hi Maria,\n\nThank you for getting in touch about invoice INV-2041\./)
    expect(reply).toContain('billing team')
    expect(reply).toMatch(/Best regards,\nThe support team$/)
  })

  test('takes up what a person asked to change', () => {
    const reply = answerText(
      `Ticket:\n${BILLING}\n\nFeedback: Mention that the refund takes five days`,
      'You draft replies to customers.',
    )

    expect(reply).toContain('Please note: the refund takes five days.')
  })

  test('says what the policy allows', () => {
    const reply = answerText(
      `Write a reply to this customer.\n\nTicket:\n${BILLING}\n\nPolicy notes:\nDouble charges are refunded in five days. Shipping takes three days.`,
      'You answer customers for a shop: friendly, in at most four sentences. Sign as "The shop team".',
    )

    expect(reply).toContain('Double charges are refunded in five days.')
    expect(reply).toMatch(/Best regards,\nThe shop team$/)
  })
})

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

test('structured extraction reads prose', () => {
  const schema = {
    type: 'object',
    properties: {
      number: { type: 'string', description: 'Invoice number' },
      date: { type: 'string', format: 'date', description: 'Invoice date' },
      company: { type: 'string' },
      currency: { enum: ['USD', 'EUR'] },
      total: { type: 'number', description: 'Total amount' },
      items: {
        type: 'array',
        items: {
          type: 'object',
          properties: {
            name: { type: 'string' },
            quantity: { type: 'integer' },
            price: { type: 'number' },
          },
          required: ['name', 'quantity', 'price'],
        },
      },
    },
    required: ['number', 'date', 'company', 'currency', 'total', 'items'],
  }

  const invoice = answerStructured(
    'Text:\nInvoice 2026-117 of 3 March 2026. Nordlicht Ltd, billing@nordlicht.example. 2 desk lamps at 79.90 each, 1 chair at 240.00. Total 399.80 EUR, due 2 April 2026.',
    schema,
    'Extract the data of the invoice. Never make a value up.',
  )

  expect(invoice).toEqual({
    number: '2026-117',
    date: '2026-03-03',
    company: 'Nordlicht Ltd',
    currency: 'EUR',
    total: 399.8,
    items: [
      { name: 'desk lamps', quantity: 2, price: 79.9 },
      { name: 'chair', quantity: 1, price: 240 },
    ],
  })
})
