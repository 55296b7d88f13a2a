import { LAST_MESSAGE, template } from './template.ts'

export const citedAnswersTemplate = template({
  slug: 'cited-answers',
  name: 'Answers with sources',
  description:
    'Searches a knowledge collection by meaning and by keywords, and answers only from the results, citing the source of each statement.',
  concepts: ['the retrieve node', 'sources in an answer', 'search results with scores'],
  example: {
    messages: [
      { role: 'user', content: 'How long may goods be returned, and who pays for the return?' },
    ],
  },
  document: {
    format: 1,
    state: {
      messages: { type: 'messages', description: 'The conversation' },
      question: { type: 'string', default: '', description: 'The question to answer' },
      documents: { type: 'array', default: [], description: 'Passages found, best first' },
      answer: { type: 'string' },
    },
    input: ['messages'],
    output: ['messages', 'answer'],
    nodes: {
      read: {
        kind: 'set',
        title: 'Read the message',
        description: 'The question is the text of the last message.',
        values: { question: { expression: LAST_MESSAGE } },
      },
      find: {
        kind: 'retrieve',
        title: 'Find passages',
        description: 'The five passages of the handbook that are nearest to the question.',
        collection: 'handbook',
        query: '{{question}}',
        k: 5,
        writes: 'documents',
      },
      answer: {
        kind: 'model',
        title: 'Answer',
        description: 'Answers only from the passages.',
        model: { connection: 'demo', name: 'demo-1', temperature: 0 },
        prompt: {
          messages: [
            {
              role: 'system',
              text: 'Answer the question from the passages alone, and name the source of every statement by its number, such as [1]. Say so when the passages do not tell.\n\nPassages:\n{{#documents}}\n[{{n}}] {{text}} (Source: {{source}}.)\n{{/documents}}',
            },
            { role: 'user', text: '{{question}}' },
          ],
        },
        output: { text: 'answer', message: 'messages' },
      },
    },
    edges: [
      { from: 'start', to: 'read' },
      { from: 'read', to: 'find' },
      { from: 'find', to: 'answer' },
      { from: 'answer', to: 'end' },
    ],
    layout: { start: [0, 0], read: [240, 0], find: [500, 0], answer: [760, 0], end: [1020, 0] },
    notes: [
      {
        text: 'The collection handbook comes with Lathe; its documents are under Knowledge. Put your own in its place.',
        at: [500, 140],
      },
    ],
  },
})
