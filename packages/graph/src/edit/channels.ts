import type { Channel, GraphDocument, GraphNode } from '@lathe/contract'
import { DEFAULT_MESSAGES, visitNode, writesToMessages } from '@lathe/nodes'
import { ChannelName } from '@lathe/contract'
import { channelNameProblem } from '../document/names.ts'
import { renameInScript, renameInTemplate } from '../text/rename.ts'
import { edited, rejected, omitKeys, withKeyRenamed } from './edit.ts'
import type { Edit } from './edit.ts'

/** Adds or replaces a channel. */
export function setChannel(document: GraphDocument, name: string, channel: Channel): Edit {
  const problem = Object.hasOwn(document.state, name) ? null : newNameProblem(document, name)
  if (problem !== null) return rejected(problem)
  return edited({ ...document, state: { ...document.state, [name]: channel } })
}

/** Removes a channel without changing its uses; the check reports those. */
export function removeChannel(document: GraphDocument, name: string): GraphDocument {
  return {
    ...document,
    state: omitKeys(document.state, new Set([name])),
    input: document.input.filter((other) => other !== name),
    output: document.output.filter((other) => other !== name),
  }
}

/**
 * Renames a channel and every use: prompts, expressions, code, writes, fan-outs, input and output.
 */
export function renameChannel(document: GraphDocument, from: string, to: string): Edit {
  if (from === to) return edited(document)
  if (!Object.hasOwn(document.state, from)) return rejected(`There is no channel \`${from}\``)
  const problem = newNameProblem(document, to)
  if (problem !== null) return rejected(problem)
  const renamed = (name: string) => (name === from ? to : name)
  const nodes = Object.entries(document.nodes).map(([id, node]): [string, GraphNode] => [
    id,
    renameInNode(node, from, to),
  ])
  return edited({
    ...document,
    state: withKeyRenamed(document.state, from, to),
    input: document.input.map(renamed),
    output: document.output.map(renamed),
    nodes: Object.fromEntries(nodes),
    edges: document.edges.map((edge) =>
      edge.each
        ? {
            ...edge,
            each: { ...edge.each, of: renameInScript(edge.each.of, 'expression', from, to) },
          }
        : edge,
    ),
  })
}

/** Sets the input and output channels: the fields of the start form and of the run result. */
export function setEnds(
  document: GraphDocument,
  ends: { input?: string[]; output?: string[] },
): GraphDocument {
  return { ...document, ...ends }
}

function renameInNode(node: GraphNode, from: string, to: string): GraphNode {
  const renamedNode = visitNode(node, {
    text: (text, kind) =>
      kind === 'template' ? renameInTemplate(text, from, to) : renameInScript(text, kind, from, to),
    channel: (name) => (name === from ? to : name),
  })
  const isImplicit = from === DEFAULT_MESSAGES && writesToMessages(node)
  if (isImplicit && (renamedNode.kind === 'model' || renamedNode.kind === 'agent')) {
    return { ...renamedNode, output: { message: to } }
  }
  return renamedNode
}

function newNameProblem(document: GraphDocument, name: string): string | null {
  const form = ChannelName.safeParse(name)
  if (!form.success) return `A channel name is ${form.error.issues[0]?.message ?? 'invalid'}`
  if (Object.hasOwn(document.state, name)) return `There is already a channel \`${name}\``
  return channelNameProblem(name)
}
