import type { GraphDocument, GraphNode, Json, PinnedOutput } from '@lathe/contract'
import { nodePorts } from '@lathe/nodes'
import { channelSchema, channelReducer, validateJson } from '@lathe/graph'
import { parseJson } from '../../../../lib/values/parse-json.ts'

/** Lists the output ports of a node, or none if it has only one. */
export const listPorts = (node: GraphNode): string[] =>
  nodePorts(node).flatMap(({ name, role }) => (name === null || role === 'error' ? [] : [name]))

/** Parses a pin, or returns its first error. */
export function readPin(
  { state }: Pick<GraphDocument, 'state'>,
  node: GraphNode,
  text: string,
  port: string | null,
): { pin: PinnedOutput } | { problem: string } {
  const parsed = parseJson(text.trim() === '' ? '{}' : text)
  if ('problem' in parsed) return parsed
  const { value } = parsed
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return { problem: 'Must be an object with a value for each written channel' }
  }
  for (const [name, writtenValue] of Object.entries(value)) {
    const problem = channelIssue(state, name, writtenValue)
    if (problem !== undefined) return { problem: `${name}: ${problem}` }
  }
  const choices = listPorts(node)
  if (choices.length === 0) return { pin: { writes: value } }
  if (port === null || !choices.includes(port)) return { problem: 'Select an output port' }
  return { pin: { writes: value, port } }
}

function channelIssue(
  state: GraphDocument['state'],
  name: string,
  value: Json,
): string | undefined {
  const channel = Object.hasOwn(state, name) ? state[name] : undefined
  if (!channel) return 'no such channel'
  const reducer = channelReducer(channel)
  // These reducers also take other values than the channel holds: an element, a message or anything
  // for code.
  const isSkipped = reducer === 'append' || reducer === 'union' || typeof reducer === 'object'
  if (value === null || isSkipped || channel.type === 'messages') return undefined
  const [issue] = validateJson(channelSchema(channel), value)
  return issue && (issue.path === '' ? issue.message : `${issue.path} ${issue.message}`)
}
