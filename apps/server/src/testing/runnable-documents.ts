import { GraphDocument } from '@lathe/contract'

const prompt = (text: string) => ({ messages: [{ role: 'user' as const, text }] })
const model = { connection: 'demo', name: 'demo-fast' }

/** An agent with one model call that writes to `answer`. */
export const answering = (): GraphDocument =>
  GraphDocument.parse({
    format: 1,
    state: { question: { type: 'string' }, answer: { type: 'string' } },
    input: ['question'],
    output: ['answer'],
    nodes: {
      reply: { kind: 'model', model, prompt: prompt('{{question}}'), output: { text: 'answer' } },
    },
    edges: [
      { from: 'start', to: 'reply' },
      { from: 'reply', to: 'end' },
    ],
  })

/** A chain of model calls with their names in the prompts. */
export const chained = (names: readonly string[], connection = 'demo'): GraphDocument =>
  GraphDocument.parse({
    format: 1,
    state: {
      question: { type: 'string' },
      answers: { type: 'array', reducer: 'append', default: [] },
      answer: { type: 'string' },
    },
    input: ['question'],
    output: ['answer'],
    nodes: Object.fromEntries(
      names.map((name) => [
        name,
        {
          kind: 'model',
          model: { ...model, connection },
          prompt: prompt(`${name}: {{question}}`),
          output: { text: 'answer' },
        },
      ]),
    ),
    edges: ['start', ...names].map((from, index) => ({ from, to: names[index] ?? 'end' })),
  })

/** Passes its question to the agent `helper` and returns the answer. */
export const delegating = (agent = 'helper'): GraphDocument =>
  GraphDocument.parse({
    format: 1,
    state: { question: { type: 'string' }, answer: { type: 'string' } },
    input: ['question'],
    output: ['answer'],
    nodes: {
      delegate: {
        kind: 'agent-call',
        agent,
        input: { question: { expression: 'question' } },
        output: { answer: 'answer' },
      },
    },
    edges: [
      { from: 'start', to: 'delegate' },
      { from: 'delegate', to: 'end' },
    ],
  })

/** Asks a human for a name. `deadlineMs` sets a deadline with a default answer. */
export const asking = (deadlineMs?: number): GraphDocument =>
  GraphDocument.parse({
    format: 1,
    state: { question: { type: 'string' }, answer: { type: 'string' } },
    input: ['question'],
    output: ['answer'],
    nodes: {
      check: {
        kind: 'ask',
        message: '{{question}}',
        decisions: [{ port: 'yes' }],
        writes: { answer: 'decision' },
        ...(deadlineMs !== undefined && { deadlineMs }),
      },
    },
    edges: [
      { from: 'start', to: 'check' },
      { from: 'check', when: 'yes', to: 'end' },
      ...(deadlineMs === undefined ? [] : [{ from: 'check', when: 'timeout', to: 'end' }]),
    ],
  })

/** A chain of nodes that each copy a text. */
export function copying(length: number): GraphDocument {
  const steps = Array.from({ length }, (_, index) => `step${index}`)
  return GraphDocument.parse({
    format: 1,
    state: {
      document: { type: 'string' },
      count: { type: 'number', reducer: 'sum', default: 0 },
    },
    input: ['document', 'count'],
    output: ['count'],
    nodes: Object.fromEntries(
      steps.map((step) => [
        step,
        { kind: 'set', values: { document: { template: '{{document}}' }, count: { value: 1 } } },
      ]),
    ),
    edges: ['start', ...steps].map((from, index) => ({ from, to: steps[index] ?? 'end' })),
  })
}
