import { template } from './template.ts'

export const promptTemplate = template({
  slug: 'prompt',
  name: 'Plain prompt',
  description: 'A single model call: the smallest graph, and a good place to try prompts.',
  concepts: ['a model call', 'templates in prompts', 'input and output channels'],
  example: { question: 'What is a superstep in LangGraph?' },
  document: {
    format: 1,
    state: {
      question: { type: 'string', description: 'What to answer' },
      answer: { type: 'string' },
    },
    input: ['question'],
    output: ['answer'],
    nodes: {
      reply: {
        kind: 'model',
        title: 'Reply',
        model: { connection: 'demo', name: 'demo-1', temperature: 0 },
        prompt: {
          messages: [
            {
              role: 'system',
              text: 'You are a friendly expert. Answer in two or three plain sentences.',
            },
            { role: 'user', text: '{{question}}' },
          ],
        },
        output: { text: 'answer' },
      },
    },
    edges: [
      { from: 'start', to: 'reply' },
      { from: 'reply', to: 'end' },
    ],
    layout: { start: [0, 0], reply: [260, 0], end: [520, 0] },
  },
})
