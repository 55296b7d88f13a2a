import type { GraphDocument, GraphEdge, GraphNode, Problem } from '@lathe/contract'
import { nodePrompt, modelCallField, visitNode, type TextKind } from '@lathe/nodes'
import { collectCallFacts } from '../called-agents/call-facts.ts'
import type { CallFactsByAgent } from '../called-agents/call-facts.ts'
import { ERROR_CHANNEL, hasErrorEdges } from '../state/error-channel.ts'
import { nodeWrites } from '../kinds/channel-uses.ts'
import type { ChannelUse } from '../kinds/channel-uses.ts'
import { registryRefLabel } from '../prompts/registry-prompts.ts'
import { cacheByText } from '../text/cache-by-text.ts'
import { parseScript } from '../text/script.ts'
import type { Script } from '../text/script.ts'
import { parseTemplate } from '../text/template.ts'
import type { Template } from '../text/template.ts'
import type { CheckEnvironment } from './check.ts'
import { severity } from './codes.ts'
import type { ProblemCode } from './codes.ts'
import { listTemplates } from '../prompts/list-templates.ts'

/** `from` is the registry prompt that contains the text. */
export type ParsedText = { field: string; text: string; promptName?: string } & (
  | { kind: 'template'; template: Template }
  | { kind: 'expression' | 'code'; script: Script }
)

export type NodeFacts = {
  id: string
  node: GraphNode
  texts: ParsedText[]
  /** Channels named by a field, not by a text. */
  channelReads: ChannelUse[]
  writes: ChannelUse[]
  /** Names that exist only in a copy of a fan-out. */
  locals: ReadonlySet<string>
}

export type EdgeFacts = { index: number; edge: GraphEdge; list: ParsedText | null }

/** Facts about a document that all checks share. */
export type CheckContext = {
  document: GraphDocument
  environment: CheckEnvironment
  nodes: ReadonlyMap<string, NodeFacts>
  edges: readonly EdgeFacts[]
  /** Names of tools with side effects. */
  writingTools: ReadonlySet<string>
  /** Facts about called agents, by key. */
  callFacts: CallFactsByAgent
  isChannel: (name: string) => boolean
  report: (code: ProblemCode, place: Problem['location'], message: string) => void
}

export function createContext(
  document: GraphDocument,
  environment: CheckEnvironment,
  problems: Problem[],
): CheckContext {
  const locals = localNames(document)
  const withError = hasErrorEdges(document)
  const nodes = Object.entries(document.nodes).map(([id, node]): [string, NodeFacts] => [
    id,
    { id, node, ...collectFacts(node, environment), locals: locals.get(id) ?? new Set() },
  ])
  const writingTools = new Set(
    environment.tools.filter(({ effect }) => effect === 'write').map(({ name }) => name),
  )
  return {
    document,
    environment,
    nodes: new Map(nodes),
    writingTools,
    callFacts: collectCallFacts(document, environment.calledAgents, writingTools),
    edges: document.edges.map((edge, index) => ({
      index,
      edge,
      list: edge.each ? parseText(edge.each.of, 'expression', 'each.of') : null,
    })),
    isChannel: (name) =>
      Object.hasOwn(document.state, name) || (withError && name === ERROR_CHANNEL),
    report: (code, place, message) => {
      problems.push({ code, severity: severity(code), location: place, message })
    },
  }
}

type OwnFacts = Pick<NodeFacts, 'texts' | 'channelReads' | 'writes'>

/** Adds the texts and channels of registry prompts under the field that names the prompt. */
function collectFacts(node: GraphNode, { prompts }: CheckEnvironment): OwnFacts {
  const ownFacts = cachedFacts(node)
  const prompt = nodePrompt(node)
  if (!prompt || 'messages' in prompt) return ownFacts
  const messages = prompts.find(({ name }) => name === prompt.name)?.messages?.[
    registryRefLabel(prompt)
  ]
  if (!messages) return ownFacts
  const field = modelCallField(node, 'prompt')
  const promptName = prompt.name
  const texts = messages
    .flatMap(listTemplates)
    .map((text): ParsedText => ({ ...parseText(text, 'template', field), promptName }))
  const channelReads = messages.flatMap((message) =>
    message.role === 'placeholder' ? [{ channel: message.channel, field }] : [],
  )
  return {
    ...ownFacts,
    texts: [...ownFacts.texts, ...texts],
    channelReads: [...ownFacts.channelReads, ...channelReads],
  }
}

/** An edit keeps the identity of unchanged nodes, so their texts are parsed once. */
const factsCache = new WeakMap<GraphNode, OwnFacts>()

function cachedFacts(node: GraphNode): OwnFacts {
  const facts = factsCache.get(node) ?? readNode(node)
  factsCache.set(node, facts)
  return facts
}

function readNode(node: GraphNode): OwnFacts {
  const texts: ParsedText[] = []
  const channelReads: ChannelUse[] = []
  visitNode(node, {
    text(text, kind, field) {
      texts.push(parseText(text, kind, field))
      return text
    },
    channel(channel, role, field) {
      if (role === 'read') channelReads.push({ channel, field })
      return channel
    },
  })
  return { texts, channelReads, writes: nodeWrites(node) }
}

const parsers = {
  template: parseTemplate,
  expression: cacheByText((text) => parseScript(text, 'expression')),
  code: cacheByText((text) => parseScript(text, 'code')),
}

function parseText(text: string, kind: TextKind, field: string): ParsedText {
  if (kind === 'template') return { field, text, kind, template: parsers.template(text) }
  return { field, text, kind, script: parsers[kind](text) }
}

function localNames(document: GraphDocument): Map<string, Set<string>> {
  const names = new Map<string, Set<string>>()
  for (const { each, to } of document.edges) {
    if (each) names.set(to, (names.get(to) ?? new Set()).add(each.as))
  }
  return names
}
