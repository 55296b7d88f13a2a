import type { Channel, GraphDocument, NodeOf, Value } from '@lathe/contract'
import { calleeOf } from '../callees/callees.ts'
import { acceptsType } from '../state/accepts.ts'
import { setChannel } from '../edit/channels.ts'
import { isClose } from '../text/is-close.ts'
import { orSame, withNode, without } from './change.ts'
import { emptyValue } from './empty-value.ts'
import { tried } from './fix.ts'
import type { Candidate, Fixer, FixContext } from './fix.ts'

type Call = NodeOf<'agent-call'>

/** Maximum number of suggested names. */
const MOST = 3

/** Fixes for missing agents and for mappings that do not fit the called agent. */
export const callFixers = {
  UNKNOWN_AGENT: (context) => {
    const known = context.environment?.agents.map(({ slug }) => slug) ?? []
    const { agent } = callIn(context) ?? {}
    const close = known.filter((slug) => isClose(slug, agent ?? ''))
    return (agent === '' ? known : close)
      .slice(0, MOST)
      .map((slug) => changed(context, `Call \`${slug}\``, (call) => ({ ...call, agent: slug })))
  },

  UNKNOWN_VERSION: (context) => {
    const call = callIn(context)
    const agent = context.environment?.agents.find(({ slug }) => slug === call?.agent)
    if (!call || !agent) return []
    const newest = agent.versions.toSorted((a, b) => b - a).slice(0, MOST)
    return [
      changed(context, 'Use the published version', (old) => without(old, 'version')),
      ...newest.map((version) =>
        changed(context, `Pin version ${version}`, (old) => ({ ...old, version })),
      ),
    ]
  },

  CALL_CIRCLE: (context) => {
    const call = callIn(context)
    const agent = context.environment?.agents.find(({ slug }) => slug === call?.agent)
    const versions = agent?.versions.toSorted((a, b) => b - a) ?? []
    return versions
      .slice(0, MOST)
      .map((version) => changed(context, `Pin version ${version}`, (old) => ({ ...old, version })))
  },

  MISSING_INPUT: (context) => {
    const channel = calleeIn(context)?.state[context.name]
    if (!channel) return []
    return sourcesFor(context.document, context.name, channel).map(([label, value]) =>
      changed(context, label, (call) => ({
        ...call,
        input: { ...call.input, [context.name]: value },
      })),
    )
  },

  UNKNOWN_INPUT: (context) => [
    changed(context, `Remove the input \`${context.name}\``, (call) => ({
      ...call,
      input: without(call.input, context.name),
    })),
  ],

  UNKNOWN_OUTPUT: (context) => {
    const here = context.field.replace(/^output\./, '')
    const names = calleeIn(context)?.output ?? []
    const close = names.filter((name) => isClose(name, context.name))
    return [
      ...(close.length > 0 ? close : names).slice(0, MOST).map((name) =>
        changed(context, `Use \`${name}\``, (call) => ({
          ...call,
          output: { ...call.output, [here]: name },
        })),
      ),
      changed(context, `Do not write \`${here}\``, (call) => ({
        ...call,
        output: without(call.output, here),
      })),
    ]
  },
  UNUSED_RESULT: (context) => {
    const { document } = context
    const callee = calleeIn(context)
    return (callee?.output ?? []).slice(0, MOST).flatMap((there) => {
      const given = callee?.state[there]
      const own = document.state[there]
      if (!given || (own && !accepts(own, given))) return []
      const isNew = own === undefined
      const label = isNew ? `Store \`${there}\` in a new channel` : `Use \`${there}\``
      return [
        tried(label, (current) => {
          const { description, items, properties } = given
          const channel: Channel = {
            type: given.type,
            ...(description !== undefined && { description }),
            ...(items && { items }),
            ...(properties && { properties }),
          }
          const declared = isNew ? orSame(current, setChannel(current, there, channel)) : current
          return withCall(declared, context, (call) => ({
            ...call,
            output: { ...call.output, [there]: there },
          }))
        }),
      ]
    })
  },
} satisfies Record<string, Fixer>

/**
 * Suggests a channel of the same name first, then channels of the same type, then a plain value.
 */
function sourcesFor(
  { state }: GraphDocument,
  name: string,
  wanted: Channel,
): [label: string, value: Value][] {
  const fitting = Object.entries(state)
    .filter(([, { type }]) => type === wanted.type)
    .map(([channel]) => channel)
    .toSorted((a, b) => Number(b === name) - Number(a === name))
  const empty = emptyValue(wanted)
  const plain: [string, Value][] =
    empty === undefined || empty === null
      ? []
      : [[`Pass ${JSON.stringify(empty)}`, { value: empty }]]
  const channels = fitting
    .slice(0, MOST)
    .map((channel): [string, Value] => [`Pass \`${channel}\``, { expression: channel }])
  return [...channels, ...plain]
}

const callIn = ({ node }: FixContext): Call | undefined =>
  node?.node.kind === 'agent-call' ? node.node : undefined

function calleeIn(context: FixContext): GraphDocument | undefined {
  const call = callIn(context)
  return call && context.environment && calleeOf(context.environment.callees, call)?.document
}

const accepts = (own: Channel, { type }: Channel) =>
  acceptsType(own, type === 'messages' ? 'array' : type)

const changed = (context: FixContext, label: string, change: (call: Call) => Call): Candidate =>
  tried(label, (document) => withCall(document, context, change))

const withCall = (document: GraphDocument, { node }: FixContext, change: (call: Call) => Call) =>
  withNode(document, node?.id ?? '', (old) => (old.kind === 'agent-call' ? change(old) : old))
