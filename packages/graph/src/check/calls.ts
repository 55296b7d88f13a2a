import type { CalledAgent, AgentCall, GraphDocument, Json, NodeOf, Value } from '@lathe/contract'
import { calledAgentKey, findCalledAgent, findRecursion } from '../called-agents/called-agents.ts'
import { acceptsType, TYPE_WORDS } from '../state/accepts.ts'
import { channelSchema } from '../state/schema.ts'
import { validateJson } from '../json-schema/validate.ts'
import { isClose } from '../text/is-close.ts'
import type { CheckContext } from './context.ts'
import { checkShape } from './shape.ts'

/**
 * Reports an agent call whose agent is missing, recursive or broken, and mappings that do not fit
 * its inputs and outputs.
 */
export function checkCall(context: CheckContext, id: string, node: NodeOf<'agent-call'>): void {
  const { environment, report } = context
  const agent = environment.agents.find(({ slug }) => slug === node.agent)
  if (!agent) {
    const message = node.agent ? `There is no agent \`${node.agent}\`` : 'Choose an agent'
    report('UNKNOWN_AGENT', { node: id, field: 'agent' }, message)
    return
  }
  if (node.version !== undefined && !agent.versions.includes(node.version)) {
    const message = `\`${node.agent}\` has no version ${node.version}`
    report('UNKNOWN_VERSION', { node: id, field: 'version' }, message)
    return
  }
  const cycle = findRecursion(node, environment.calledAgents, environment.self)
  if (cycle) {
    const message = `This agent calls itself: ${cycle.map(quote).join(' → ')}`
    report('CALL_CIRCLE', { node: id, field: 'agent' }, message)
    return
  }
  const calledAgent = findCalledAgent(environment.calledAgents, node)
  // Draft mode does not require a published version.
  if (!calledAgent && node.version === undefined && agent.published === null) {
    const message = `\`${node.agent}\` is not published; publish it, or pin one of its versions`
    report('UNKNOWN_VERSION', { node: id, field: 'version' }, message)
    return
  }
  // The document of the called agent may not be loaded yet.
  if (!calledAgent) return
  checkCalledAgent(context, id, calledAgent)
  checkCopies(context, id, node)
  checkUnused(context, id, node, calledAgent.document)
  checkInput(context, id, node, calledAgent.document)
  checkOutput(context, id, node, calledAgent.document)
}

export function checkCalledAgent(
  { environment, report }: CheckContext,
  id: string,
  calledAgent: CalledAgent,
  field = 'agent',
): void {
  const [first] = checkShape(calledAgent.document)
  const error = first
    ? first.message
    : [...unresolved(calledAgent.document, environment.calledAgents)].map(
        (ref) => `it calls \`${ref.agent}\`, which does not exist`,
      )[0]
  if (error === undefined) return
  const subject =
    calledAgent.version === null ? 'The draft of' : `Version ${calledAgent.version} of`
  const message = `${subject} \`${calledAgent.agent}\` has an error: ${error}`
  report('BROKEN_CALL', { node: id, field }, message)
}

/** Parallel copies of a call expose the questions of its agent at the same time. */
function checkCopies(
  { edges, callFacts, report }: CheckContext,
  id: string,
  node: NodeOf<'agent-call'>,
): void {
  if (!edges.some(({ edge }) => edge.each && edge.to === id)) return
  for (const { agent, node: question } of callFacts.get(calledAgentKey(node))?.keylessQuestions ??
    []) {
    const message = `Several copies of \`${id}\` wait at once, each at \`${question}\` of the agent \`${agent}\`; give that question a key to distinguish them`
    report('ASK_WITHOUT_KEY', { node: id, field: 'agent', name: question }, message)
  }
}

