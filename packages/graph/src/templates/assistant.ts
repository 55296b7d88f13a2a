import { template } from './template.ts'

export const assistantTemplate = template({
  slug: 'assistant',
  name: 'Tool-using assistant',
  description: 'A chat agent that decides when to calculate, look something up or fetch a page.',
  concepts: ['the tool loop', 'a conversation on a thread', 'tools and their effects'],
  example: {
    messages: [{ role: 'user', content: 'What is 12 % of 840, and what time is it in Tokyo?' }],
  },
  document: {
    format: 1,
    state: { messages: { type: 'messages', description: 'The conversation' } },
    input: ['messages'],
    output: ['messages'],
    nodes: {
      assistant: {
        kind: 'agent',
        title: 'Assistant',
        description: 'Calls tools until it can answer.',
        model: { connection: 'demo', name: 'demo-1', temperature: 0 },
        prompt: {
          messages: [
            {
              role: 'system',
              text: 'You are a helpful assistant. Use a tool whenever it gives a surer answer than memory: calculate with the calculator, look facts up, and ask the clock for the time. Then answer briefly.',
            },
            { role: 'placeholder', channel: 'messages' },
          ],
        },
        tools: ['calculator', 'current_time', 'knowledge_lookup', 'http_get'],
        maxModelCalls: 10,
      },
    },
    edges: [
      { from: 'start', to: 'assistant' },
      { from: 'assistant', to: 'end' },
    ],
    layout: { start: [0, 0], assistant: [260, 0], end: [520, 0] },
    notes: [
      {
        text: 'A second message on the same thread continues the conversation.',
        at: [260, 140],
      },
    ],
  },
})
