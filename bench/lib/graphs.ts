import { GraphDocument } from '@lathe/contract'

const name = (index: number) => `step${index}`

/** A chain of `length` steps that each add 1 to a channel: no code, no model. */
export function chain(length: number): GraphDocument {
  const steps = Array.from({ length }, (_, index) => name(index))
  return GraphDocument.parse({
    format: 1,
    state: { count: { type: 'number', reducer: 'sum', default: 0 } },
    input: ['count'],
    output: ['count'],
    nodes: Object.fromEntries(
      steps.map((step) => [step, { kind: 'set', values: { count: { value: 1 } } }]),
    ),
    edges: ['start', ...steps].map((from, index) => ({ from, to: steps[index] ?? 'end' })),
  })
}

/** One model call that streams its answer. */
export function oneCall(connection: string, model: string): GraphDocument {
  return GraphDocument.parse({
    format: 1,
    state: { question: { type: 'string' }, answer: { type: 'string' } },
    input: ['question'],
    output: ['answer'],
    nodes: {
      reply: {
        kind: 'model',
        model: { connection, name: model },
        prompt: { messages: [{ role: 'user', text: '{{question}}' }] },
        output: { text: 'answer' },
      },
    },
    edges: [
      { from: 'start', to: 'reply' },
      { from: 'reply', to: 'end' },
    ],
  })
}
