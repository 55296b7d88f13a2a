import { type GraphDocument, type GraphNode, type Json, redactTokens } from '@lathe/contract'
import { schemaAt } from '../check/writes.ts'
import { isClose } from '../text/is-close.ts'
import { withNode } from './change.ts'
import { tried } from './fix.ts'
import type { Candidate, Fixer } from './fix.ts'

/** Maximum number of suggestions. */
const MOST = 3

/** Fixes for problems of a single node. */
export const nodeFixers = {
  UNKNOWN_COLLECTION: ({ node, environment }) => {
    if (node?.node.kind !== 'retrieve' || !environment) return []
    const wanted = node.node.collection
    const names = environment.collections.map(({ name }) => name)
    const close = names.filter((name) => isClose(name, wanted))
    return (close.length > 0 ? close : names)
      .slice(0, MOST)
      .map((collection) =>
        tried(`Search \`${collection}\``, (document) =>
          withNode(document, node.id, (old) =>
            old.kind === 'retrieve' ? { ...old, collection } : old,
          ),
        ),
      )
  },

  EMPTY_QUERY: ({ document, node }) =>
    document.input
      .filter((name) => document.state[name]?.type === 'string')
      .slice(0, MOST)
      .flatMap((name) =>
        node
          ? tried(`Search for \`{{${name}}}\``, (current) =>
              withNode(current, node.id, (old) =>
                old.kind === 'retrieve' ? { ...old, query: `{{${name}}}` } : old,
              ),
            )
          : [],
      ),

  ASK_WITHOUT_KEY: ({ document, node }) => {
    const as = document.edges.find(({ to, each }) => to === node?.id && each)?.each?.as
    if (node?.node.kind !== 'ask' || as === undefined) return []
    return [
      tried(`Use \`${as}\` as the key`, (current) =>
        withNode(current, node.id, (old) => (old.kind === 'ask' ? { ...old, key: as } : old)),
      ),
    ]
  },

  UNKNOWN_PATH: ({ node, field }) => {
    if (!node) return []
    const channel = field.split('.').at(-1) ?? ''
    const paths = pathsOf(node.node)
    const old = pathAt(node.node, channel)
    const near = paths.filter((path) => isClose(path, old))
    const offered = near.length > 0 ? near : paths.slice(0, 3)
    return [
      ...offered.map((path) =>
        tried(`Use \`${path}\``, (document) =>
          withNode(document, node.id, (current) => withPath(current, channel, path)),
        ),
      ),
      tried(`Do not write \`${channel}\``, (document) =>
        withNode(document, node.id, (current) => withPath(current, channel, null)),
      ),
    ]
  },

  BAD_SCHEMA: ({ node, field }) =>
    node?.node.kind === 'ask' && field === 'form'
      ? [
          tried('Make it an object', (document) =>
            withNode(document, node.id, (old) =>
              old.kind === 'ask' ? { ...old, form: { type: 'object', properties: {} } } : old,
            ),
          ),
        ]
      : [],

  EMPTY_PROMPT: ({ document, node }) => {
    const [input] = document.input
    if (!node || input === undefined) return []
    const isConversation = document.state[input]?.type === 'messages'
    const message = isConversation
      ? { role: 'placeholder' as const, channel: input }
      : { role: 'user' as const, text: `{{${input}}}` }
    const say = (old: GraphNode): GraphNode => {
      const prompt = { messages: [message] }
      if (old.kind === 'model' || old.kind === 'agent') return { ...old, prompt }
      if (old.kind !== 'branch' || old.decide.by !== 'model') return old
      return { ...old, decide: { ...old.decide, prompt } }
    }
    return [tried(`Insert \`${input}\``, (current) => withNode(current, node.id, say))]
  },

  SECRET: ({ problem: { place } }): Candidate[] => [
    tried('Remove it', (document) => cleaned(document, place)),
  ],
} satisfies Record<string, Fixer>

function pathsOf(node: GraphNode): string[] {
  if (node.kind === 'ask') {
    const fields = Object.keys(schemaAt(node.form ?? {}, '')?.['properties'] ?? {})
    return ['decision', ...fields.map((field) => `values.${field}`)]
  }
  if (node.kind !== 'model' && node.kind !== 'agent') return []
  return Object.keys(node.answer?.schema['properties'] ?? {})
}

function pathAt(node: GraphNode, channel: string): string {
  if (node.kind === 'ask') return node.writes?.[channel] ?? ''
  return node.kind === 'model' || node.kind === 'agent' ? (node.answer?.writes[channel] ?? '') : ''
}

function withPath(node: GraphNode, channel: string, path: string | null): GraphNode {
  const changed = (writes: Record<string, string>) =>
    Object.fromEntries(
      Object.entries(writes).flatMap(([name, old]): [string, string][] =>
        name !== channel ? [[name, old]] : path === null ? [] : [[name, path]],
      ),
    )
  if (node.kind === 'ask') return { ...node, writes: changed(node.writes ?? {}) }
  if ((node.kind !== 'model' && node.kind !== 'agent') || !node.answer) return node
  return { ...node, answer: { ...node.answer, writes: changed(node.answer.writes) } }
}

function cleaned(
  document: GraphDocument,
  {
    node,
    channel,
    edge,
  }: { node?: string | undefined; channel?: string | undefined; edge?: number | undefined },
): GraphDocument {
  if (node !== undefined) return withNode(document, node, scrub)
  if (channel !== undefined && document.state[channel]) {
    return { ...document, state: { ...document.state, [channel]: scrub(document.state[channel]) } }
  }
  if (edge !== undefined) {
    return { ...document, edges: document.edges.map((old, at) => (at === edge ? scrub(old) : old)) }
  }
  return { ...document, notes: scrub(document.notes) }
}

/** Returns a copy without secrets; the shape stays the same, so the type does too. */
function scrub<T>(value: T): T {
  return JSON.parse(JSON.stringify(value), (_, part: Json) =>
    typeof part === 'string' ? redactTokens(part, '[removed]') : part,
  ) as T
}
