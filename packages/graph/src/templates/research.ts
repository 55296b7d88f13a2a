import { LAST_MESSAGE, template } from './template.ts'

const model = { connection: 'demo', name: 'demo-1', temperature: 0 }

export const researchTemplate = template({
  slug: 'research',
  name: 'Research with review',
  description:
    'Splits a topic into questions, researches them in parallel, writes a report and revises it until a reviewer accepts it.',
  concepts: ['fan-out and join', 'reducers', 'structured answers', 'a bounded loop'],
  example: {
    messages: [{ role: 'user', content: 'How LangGraph keeps the state of an agent' }],
  },
  document: {
    format: 1,
    state: {
      messages: { type: 'messages', description: 'The conversation' },
      topic: { type: 'string', default: '', description: 'What to research' },
      questions: { type: 'array', items: { type: 'string' }, default: [] },
      notes: {
        type: 'array',
        items: { type: 'string' },
        reducer: 'append',
        default: [],
        description: 'One entry per question: the results of parallel copies join here',
      },
      report: { type: 'string', default: '' },
      verdict: { type: 'string', enum: ['good', 'revise'], default: 'revise' },
      advice: { type: 'string', default: '' },
    },
    input: ['messages'],
    output: ['messages', 'report'],
    nodes: {
      read: {
        kind: 'set',
        title: 'Read the message',
        description: 'The topic is the text of the last message. A new topic starts a new report.',
        values: {
          topic: { expression: LAST_MESSAGE },
          report: { value: '' },
          advice: { value: '' },
        },
      },
      plan: {
        kind: 'model',
        title: 'Plan',
        description: 'Splits the topic into questions.',
        model,
        prompt: {
          messages: [
            {
              role: 'system',
              text: 'You plan research. Split the topic into three short questions that together cover it.',
            },
            { role: 'user', text: 'Topic: {{topic}}' },
          ],
        },
        answer: {
          name: 'plan',
          schema: {
            type: 'object',
            properties: {
              questions: {
                type: 'array',
                items: { type: 'string' },
                minItems: 3,
                maxItems: 3,
                description: 'Questions to look up',
              },
            },
            required: ['questions'],
            additionalProperties: false,
          },
          writes: { questions: 'questions' },
        },
      },
      search: {
        kind: 'agent',
        title: 'Search',
        description: 'One copy per question, in parallel.',
        model,
        prompt: {
          messages: [
            {
              role: 'system',
              text: 'Look the question up with your tool, then answer it in two sentences from what you found.',
            },
            { role: 'user', text: '{{question}}' },
          ],
        },
        tools: ['knowledge_lookup'],
        maxModelCalls: 4,
        output: { text: 'notes' },
      },
      write: {
        kind: 'model',
        title: 'Write',
        timeoutMs: 60_000,
        model,
        prompt: {
          messages: [
            {
              role: 'system',
              text: 'You write short reports. Use only the notes. Follow the review advice if there is any.',
            },
            {
              role: 'user',
              text: 'Topic: {{topic}}\n\nNotes:\n{{#notes}}\n- {{.}}\n{{/notes}}\n{{#advice}}\n\nPrevious draft:\n{{report}}\n\nReview advice:\n{{advice}}\n{{/advice}}',
            },
          ],
        },
        output: { text: 'report' },
      },
      review: {
        kind: 'model',
        title: 'Review',
        timeoutMs: 60_000,
        model,
        prompt: {
          messages: [
            {
              role: 'system',
              text: 'You review reports. Answer with the verdict "revise" and one sentence of advice when something can be better, or "good" when the advice given before has been followed.',
            },
            {
              role: 'user',
              text: 'Topic: {{topic}}\n\nDraft:\n{{report}}\n{{#advice}}\n\nAdvice given before:\n{{advice}}\n{{/advice}}',
            },
          ],
        },
        answer: {
          name: 'review',
          schema: {
            type: 'object',
            properties: {
              verdict: { type: 'string', enum: ['good', 'revise'] },
              advice: { type: 'string', description: 'What to change, one sentence' },
            },
            required: ['verdict', 'advice'],
            additionalProperties: false,
          },
          writes: { verdict: 'verdict', advice: 'advice' },
        },
      },
      judge: {
        kind: 'branch',
        title: 'Good enough?',
        decide: { by: 'rules', rules: [{ port: 'revise', when: "verdict === 'revise'" }] },
        else: 'good',
      },
      reply: {
        kind: 'set',
        title: 'Reply',
        description: 'The report becomes the answer in the conversation.',
        values: { messages: { expression: "({ role: 'assistant', content: report })" } },
      },
    },
    edges: [
      { from: 'start', to: 'read' },
      { from: 'read', to: 'plan' },
      { from: 'plan', to: 'search', each: { of: 'questions', as: 'question', max: 5 } },
      { from: 'search', to: 'write' },
      { from: 'write', to: 'review' },
      { from: 'review', to: 'judge' },
      { from: 'judge', when: 'revise', to: 'write', max: 2 },
      { from: 'judge', when: 'good', to: 'reply' },
      { from: 'reply', to: 'end' },
    ],
    layout: {
      start: [0, 0],
      read: [230, 0],
      plan: [480, 0],
      search: [750, 0],
      write: [1020, 0],
      review: [480, 190],
      judge: [750, 190],
      reply: [1020, 190],
      end: [1290, 190],
    },
    notes: [{ text: 'Revises at most twice.', at: [480, 340] }],
  },
})
