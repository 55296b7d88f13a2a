import type { CalledAgent, AgentCall, GraphDocument, Json, NodeOf, Value } from '@lathe/contract'
import { calleeKey, calleeOf, circleFrom } from '../callees/callees.ts'
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
  const circle = circleFrom(node, environment.callees, environment.self)
  if (circle) {
    const message = `This agent calls itself: ${circle.map(quoted).join(' → ')}`
    report('CALL_CIRCLE', { node: id, field: 'agent' }, message)
    return
  }
  const callee = calleeOf(environment.callees, node)
  // Draft mode does not require a published version.
  if (!callee && node.version === undefined && agent.published === null) {
    const message = `\`${node.agent}\` is not published; publish it, or pin one of its versions`
    report('UNKNOWN_VERSION', { node: id, field: 'version' }, message)
    return
  }
  // The document of the called agent may not be loaded yet.
  if (!callee) return
  checkCallee(context, id, callee)
  checkCopies(context, id, node)
  checkUnused(context, id, node, callee.document)
  checkInput(context, id, node, callee.document)
  checkOutput(context, id, node, callee.document)
}

export function checkCallee(
  { environment, report }: CheckContext,
  id: string,
  callee: CalledAgent,
  field = 'agent',
): void {
  const [first] = checkShape(callee.document)
  const broken = first
    ? first.message
    : [...unresolved(callee.document, environment.callees)].map(
        (ref) => `it calls \`${ref.agent}\`, which does not exist`,
      )[0]
  if (broken === undefined) return
  const which = callee.version === null ? 'The draft of' : `Version ${callee.version} of`
  const message = `${which} \`${callee.agent}\` has an error: ${broken}`
  report('BROKEN_CALL', { node: id, field }, message)
}

/** Parallel copies of a call expose the questions of its agent at the same time. */
function checkCopies(
  { edges, inside, report }: CheckContext,
  id: string,
  node: NodeOf<'agent-call'>,
): void {
  if (!edges.some(({ edge }) => edge.each && edge.to === id)) return
  for (const { agent, node: ask } of inside.get(calleeKey(node))?.keyless ?? []) {
    const message = `Several copies of \`${id}\` wait at once, each at \`${ask}\` of the agent \`${agent}\`; give that question a key to distinguish them`
    report('ASK_WITHOUT_KEY', { node: id, field: 'agent', name: ask }, message)
  }
}

/** An agent without tools that write has no purpose other than its output. */
function checkUnused(
  { inside, report }: CheckContext,
  id: string,
  node: NodeOf<'agent-call'>,
  { output }: GraphDocument,
): void {
  const within = inside.get(calleeKey(node))
  const isDone = node.effect === 'write' || within?.acts === true
  if (isDone || output.length === 0 || Object.keys(node.output).length > 0) return
  const message = `No output of \`${node.agent}\` (${output.map(quoted).join(', ')}) is kept; map one to a channel`
  report('UNUSED_RESULT', { node: id, field: 'output' }, message)
}

/** Returns a nested call that cannot be resolved. */
function unresolved(
  document: GraphDocument,
  callees: CheckContext['environment']['callees'],
): AgentCall[] {
  return Object.values(document.nodes).flatMap((node): AgentCall[] => {
    if (node.kind !== 'agent-call') return []
    const callee = calleeOf(callees, node)
    return callee ? unresolved(callee.document, callees) : [node]
  })
}

function checkInput(
  { report }: CheckContext,
  id: string,
  node: NodeOf<'agent-call'>,
  callee: GraphDocument,
): void {
  for (const name of callee.input) {
    const channel = callee.state[name]
    if (!channel || channel.default !== undefined || Object.hasOwn(node.input, name)) continue
    const message = `\`${node.agent}\` needs its input \`${name}\``
    report('MISSING_INPUT', { node: id, field: `input.${name}`, name }, message)
  }
  for (const [name, value] of Object.entries(node.input)) {
    const place = { node: id, field: `input.${name}`, name }
    const channel = callee.input.includes(name) ? callee.state[name] : undefined
    if (!channel) {
      report(
        'UNKNOWN_INPUT',
        place,
        `\`${node.agent}\` has no input \`${name}\`${meant(name, callee.input)}`,
      )
      continue
    }
    if ('template' in value && channel.type !== 'string' && channel.type !== 'messages') {
      const message = `This is text, but the input \`${name}\` of \`${node.agent}\` is ${TYPE_WORDS[channel.type]}`
      report('CHANNEL_TYPE', place, message)
    }
    const given = plainValue(value)
    const [issue] = given === undefined ? [] : validateJson(channelSchema(channel), given)
    if (issue) {
      const message = `This does not fit the input \`${name}\` of \`${node.agent}\`: ${issue.message}`
      report('CHANNEL_TYPE', place, message)
    }
  }
}

/** Returns the value if it is known before the run. */
function plainValue(value: Value): Json | undefined {
  if ('value' in value) return value.value ?? undefined
  return undefined
}

function checkOutput(
  { document, report }: CheckContext,
  id: string,
  node: NodeOf<'agent-call'>,
  callee: GraphDocument,
): void {
  for (const [here, there] of Object.entries(node.output)) {
    const place = { node: id, field: `output.${here}`, name: there }
    const given = callee.output.includes(there) ? callee.state[there] : undefined
    if (!given) {
      const message = `\`${node.agent}\` has no output \`${there}\`${meant(there, callee.output)}`
      report('UNKNOWN_OUTPUT', place, message)
      continue
    }
    const channel = Object.hasOwn(document.state, here) ? document.state[here] : undefined
    const type = given.type === 'messages' ? 'array' : given.type
    if (!channel || acceptsType(channel, type)) continue
    const message = `\`${there}\` of \`${node.agent}\` is ${TYPE_WORDS[given.type]}, but \`${here}\` is ${TYPE_WORDS[channel.type]}`
    report('CHANNEL_TYPE', { ...place, name: here }, message)
  }
}

const quoted = (name: string) => `\`${name}\``

function meant(name: string, known: readonly string[]): string {
  const close = known.find((other) => isClose(name, other))
  return close === undefined ? '' : `; did you mean \`${close}\`?`
}
