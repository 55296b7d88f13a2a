import { withModelCall } from '@lathe/nodes'
import { type GraphDocument, type GraphNode, type Json, redactTokens } from '@lathe/contract'
import { schemaAt } from '../check/writes.ts'
import { isClose } from '../text/is-close.ts'
import { withNode } from './change.ts'
import { verifiedFix } from './fix.ts'
import type { Candidate, Fixer } from './fix.ts'

/** Maximum number of suggestions. */
const MAX_SUGGESTIONS = 3

/** Fixes for problems of a single node. */
export const nodeFixers = {
  UNKNOWN_COLLECTION: ({ node, environment }) => {
    if (node?.node.kind !== 'retrieve' || !environment) return []
    const collectionName = node.node.collection
    const names = environment.collections.map(({ name }) => name)
    const similar = names.filter((name) => isClose(name, collectionName))
    return (similar.length > 0 ? similar : names)
      .slice(0, MAX_SUGGESTIONS)
      .map((collection) =>
        verifiedFix(`Search \`${collection}\``, (document) =>
          withNode(document, node.id, (old) =>
            old.kind === 'retrieve' ? { ...old, collection } : old,
          ),
        ),
      )
  },

  EMPTY_QUERY: ({ document, node }) =>
    document.input
      .filter((name) => document.state[name]?.type === 'string')
      .slice(0, MAX_SUGGESTIONS)
      .flatMap((name) =>
        node
          ? verifiedFix(`Search for \`{{${name}}}\``, (current) =>
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
      verifiedFix(`Use \`${as}\` as the key`, (current) =>
        withNode(current, node.id, (old) => (old.kind === 'ask' ? { ...old, key: as } : old)),
      ),
    ]
  },

  UNKNOWN_PATH: ({ node, field }) => {
    if (!node) return []
    const channel = field.split('.').at(-1) ?? ''
    const paths = listAnswerPaths(node.node)
    const old = pathAt(node.node, channel)
    const similar = paths.filter((path) => isClose(path, old))
    const suggested = similar.length > 0 ? similar : paths.slice(0, 3)
    return [
      ...suggested.map((path) =>
        verifiedFix(`Use \`${path}\``, (document) =>
          withNode(document, node.id, (current) => withPath(current, channel, path)),
        ),
      ),
      verifiedFix(`Do not write \`${channel}\``, (document) =>
        withNode(document, node.id, (current) => withPath(current, channel, null)),
      ),
    ]
  },

  BAD_SCHEMA: ({ node, field }) =>
    node?.node.kind === 'ask' && field === 'form'
      ? [
          verifiedFix('Make it an object', (document) =>
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
    return [
      verifiedFix(`Insert \`${input}\``, (current) =>
        withNode(current, node.id, (old) =>
          withModelCall(old, { prompt: { messages: [message] } }),
        ),
      ),
    ]
  },

  SECRET: ({ problem: { location } }): Candidate[] => [
    verifiedFix('Remove it', (document) => cleaned(document, location)),
  ],
} satisfies Record<string, Fixer>

function listAnswerPaths(node: GraphNode): string[] {
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
    return {
      ...document,
      edges: document.edges.map((old, index) => (index === edge ? scrub(old) : old)),
    }
  }
  return { ...document, notes: scrub(document.notes) }
}

/** Returns a copy without secrets; the shape stays the same, so the type does too. */
function scrub<T>(value: T): T {
  return JSON.parse(JSON.stringify(value), (_, part: Json) =>
    typeof part === 'string' ? redactTokens(part, '[removed]') : part,
  ) as T
}
