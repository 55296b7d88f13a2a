import type { GraphDocument, NodeOf } from '@lathe/contract'
import { defaultNode, setNode, suitNode } from '@lathe/graph'

type Decide = NodeOf<'branch'>['decide']

/** A rule or a choice: the port, and the expression or the description that leads there. */
export type Way = { port: string; text: string }

export const waysOf = (decide: Decide): Way[] =>
  decide.by === 'rules'
    ? decide.rules.map(({ port, when }) => ({ port, text: when }))
    : decide.choices.map(({ port, description }) => ({ port, text: description }))

export const withWays = (decide: Decide, ways: readonly Way[]): Decide =>
  decide.by === 'rules'
    ? { ...decide, rules: ways.map(({ port, text }) => ({ port, when: text })) }
    : { ...decide, choices: ways.map(({ port, text }) => ({ port, description: text })) }

/** Switching keeps the ports, so the edges stay where they are; the texts mean something else and start anew. */
export const byRules = (decide: Decide): Decide =>
  decide.by === 'rules'
    ? decide
    : { by: 'rules', rules: decide.choices.map(({ port }) => ({ port, when: 'false' })) }

export function byModel(decide: Decide, document: GraphDocument): Decide {
  const model = suitNode(document, defaultNode('model'))
  if (decide.by === 'model' || model.kind !== 'model') return decide
  return {
    by: 'model',
    model: model.model,
    prompt: model.prompt,
    choices: decide.rules.map(({ port }) => ({ port, description: '' })),
  }
}

/** Takes a way and the edges that leave by it. */
export function removeWay(document: GraphDocument, id: string, index: number): GraphDocument {
  const node = document.nodes[id]
  if (node?.kind !== 'branch') return document
  const ways = waysOf(node.decide)
  const port = ways[index]?.port
  const cut = setNode(document, id, {
    ...node,
    decide: withWays(node.decide, ways.toSpliced(index, 1)),
  })
  return {
    ...cut,
    edges: cut.edges.filter((edge) => edge.from !== id || edge.when !== port || port === undefined),
  }
}
