import type {
  GraphDocument,
  GraphEdge,
  GraphNode,
  JsonSchema,
  ModelSettings,
  PromptMessage,
} from '@lathe/contract'
import { END, START } from '@lathe/contract'
import { nodeModel, nodeTools } from '@lathe/nodes'
import { ERROR_CHANNEL } from '../../state/error-channel.ts'
import type { PromptRef, ToolDescription } from '../options.ts'
import type { PlannedCollections } from '../collections/plan.ts'
import type { PlannedAgents } from './called-agents.ts'
import { camel, MODULE_NAMES, namer, OWN_NAMES } from './names.ts'
import { foldedBranches } from './sequence.ts'

/** A document with the names of its parts in the code. */
export type Plan = {
  document: GraphDocument
  name: string
  slug: string
  tools: ReadonlyMap<string, ToolDescription>
  promptOf: (ref: PromptRef) => readonly PromptMessage[] | undefined
  /** The agents that the document calls. */
  calledAgents: PlannedAgents
  /** The same for the project and the agents it calls. */
  collections: PlannedCollections
  /** From its own folder to the project's: `../../`, or nothing. */
  toRoot: string
  nodes: ReadonlyMap<string, PlannedNode>
  /** The channel that counts how often limited edges were taken; null without such edges. */
  loops: string | null
  /** The node that resets the counts at the start of a run. */
  begin: string
  /** Constants of `tools.ts`, by the tool's name. */
  toolIdents: ReadonlyMap<string, string>
  /** Branches that become conditional edges of the node before them. */
  folded: ReadonlySet<string>
}

export type PlannedNode = {
  id: string
  node: GraphNode
  /** The node's name in LangGraph, which differs from the names of channels. */
  graphName: string
  /** The node that continues when a fan-out has no elements. */
  standIn: string
  /** The name of its function. */
  ident: string
  file: string
  ways: readonly GraphEdge[]
  /** The schemas of the elements that copies receive, by name. */
  locals: ReadonlyMap<string, JsonSchema>
  /** Whether every edge to it sends the same names, so that they always exist. */
  isAlwaysCopy: boolean
}

type PlanInput = Pick<
  Plan,
  'document' | 'name' | 'slug' | 'tools' | 'promptOf' | 'calledAgents' | 'collections' | 'toRoot'
>

export function planProject(input: PlanInput): Plan {
  const { document } = input
  const ids = Object.keys(document.nodes)
  const usedNames = new Set([...ids, ...Object.keys(document.state), ERROR_CHANNEL, START, END])
  const free = (wish: string): string => {
    let name = wish
    while (usedNames.has(name)) name += '_'
    usedNames.add(name)
    return name
  }
  const isLimited = document.edges.some(({ from, max }) => max !== undefined && from !== START)
  const loops = isLimited ? free('loops') : null
  const begin = isLimited ? free('begin') : START
  const toolIdents = toolNames(document)
  const calledAgents = [...input.calledAgents.values()].map((calledAgent) => calledAgent.ident)
  const collections = [...input.collections.values()].map((collection) => collection.ident)
  const constants = [...toolIdents.values(), ...modelNames(document), ...collections]
  const reserved = [...MODULE_NAMES, ...constants, ...calledAgents]
  const ident = namer(reserved, 'Node')
  const files = new Set<string>()
  const file = (wish: string): string => {
    let name = wish
    for (let next = 2; files.has(name); next += 1) name = `${wish}-${next}`
    files.add(name)
    return name
  }
  const nodes = Object.entries(document.nodes).map(([id, node]): [string, PlannedNode] => {
    const incoming = document.edges.filter(({ to }) => to === id)
    const copies = incoming.flatMap(({ each }) => (each ? [each] : []))
    const isAlwaysCopy =
      copies.length === incoming.length && new Set(copies.map(({ as }) => as)).size === 1
    const isChannel = Object.hasOwn(document.state, id) || id === ERROR_CHANNEL || id === loops
    return [
      id,
      {
        id,
        node,
        graphName: isChannel ? free(`${id}_`) : id,
        standIn: copies.length > 0 ? free(`${id}-none`) : id,
        ident: ident(camel(id)),
        file: `nodes/${file(id.toLowerCase().replaceAll('_', '-'))}.ts`,
        ways: document.edges.filter(({ from }) => from === id),
        locals: new Map(copies.map(({ of, as }) => [as, elementOf(document, of)])),
        isAlwaysCopy,
      },
    ]
  })
  const folded = foldedBranches(document)
  return { ...input, nodes: new Map(nodes), loops, begin, toolIdents, folded }
}

function toolNames({ nodes }: GraphDocument): Map<string, string> {
  const names = Object.values(nodes).flatMap(nodeTools)
  const ident = namer(OWN_NAMES, 'Tool')
  return new Map([...new Set(names)].map((name) => [name, ident(camel(name))]))
}

function modelNames({ nodes }: GraphDocument): string[] {
  return Object.values(nodes).flatMap((node) => {
    const model = nodeModel(node)
    return model ? [modelName(model)] : []
  })
}

/** `openai/gpt-4.1` → `gpt41` */
export function modelName({ name }: ModelSettings): string {
  return camel(name.split('/').at(-1) ?? name)
}

/** The schema of a fan-out's elements, if its list is a channel. */
function elementOf(document: GraphDocument, of: string): JsonSchema {
  const name = of.trim()
  const channel = Object.hasOwn(document.state, name) ? document.state[name] : undefined
  return channel?.type === 'array' ? (channel.items ?? {}) : {}
}

export function graphName(plan: Plan, id: string): string {
  return plan.nodes.get(id)?.graphName ?? id
}

export function toolIdent(plan: Plan, name: string): string {
  return plan.toolIdents.get(name) ?? name
}
