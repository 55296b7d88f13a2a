import type { GraphDocument, GraphNode, Json, PinnedOutput } from '@lathe/contract'
import { channelSchema, portsOf, reducerOf, validateJson } from '@lathe/graph'
import { parseJson } from '../../../../lib/parse-json.ts'

/** Ports a node may leave by; empty where it has one way on. */
export const listPorts = (node: GraphNode): string[] =>
  portsOf(node).flatMap(({ name, role }) => (name === null || role === 'error' ? [] : [name]))

/** What a text pins, or what is wrong with it. */
export function readPin(
  { state }: Pick<GraphDocument, 'state'>,
  node: GraphNode,
  text: string,
  port: string | null,
): { pin: PinnedOutput } | { broken: string } {
  const parsed = parseJson(text.trim() === '' ? '{}' : text)
  if ('broken' in parsed) return parsed
  const { value } = parsed
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return { broken: 'This must be an object: a value for each channel it writes' }
  }
  for (const [name, written] of Object.entries(value)) {
    const broken = channelIssue(state, name, written)
    if (broken !== undefined) return { broken: `${name}: ${broken}` }
  }
  const choices = listPorts(node)
  if (choices.length === 0) return { pin: { writes: value } }
  if (port === null || !choices.includes(port)) return { broken: 'Choose the way it leaves by' }
  return { pin: { writes: value, port } }
}

function channelIssue(
  state: GraphDocument['state'],
  name: string,
  value: Json,
): string | undefined {
  const channel = Object.hasOwn(state, name) ? state[name] : undefined
  if (!channel) return 'there is no such channel'
  const reducer = reducerOf(channel)
  // Its reducer takes more than the channel holds: one element, one message, what code makes of it.
  const isLoose = reducer === 'append' || reducer === 'union' || typeof reducer === 'object'
  if (value === null || isLoose || channel.type === 'messages') return undefined
  const [issue] = validateJson(channelSchema(channel), value)
  return issue && (issue.path === '' ? issue.message : `${issue.path} ${issue.message}`)
}
