import {
  DEMO_CONNECTION,
  type GraphDocument,
  type GraphNode,
  type ModelSettings,
  type Prompt,
} from '@lathe/contract'
import { modelOf, promptOf } from '../model/model-of.ts'
import { isClose } from '../text/is-close.ts'
import { withNode } from './change.ts'
import { tried } from './fix.ts'
import type { Fixer } from './fix.ts'

/** Maximum number of suggested names. */
const MOST = 3

/** Fixes for missing models, connections and prompts. */
export const modelFixers = {
  NO_MODEL: ({ document, node }) => {
    const model = node && modelOf(node.node)
    if (!node || !model) return []
    return modelsOf(document, model.connection).map((name) =>
      tried(`Use \`${name}\``, (current) =>
        withNode(current, node.id, (old) => withModel(old, { name })),
      ),
    )
  },

  UNKNOWN_CONNECTION: ({ node, environment }) => {
    const model = node && modelOf(node.node)
    if (!node || !model || !environment) return []
    const names = environment.connections.map(({ name }) => name)
    const close = names.filter((name) => isClose(name, model.connection))
    return (close.length > 0 ? close : names)
      .slice(0, MOST)
      .map((connection) =>
        tried(`Use \`${connection}\``, (current) =>
          withNode(current, node.id, (old) => withModel(old, { connection })),
        ),
      )
  },

  UNKNOWN_PROMPT: ({ node, environment }) => {
    const prompt = node && promptOf(node.node)
    if (!node || !prompt || 'messages' in prompt || !environment) return []
    const known = environment.prompts.find(({ name }) => name === prompt.name)
    const other: { label: string; prompt: Prompt }[] = known
      ? known.labels.map((label) => ({
          label: `Use the label \`${label}\``,
          prompt: { name: prompt.name, label },
        }))
      : environment.prompts
          .filter(({ name }) => isClose(name, prompt.name))
          .map(({ name }) => ({ label: `Use \`${name}\``, prompt: { name } }))
    return other
      .slice(0, MOST)
      .map((choice) =>
        tried(choice.label, (current) =>
          withNode(current, node.id, (old) => withPrompt(old, choice.prompt)),
        ),
      )
  },
} satisfies Record<string, Fixer>

/**
 * Returns models of a connection used elsewhere in the graph; the demo connection always has one.
 */
function modelsOf({ nodes }: GraphDocument, connection: string): string[] {
  const used = Object.values(nodes).flatMap((node) => modelOf(node) ?? [])
  const names = used.filter((model) => model.connection === connection).map(({ name }) => name)
  const known = connection === DEMO_CONNECTION ? [...names, 'demo-1'] : names
  return [...new Set(known.filter((name) => name.trim() !== ''))].slice(0, MOST)
}

function withModel(node: GraphNode, change: Partial<ModelSettings>): GraphNode {
  if (node.kind === 'model' || node.kind === 'agent') {
    return { ...node, model: { ...node.model, ...change } }
  }
  if (node.kind !== 'branch' || node.decide.by !== 'model') return node
  return { ...node, decide: { ...node.decide, model: { ...node.decide.model, ...change } } }
}

function withPrompt(node: GraphNode, prompt: Prompt): GraphNode {
  if (node.kind === 'model' || node.kind === 'agent') return { ...node, prompt }
  if (node.kind !== 'branch' || node.decide.by !== 'model') return node
  return { ...node, decide: { ...node.decide, prompt } }
}
