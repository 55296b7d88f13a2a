import type { GraphDocument, GraphEdge, GraphNode, Problem } from '@lathe/contract'
import { insideCalls } from '../callees/inside-calls.ts'
import type { InsideCalls } from '../callees/inside-calls.ts'
import { ERROR_CHANNEL, hasErrorEdges } from '../state/error-channel.ts'
import { writesOf } from '../kinds/uses.ts'
import type { ChannelUse } from '../kinds/uses.ts'
import { visitNode } from '../kinds/visit.ts'
import type { TextKind } from '../kinds/visit.ts'
import { promptOf } from '../model/model-of.ts'
import { registryRefLabel } from '../prompts/registry-prompts.ts'
import { remembered } from '../text/remembered.ts'
import { parseScript } from '../text/script.ts'
import type { Script } from '../text/script.ts'
import { parseTemplate } from '../text/template.ts'
import type { Template } from '../text/template.ts'
import type { CheckEnvironment } from './check.ts'
import { severityOf } from './codes.ts'
import type { ProblemCode } from './codes.ts'
import { templatesOf } from '../prompts/templates-of.ts'

/** `from` is the registry prompt that contains the text. */
export type ParsedText = { field: string; text: string; from?: string } & (
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

export type EdgeFacts = { index: number; edge: GraphEdge; of: ParsedText | null }

/** Facts about a document that all checks share. */
export type CheckContext = {
  document: GraphDocument
  environment: CheckEnvironment
  nodes: ReadonlyMap<string, NodeFacts>
  edges: readonly EdgeFacts[]
  /** Names of tools with side effects. */
  writing: ReadonlySet<string>
  /** Facts about called agents, by key. */
  inside: InsideCalls
  isChannel: (name: string) => boolean
  report: (code: ProblemCode, place: Problem['place'], message: string) => void
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
    { id, node, ...factsIn(node, environment), locals: locals.get(id) ?? new Set() },
  ])
  const writing = new Set(
    environment.tools.filter(({ effect }) => effect === 'write').map(({ name }) => name),
  )
  return {
    document,
    environment,
    nodes: new Map(nodes),
    writing,
    inside: insideCalls(document, environment.callees, writing),
    edges: document.edges.map((edge, index) => ({
      index,
      edge,
      of: edge.each ? parsed(edge.each.of, 'expression', 'each.of') : null,
    })),
    isChannel: (name) =>
      Object.hasOwn(document.state, name) || (withError && name === ERROR_CHANNEL),
    report: (code, place, message) => {
      problems.push({ code, severity: severityOf(code), place, message })
    },
  }
}

type OwnFacts = Pick<NodeFacts, 'texts' | 'channelReads' | 'writes'>

/** Adds the texts and channels of registry prompts under the field that names the prompt. */
function factsIn(node: GraphNode, { prompts }: CheckEnvironment): OwnFacts {
  const own = factsOf(node)
  const prompt = promptOf(node)
  if (!prompt || 'messages' in prompt) return own
  const says = prompts.find(({ name }) => name === prompt.name)?.says?.[registryRefLabel(prompt)]
  if (!says) return own
  const field = node.kind === 'branch' ? 'decide.prompt' : 'prompt'
  const from = prompt.name
  const texts = says
    .flatMap(templatesOf)
    .map((text): ParsedText => ({ ...parsed(text, 'template', field), from }))
  const channelReads = says.flatMap((message) =>
    message.role === 'placeholder' ? [{ channel: message.channel, field }] : [],
  )
  return {
    ...own,
    texts: [...own.texts, ...texts],
    channelReads: [...own.channelReads, ...channelReads],
  }
}

/** An edit keeps the identity of unchanged nodes, so their texts are parsed once. */
const known = new WeakMap<GraphNode, OwnFacts>()

function factsOf(node: GraphNode): OwnFacts {
  const facts = known.get(node) ?? readNode(node)
  known.set(node, facts)
  return facts
}

function readNode(node: GraphNode): OwnFacts {
  const texts: ParsedText[] = []
  const channelReads: ChannelUse[] = []
  visitNode(node, {
    text(text, kind, field) {
      texts.push(parsed(text, kind, field))
      return text
    },
    channel(channel, role, field) {
      if (role === 'read') channelReads.push({ channel, field })
      return channel
    },
  })
  return { texts, channelReads, writes: writesOf(node) }
}

const parse = {
  template: parseTemplate,
  expression: remembered((text) => parseScript(text, 'expression')),
  code: remembered((text) => parseScript(text, 'code')),
}

function parsed(text: string, kind: TextKind, field: string): ParsedText {
  if (kind === 'template') return { field, text, kind, template: parse.template(text) }
  return { field, text, kind, script: parse[kind](text) }
}

function localNames(document: GraphDocument): Map<string, Set<string>> {
  const names = new Map<string, Set<string>>()
  for (const { each, to } of document.edges) {
    if (each) names.set(to, (names.get(to) ?? new Set()).add(each.as))
  }
  return names
}
