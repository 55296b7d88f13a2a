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

/** A chain of steps that copy a large text, optionally with the step's number in front. */
export function largeState(length: number, isChanged: boolean): GraphDocument {
  const steps = Array.from({ length }, (_, index) => name(index))
  const template = isChanged ? '{{step}} {{document}}' : '{{document}}'
  return GraphDocument.parse({
    format: 1,
    state: {
      document: { type: 'string' },
      step: { type: 'number', reducer: 'sum', default: 0 },
    },
    input: ['document', 'step'],
    output: ['step'],
    nodes: Object.fromEntries(
      steps.map((step) => [
        step,
        { kind: 'set', values: { document: { template }, step: { value: 1 } } },
      ]),
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

const COLUMNS = 25
const KINDS = 4

/** Nodes of several kinds in rows. Every fourth links back to the start of its row. */
export function grid(count: number): GraphDocument {
  const ids = Array.from({ length: count }, (_, index) => name(index))
  const edges = [{ from: 'start', to: ids[0] ?? 'end' }]
  for (const [index, id] of ids.entries()) {
    const next = ids[index + 1] ?? 'end'
    if (index % KINDS !== 3) edges.push({ from: id, to: next })
    else edges.push(way(id, 'on', next), way(id, 'back', ids[index - 2] ?? id))
  }
  const places = ids.map((id, index): [string, [number, number]] => [
    id,
    [300 + 300 * (index % COLUMNS), 180 * Math.floor(index / COLUMNS)],
  ])
  return GraphDocument.parse({
    format: 1,
    state: { topic: { type: 'string' }, draft: { type: 'string' }, round: { type: 'number' } },
    input: ['topic', 'round'],
    output: ['draft'],
    nodes: Object.fromEntries(ids.map((id, index) => [id, gridStep(index)])),
    edges,
    layout: { start: [0, 0], ...Object.fromEntries(places), end: [300 * (COLUMNS + 1), 0] },
  })
}

const way = (from: string, when: string, to: string) => ({ from, when, to })

function gridStep(index: number) {
  switch (index % KINDS) {
    case 0:
      return {
        kind: 'model',
        title: `Model ${index}`,
        model: { connection: 'demo', name: 'demo-1' },
        prompt: { messages: [{ role: 'user', text: `${index}: answer about {{topic}}` }] },
        output: { text: 'draft' },
      }
    case 1:
      return { kind: 'set', values: { draft: { template: '{{topic}}' } } }
    case 2:
      return { kind: 'code', code: 'return { draft: topic }', writes: ['draft'] }
    default:
      return {
        kind: 'branch',
        decide: { by: 'rules', rules: [{ when: 'round < 3', port: 'back' }] },
        else: 'on',
      }
  }
}