/** An agent without tools that write has no purpose other than its output. */
function checkUnused(
  { callFacts, report }: CheckContext,
  id: string,
  node: NodeOf<'agent-call'>,
  { output }: GraphDocument,
): void {
  const facts = callFacts.get(calledAgentKey(node))
  const isDone = node.effect === 'write' || facts?.hasSideEffects === true
  if (isDone || output.length === 0 || Object.keys(node.output).length > 0) return
  const message = `No output of \`${node.agent}\` (${output.map(quote).join(', ')}) is kept; map one to a channel`
  report('UNUSED_RESULT', { node: id, field: 'output' }, message)
}

/** Returns a nested call that cannot be resolved. */
function unresolved(
  document: GraphDocument,
  calledAgents: CheckContext['environment']['calledAgents'],
): AgentCall[] {
  return Object.values(document.nodes).flatMap((node): AgentCall[] => {
    if (node.kind !== 'agent-call') return []
    const calledAgent = findCalledAgent(calledAgents, node)
    return calledAgent ? unresolved(calledAgent.document, calledAgents) : [node]
  })
}

function checkInput(
  { report }: CheckContext,
  id: string,
  node: NodeOf<'agent-call'>,
  calledAgent: GraphDocument,
): void {
  for (const name of calledAgent.input) {
    const channel = calledAgent.state[name]
    if (!channel || channel.default !== undefined || Object.hasOwn(node.input, name)) continue
    const message = `\`${node.agent}\` needs its input \`${name}\``
    report('MISSING_INPUT', { node: id, field: `input.${name}`, name }, message)
  }
  for (const [name, value] of Object.entries(node.input)) {
    const place = { node: id, field: `input.${name}`, name }
    const channel = calledAgent.input.includes(name) ? calledAgent.state[name] : undefined
    if (!channel) {
      report(
        'UNKNOWN_INPUT',
        place,
        `\`${node.agent}\` has no input \`${name}\`${suggest(name, calledAgent.input)}`,
      )
      continue
    }
    if ('template' in value && channel.type !== 'string' && channel.type !== 'messages') {
      const message = `This is text, but the input \`${name}\` of \`${node.agent}\` is ${TYPE_WORDS[channel.type]}`
      report('CHANNEL_TYPE', place, message)
    }
    const literal = literalValue(value)
    const [issue] = literal === undefined ? [] : validateJson(channelSchema(channel), literal)
    if (issue) {
      const message = `This does not fit the input \`${name}\` of \`${node.agent}\`: ${issue.message}`
      report('CHANNEL_TYPE', place, message)
    }
  }
}

/** Returns the value if it is known before the run. */
function literalValue(value: Value): Json | undefined {
  if ('value' in value) return value.value ?? undefined
  return undefined
}

function checkOutput(
  { document, report }: CheckContext,
  id: string,
  node: NodeOf<'agent-call'>,
  calledAgent: GraphDocument,
): void {
  for (const [channelName, outputName] of Object.entries(node.output)) {
    const place = { node: id, field: `output.${channelName}`, name: outputName }
    const literal = calledAgent.output.includes(outputName)
      ? calledAgent.state[outputName]
      : undefined
    if (!literal) {
      const message = `\`${node.agent}\` has no output \`${outputName}\`${suggest(outputName, calledAgent.output)}`
      report('UNKNOWN_OUTPUT', place, message)
      continue
    }
    const channel = Object.hasOwn(document.state, channelName)
      ? document.state[channelName]
      : undefined
    const type = literal.type === 'messages' ? 'array' : literal.type
    if (!channel || acceptsType(channel, type)) continue
    const message = `\`${outputName}\` of \`${node.agent}\` is ${TYPE_WORDS[literal.type]}, but \`${channelName}\` is ${TYPE_WORDS[channel.type]}`
    report('CHANNEL_TYPE', { ...place, name: channelName }, message)
  }
}

const quote = (name: string) => `\`${name}\``

function suggest(name: string, candidates: readonly string[]): string {
  const match = candidates.find((other) => isClose(name, other))
  return match === undefined ? '' : `; did you mean \`${match}\`?`
}
