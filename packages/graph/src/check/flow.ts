import { START } from '@lathe/contract'
import { reach } from '../flow/topology.ts'
import type { Topology } from '../flow/topology.ts'
import { findParallelPairs } from '../flow/parallel-nodes.ts'
import { findInitialValue } from '../state/initial-value.ts'
import { isShared } from '../state/reducers.ts'
import type { CheckContext, EdgeFacts, NodeFacts, ParsedText } from './context.ts'

/**
 * Reports channels that are read before they are written and concurrent writes without a reducer.
 */
export function checkFlow(context: CheckContext, topology: Topology): void {
  checkNeverWritten(context, topology)
  checkParallelWrites(context, topology)
}

type Use = { channel: string; field: string; edge?: number }

function checkNeverWritten(context: CheckContext, topology: Topology): void {
  const { document, nodes, edges, report } = context
  const fanOuts = Map.groupBy(
    edges.filter(({ list }) => list),
    ({ edge }) => edge.from,
  )
  const next = (id: string) => topology.outgoing(id).map((edge) => edge.to)
  const fromStart = reach([START], next)
  const afterWriter = new Map<string, Set<string>>()
  const isAfter = (channel: string, id: string) => {
    let after = afterWriter.get(channel)
    if (!after) {
      const writers = [...nodes.values()].filter(
        (facts) => fromStart.has(facts.id) && writesTo(facts, channel),
      )
      after = reach(
        writers.flatMap((facts) => next(facts.id)),
        next,
      )
      afterWriter.set(channel, after)
    }
    return after.has(id)
  }
  const hasInitialValue = (name: string) =>
    !context.isChannel(name) || findInitialValue(document, name) !== null
  for (const facts of nodes.values()) {
    if (!fromStart.has(facts.id)) continue
    const reported = new Set<string>()
    for (const use of listUses(facts, fanOuts.get(facts.id) ?? [])) {
      const { channel, field, edge } = use
      if (reported.has(channel) || facts.locals.has(channel) || hasInitialValue(channel)) continue
      if (isAfter(channel, facts.id) || (edge !== undefined && writesTo(facts, channel))) continue
      reported.add(channel)
      const place = { node: facts.id, field, name: channel, ...(edge !== undefined && { edge }) }
      const message = `\`${channel}\` is read here, but no earlier node writes it`
      report('NEVER_WRITTEN', place, message)
    }
  }
}

function listUses({ texts, channelReads }: NodeFacts, fanOuts: readonly EdgeFacts[]): Use[] {
  const textUses = texts.flatMap((text) =>
    readNames(text).map((channel) => ({ channel, field: text.field })),
  )
  const fanOutUses = fanOuts.flatMap(({ list, index }) =>
    list ? readNames(list).map((channel) => ({ channel, field: list.field, edge: index })) : [],
  )
  return [...textUses, ...channelReads, ...fanOutUses]
}

/** Names that a text reads, whether or not they are channels. */
export function readNames(text: ParsedText): string[] {
  if (text.kind === 'template') return text.template.tags.map((tag) => tag.head)
  return text.script.reads.map((read) => read.name)
}

const writesTo = ({ writes }: NodeFacts, channel: string) =>
  writes.some((use) => use.channel === channel)

function checkParallelWrites({ document, nodes, report }: CheckContext, topology: Topology): void {
  const exclusive = (facts: NodeFacts | undefined) =>
    (facts?.writes ?? []).filter(({ channel: name }) => {
      const channel = Object.hasOwn(document.state, name) ? document.state[name] : undefined
      return channel && !isShared(channel)
    })
  const isCopied = (id: string) => topology.incoming(id).some((edge) => edge.each)
  const writtenChannels = new Set<string>()
  const isContested = [...nodes.values()].some((facts) =>
    exclusive(facts).some(({ channel }) => {
      const isRepeated = writtenChannels.has(channel)
      writtenChannels.add(channel)
      return isRepeated || isCopied(facts.id)
    }),
  )
  if (!isContested) return

  const reported = new Set<string>()
  for (const [a, b] of findParallelPairs(document, topology)) {
    for (const { channel, field } of exclusive(nodes.get(a))) {
      if (!exclusive(nodes.get(b)).some((use) => use.channel === channel)) continue
      const key = `${channel} ${b}`
      if (reported.has(key)) continue
      reported.add(key)
      const writers =
        a === b
          ? `Copies of \`${a}\` run in parallel and all`
          : `\`${a}\` and \`${b}\` run in parallel and both`
      const message = `${writers} write \`${channel}\`; give it a reducer that combines the values, or run them in sequence`
      report('PARALLEL_WRITE', { node: b, channel, field }, message)
    }
  }
}
