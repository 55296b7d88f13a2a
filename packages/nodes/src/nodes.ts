import type { CallRange, ModelCall, NodePort } from './definition.ts'
import { fieldValue } from './fields.ts'
import type { AnyField, FieldOf, FieldType, FieldValues } from './fields.ts'
import { kindDefinition } from './registry.ts'
import type { GraphNode, NodeKind } from './registry.ts'
import type { ModelSettings, Prompt } from './schema/model.ts'
import { visitField } from './visit-fields.ts'
import type { NodeVisitor } from './visit-fields.ts'

/** Channel of the conversation that models use by default. */
export const DEFAULT_MESSAGES = 'messages'

/** Returns a new node for the palette. It is valid once its channels exist. */
export const createNode = (kind: NodeKind): GraphNode => kindDefinition(kind).create()

/** Returns the line below the title of a node on the canvas. */
export const summarizeNode = (node: GraphNode): string => kindDefinition(node.kind).summarize(node)

/** Returns the fields of a node that have one of the types. */
export function fieldsOfType<T extends FieldType>(node: GraphNode, ...types: T[]): FieldOf<T>[] {
  const isOfType = (field: AnyField): field is FieldOf<T> =>
    types.some((type) => type === field.type)
  return kindDefinition(node.kind).fields.filter(isOfType)
}

/** Sets the value of a field, or removes the member if the value is undefined. */
export function withFieldValue<T extends FieldType>(
  node: GraphNode,
  { name }: FieldOf<T>,
  value: FieldValues[T] | undefined,
): GraphNode {
  const entries = Object.entries(node).filter(([member]) => member !== name || value !== undefined)
  // `NodeField` accepts only members that have the field's type.
  return {
    ...Object.fromEntries(entries),
    ...(value !== undefined && { [name]: value }),
  } as GraphNode
}

const OUT: NodePort = { name: null, label: 'next', role: 'out', required: true }
const ERROR: NodePort = { name: 'error', label: 'on error', role: 'error', required: false }

/** The only port of most nodes, and of the start. */
export const DEFAULT_PORT = OUT

/** Returns the ports of a node in drawing order, the error port last. */
export const nodePorts = (node: GraphNode): NodePort[] => [
  ...(kindDefinition(node.kind).ports?.(node) ?? [OUT]),
  ERROR,
]

/**
 * Visits every text and channel name of a node and returns the node with the visitor's
 * replacements.
 */
export function visitNode(node: GraphNode, visitor: NodeVisitor): GraphNode {
  const definition = kindDefinition(node.kind)
  const changes = definition.fields.flatMap((field): [string, unknown][] => {
    const value = visitField(field, node, visitor)
    return value === undefined ? [] : [[field.name, value]]
  })
  const visited = { ...node, ...Object.fromEntries(changes) }
  const changed = definition.visit?.(visited, visitor) ?? visited
  const { cache } = node
  if (cache?.key === undefined) return changed
  return {
    ...changed,
    cache: { ...cache, key: visitor.text(cache.key, 'expression', 'cache.key') },
  }
}

/** Returns the model and prompt of a node, or null if it calls no model. */
export function nodeModelCall(node: GraphNode): ModelCall | null {
  const { modelCall } = kindDefinition(node.kind)
  if (modelCall) return modelCall.read(node)
  return 'model' in node && 'prompt' in node ? { model: node.model, prompt: node.prompt } : null
}

/** Returns the model settings of a node, or null if it calls no model. */
export const nodeModel = (node: GraphNode): ModelSettings | null =>
  nodeModelCall(node)?.model ?? null

/** Returns the prompt of a node, or null if it calls no model. */
export const nodePrompt = (node: GraphNode): Prompt | null => nodeModelCall(node)?.prompt ?? null

/** Returns the path of the model or prompt within a node: `decide.prompt`. */
export function modelCallField(node: GraphNode, part: 'model' | 'prompt'): string {
  const { modelCall } = kindDefinition(node.kind)
  return modelCall ? `${modelCall.field}.${part}` : part
}

/** Changes the model or prompt of a node. Returns other nodes unchanged. */
export function withModelCall(node: GraphNode, change: Partial<ModelCall>): GraphNode {
  const { modelCall } = kindDefinition(node.kind)
  if (modelCall) return modelCall.write(node, change)
  return 'model' in node && 'prompt' in node ? { ...node, ...change } : node
}

/** Returns how many model calls one execution makes, without retries and cached results. */
export function modelCallRange(node: GraphNode): CallRange {
  if (!nodeModel(node)) return { min: 0, typical: 0, max: 0 }
  return kindDefinition(node.kind).modelCalls?.(node) ?? { min: 1, typical: 1, max: 1 }
}

/** Returns the tools that the node's model may call. */
export const offeredTools = (node: GraphNode): readonly string[] =>
  fieldsOfType(node, 'tools').flatMap((field) => fieldValue(node, field) ?? [])

/** Returns the tools that a node runs itself or offers to its model. */
export const nodeTools = (node: GraphNode): readonly string[] => [
  ...offeredTools(node),
  ...fieldsOfType(node, 'tool').flatMap((field) => fieldValue(node, field) ?? []),
]

/** Replaces every tool name of a node: tools, approvals and the tool choice. */
export function mapTools(node: GraphNode, change: (name: string) => string): GraphNode {
  const changed = kindDefinition(node.kind).fields.flatMap((field): [string, unknown][] => {
    const value = mapToolField(node, field, change)
    return value === undefined ? [] : [[field.name, value]]
  })
  return changed.length === 0 ? node : { ...node, ...Object.fromEntries(changed) }
}

function mapToolField(node: GraphNode, field: AnyField, change: (name: string) => string): unknown {
  switch (field.type) {
    case 'tool':
      return change(fieldValue(node, field) ?? '')
    case 'tools':
    case 'approvals':
      return fieldValue(node, field)?.map(change)
    case 'tool-choice': {
      const choice = fieldValue(node, field)
      return typeof choice === 'object' ? { tool: change(choice.tool) } : choice
    }
    default:
      return undefined
  }
}

/** Returns the collections that a node searches. */
export const nodeCollections = (node: GraphNode): readonly string[] =>
  fieldsOfType(node, 'collection').flatMap((field) => fieldValue(node, field) ?? [])

/** Returns the tools that a node runs without approval. `offered` are the tools of its graph's models. */
export const unapprovedTools = (node: GraphNode, offered: ReadonlySet<string>): string[] =>
  kindDefinition(node.kind).unapprovedTools?.(node, offered) ?? []

/** Returns whether a node waits for a human. */
export const isPause = (node: GraphNode): boolean => kindDefinition(node.kind).isPause === true

/**
 * Returns whether a node appends to the conversation: a model or agent without `output` and
 * `answer`.
 */
export function writesToMessages(node: GraphNode): boolean {
  const [output] = fieldsOfType(node, 'output')
  if (!output) return false
  const hasAnswer = fieldsOfType(node, 'answer').some((field) => fieldValue(node, field))
  const { text, message } = fieldValue(node, output) ?? {}
  return !hasAnswer && text === undefined && message === undefined
}
