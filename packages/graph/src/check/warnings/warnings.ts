import { findLoops, type Loop } from '../../flow/loops.ts'
import type { Topology } from '../../flow/topology.ts'
import type { CheckContext, NodeFacts, ParsedText } from '../context.ts'
import { checkEffects } from './effects.ts'
import { isPause, modelCallField, nodeModel, nodePrompt } from '@lathe/nodes'
import { contextTokens } from '../../model/context-tokens.ts'
import { defaultTokens, promptTokens } from '../../model/tokens.ts'
import { channelReducer, reducerName } from '../../state/reducers.ts'
import { countThreads, threadsAffected } from '../../state/threads-affected.ts'
import { findConnectionByName } from '@lathe/contract'
import { closingEdges } from '../../flow/closing-edges.ts'
import { readNames } from '../flow.ts'
import { registryRefs } from '../../prompts/registry-prompts.ts'

/** Reports graphs that run but may take long, cost much or repeat side effects. */
export function checkWarnings(context: CheckContext, topology: Topology): void {
  const loops = findLoops(context.document)
  checkLoops(context, topology, loops)
  checkFanOutSize(context)
  checkNeverRead(context)
  checkEffects(context, topology, loops)
  checkContextSize(context)
  checkLiveThreads(context)
}

function checkFanOutSize({ edges, report }: CheckContext): void {
  for (const { index, edge } of edges) {
    if (!edge.each || edge.each.max !== undefined) continue
    const message = `\`${edge.to}\` runs once per element of \`${edge.each.of}\` without a limit; set a limit`
    report('UNBOUNDED_FAN_OUT', { edge: index, field: 'each.max' }, message)
  }
}

/** Reports prompts that exceed the context window before a run adds any content. */
function checkContextSize({ document, nodes, report }: CheckContext): void {
  const tokensIn = (name: string) =>
    defaultTokens(Object.hasOwn(document.state, name) ? document.state[name] : undefined)
  for (const { id, node } of nodes.values()) {
    const model = nodeModel(node)
    const prompt = nodePrompt(node)
    if (!model || !prompt || !('messages' in prompt)) continue
    const context = contextTokens(model.name)
    if (context === null) continue
    const tokens = promptTokens(prompt, tokensIn) + (model.maxTokens ?? 0)
    if (tokens <= context) continue
    const count = (number: number) => `${Math.round(number / 1_000)} k`
    const message = `The prompt and its answer take about ${count(tokens)} tokens, which exceeds the context window of \`${model.name}\` (${count(context)})`
    report('OVER_CONTEXT', { node: id, field: modelCallField(node, 'prompt') }, message)
  }
}

/** Reports channels whose reducer differs from the one used by live threads. */
function checkLiveThreads({ document, environment, report }: CheckContext): void {
  const liveThreads = environment.liveThreads ?? []
  for (const [name, channel] of Object.entries(document.state)) {
    const affected = threadsAffected(name, channel, liveThreads)
    const [latest] = affected
    const before = latest?.state[name]
    if (!latest || !before) continue
    const count = countThreads(affected)
    const origin = latest.version === null ? 'a draft' : `version ${latest.version}`
    const threads = count === 1 ? '1 live thread' : `${count} live threads`
    const oldReducer = reducerName(channelReducer(before))
    const newReducer = reducerName(channelReducer(channel))
    const change = oldReducer === newReducer ? `another ${newReducer} reducer` : `\`${oldReducer}\``
    const message = `The reducer of \`${name}\` is \`${newReducer}\` and was ${change} in ${origin}; the next run of ${threads} continues with the existing value`
    report('REDUCER_CHANGED', { channel: name, field: 'reducer' }, message)
  }
}

/** Reports loops without an end condition and model calls in a loop without a time limit. */
function checkLoops(context: CheckContext, topology: Topology, loops: readonly Loop[]): void {
  const endingNodes = new Set(loops.flatMap((loop) => nodesThatEnd(context, loop)))
  const inLoop = new Set(loops.flatMap((loop) => loop.nodes))
  const isUnlimited = (edge: { from: string; max?: number | undefined }) =>
    edge.max === undefined && inLoop.has(edge.from) && !endingNodes.has(edge.from)

  for (const { index, from, to } of closingEdges(topology, isUnlimited)) {
    const message = `The edge from \`${from}\` back to \`${to}\` has no limit; set a limit, or let a branch count the iterations`
    context.report('UNBOUNDED_LOOP', { edge: index, field: 'max' }, message)
  }
  for (const id of inLoop) {
    const facts = context.nodes.get(id)
    if (facts) checkTimeLimit(context, facts)
  }
}

/** Returns human questions and branches that read a counter kept in the loop. */
function nodesThatEnd({ document, nodes }: CheckContext, loop: Loop): string[] {
  const members = loop.nodes.flatMap((id) => nodes.get(id) ?? [])
  const counters = new Set(
    members.flatMap((facts) =>
      facts.writes.flatMap(({ channel: name }) => {
        const channel = Object.hasOwn(document.state, name) ? document.state[name] : undefined
        if (channel?.type !== 'number') return []
        const isCounted = channelReducer(channel) === 'sum' || readsText(facts, name)
        return isCounted ? [name] : []
      }),
    ),
  )
  const isEnding = ({ node, texts }: NodeFacts) =>
    isPause(node) ||
    (node.kind === 'branch' &&
      texts.some((text) => readNames(text).some((name) => counters.has(name))))
  return members.filter(isEnding).map(({ id }) => id)
}

const readsText = ({ texts }: NodeFacts, channel: string) =>
  texts.some((text) => readNames(text).includes(channel))

function checkTimeLimit({ environment, report }: CheckContext, { id, node }: NodeFacts): void {
  const model = nodeModel(node)
  if (!model || node.timeoutMs !== undefined) return
  const connection = findConnectionByName(environment.connections, model.connection)
  if (connection?.timeoutMs) return
  const message = `\`${id}\` calls a model in a loop without a time limit; one slow call blocks the whole run`
  report('NO_TIME_LIMIT', { node: id, field: 'timeoutMs' }, message)
}

/** Reports channels that are written but never read. */
function checkNeverRead({ document, nodes, edges, report }: CheckContext): void {
  // A registry prompt can read other channels later without a change to this document.
  if (registryRefs(document).length > 0) return
  const readChannels = new Set(document.output)
  const texts: ParsedText[] = edges.flatMap(({ list }) => list ?? [])
  for (const facts of nodes.values()) {
    texts.push(...facts.texts)
    for (const { channel } of facts.channelReads) readChannels.add(channel)
  }
  for (const text of texts) {
    if (text.kind !== 'template' && text.script.readsAll) return
    for (const name of readNames(text)) readChannels.add(name)
  }
  const reported = new Set<string>()
  for (const { id, writes } of nodes.values()) {
    for (const { channel } of writes) {
      if (
        readChannels.has(channel) ||
        reported.has(channel) ||
        !Object.hasOwn(document.state, channel)
      )
        continue
      reported.add(channel)
      const message = `\`${id}\` writes \`${channel}\`, but it is never read and is not an output`
      report('NEVER_READ', { channel }, message)
    }
  }
}
