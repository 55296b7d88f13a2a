import type { Channel, GraphDocument, NodeOf, Value } from '@lathe/contract'
import { findCalledAgent } from '../called-agents/called-agents.ts'
import { acceptsType } from '../state/accepts.ts'
import { setChannel } from '../edit/channels.ts'
import { isClose } from '../text/is-close.ts'
import { applyOrKeep, withNode, omitKey } from './change.ts'
import { emptyValue } from './empty-value.ts'
import { verifiedFix } from './fix.ts'
import type { Candidate, Fixer, FixContext } from './fix.ts'

type Call = NodeOf<'agent-call'>

/** Maximum number of suggested names. */
const MAX_SUGGESTIONS = 3

/** Fixes for missing agents and for mappings that do not fit the called agent. */
export const callFixers = {
  UNKNOWN_AGENT: (context) => {
    const slugs = context.environment?.agents.map(({ slug }) => slug) ?? []
    const { agent } = callIn(context) ?? {}
    const similar = slugs.filter((slug) => isClose(slug, agent ?? ''))
    return (agent === '' ? slugs : similar)
      .slice(0, MAX_SUGGESTIONS)
      .map((slug) => changeCall(context, `Call \`${slug}\``, (call) => ({ ...call, agent: slug })))
  },

  UNKNOWN_VERSION: (context) => {
    const call = callIn(context)
    const agent = context.environment?.agents.find(({ slug }) => slug === call?.agent)
    if (!call || !agent) return []
    const newest = agent.versions.toSorted((a, b) => b - a).slice(0, MAX_SUGGESTIONS)
    return [
      changeCall(context, 'Use the published version', (old) => omitKey(old, 'version')),
      ...newest.map((version) =>
        changeCall(context, `Pin version ${version}`, (old) => ({ ...old, version })),
      ),
    ]
  },

  CALL_CIRCLE: (context) => {
    const call = callIn(context)
    const agent = context.environment?.agents.find(({ slug }) => slug === call?.agent)
    const versions = agent?.versions.toSorted((a, b) => b - a) ?? []
    return versions
      .slice(0, MAX_SUGGESTIONS)
      .map((version) =>
        changeCall(context, `Pin version ${version}`, (old) => ({ ...old, version })),
      )
  },

  MISSING_INPUT: (context) => {
    const channel = findCalledDocument(context)?.state[context.name]
    if (!channel) return []
    return sourcesFor(context.document, context.name, channel).map(([label, value]) =>
      changeCall(context, label, (call) => ({
        ...call,
        input: { ...call.input, [context.name]: value },
      })),
    )
  },

  UNKNOWN_INPUT: (context) => [
    changeCall(context, `Remove the input \`${context.name}\``, (call) => ({
      ...call,
      input: omitKey(call.input, context.name),
    })),
  ],

  UNKNOWN_OUTPUT: (context) => {
    const channelName = context.field.replace(/^output\./, '')
    const names = findCalledDocument(context)?.output ?? []
    const similar = names.filter((name) => isClose(name, context.name))
    return [
      ...(similar.length > 0 ? similar : names).slice(0, MAX_SUGGESTIONS).map((name) =>
        changeCall(context, `Use \`${name}\``, (call) => ({
          ...call,
          output: { ...call.output, [channelName]: name },
        })),
      ),
      changeCall(context, `Do not write \`${channelName}\``, (call) => ({
        ...call,
        output: omitKey(call.output, channelName),
      })),
    ]
  },
  UNUSED_RESULT: (context) => {
    const { document } = context
    const calledDocument = findCalledDocument(context)
    return (calledDocument?.output ?? []).slice(0, MAX_SUGGESTIONS).flatMap((output) => {
      const outputChannel = calledDocument?.state[output]
      const existing = document.state[output]
      if (!outputChannel || (existing && !accepts(existing, outputChannel))) return []
      const isNew = existing === undefined
      const label = isNew ? `Store \`${output}\` in a new channel` : `Use \`${output}\``
      return [
        verifiedFix(label, (current) => {
          const { description, items, properties } = outputChannel
          const channel: Channel = {
            type: outputChannel.type,
            ...(description !== undefined && { description }),
            ...(items && { items }),
            ...(properties && { properties }),
          }
          const withChannel = isNew
            ? applyOrKeep(current, setChannel(current, output, channel))
            : current
          return withCall(withChannel, context, (call) => ({
            ...call,
            output: { ...call.output, [output]: output },
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
  input: Channel,
): [label: string, value: Value][] {
  const matching = Object.entries(state)
    .filter(([, { type }]) => type === input.type)
    .map(([channel]) => channel)
    .toSorted((a, b) => Number(b === name) - Number(a === name))
  const empty = emptyValue(input)
  const literals: [string, Value][] =
    empty === undefined || empty === null
      ? []
      : [[`Pass ${JSON.stringify(empty)}`, { value: empty }]]
  const channels = matching
    .slice(0, MAX_SUGGESTIONS)
    .map((channel): [string, Value] => [`Pass \`${channel}\``, { expression: channel }])
  return [...channels, ...literals]
}

const callIn = ({ node }: FixContext): Call | undefined =>
  node?.node.kind === 'agent-call' ? node.node : undefined

function findCalledDocument(context: FixContext): GraphDocument | undefined {
  const call = callIn(context)
  return (
    call && context.environment && findCalledAgent(context.environment.calledAgents, call)?.document
  )
}

const accepts = (existing: Channel, { type }: Channel) =>
  acceptsType(existing, type === 'messages' ? 'array' : type)

const changeCall = (context: FixContext, label: string, change: (call: Call) => Call): Candidate =>
  verifiedFix(label, (document) => withCall(document, context, change))

const withCall = (document: GraphDocument, { node }: FixContext, change: (call: Call) => Call) =>
  withNode(document, node?.id ?? '', (old) => (old.kind === 'agent-call' ? change(old) : old))
