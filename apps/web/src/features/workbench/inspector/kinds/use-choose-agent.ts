import type { Channel, GraphDocument, NodeOf, Value } from '@lathe/contract'
import { calleeOf } from '@lathe/graph'
import { useQueryClient } from '@tanstack/react-query'
import { api } from '../../../../lib/api.ts'
import { useWorkbench } from '../../workbench-context.ts'

type Call = NodeOf<'agent-call'>

/** Chooses the agent a node calls, and fills in the maps as far as names and types say how. */
export function useChooseAgent(node: Call, onChange: (node: Call, field: string) => void) {
  const queries = useQueryClient()
  const { store } = useWorkbench()

  return async (agent: string) => {
    const { version: _, ...rest } = node
    const chosen = { ...rest, agent, input: {}, output: {} }
    const callees = await queries
      .fetchQuery(api.agents.callees.queryOptions({ input: { refs: [{ agent }] } }))
      .catch(() => ({}))
    const callee = calleeOf(callees, chosen)
    if (!callee) return onChange(chosen, 'agent')
    const { document } = store.getState()
    const input = inputFrom(document, callee.document)
    onChange({ ...chosen, input, output: outputTo(document, callee.document) }, 'agent')
  }
}

/** What it must be given: from the channel of that name, else the only one of that type. */
export function inputFrom({ state }: GraphDocument, callee: GraphDocument): Record<string, Value> {
  const entries = callee.input.flatMap((name): [string, Value][] => {
    const wanted = callee.state[name]
    if (!wanted || wanted.default !== undefined) return []
    const fitting = fittingNames(state, name, wanted)
    const source = fitting.includes(name) ? name : fitting.length === 1 ? fitting[0] : undefined
    if (source !== undefined) return [[name, { expression: source }]]
    return [[name, wanted.type === 'string' ? { template: '' } : { expression: '' }]]
  })
  return Object.fromEntries(entries)
}

/** Outputs that have a channel of their name and type here. */
export function outputTo({ state }: GraphDocument, callee: GraphDocument): Record<string, string> {
  const names = callee.output.filter((name) => state[name]?.type === callee.state[name]?.type)
  return Object.fromEntries(names.map((name) => [name, name]))
}

const fittingNames = (state: GraphDocument['state'], name: string, wanted: Channel): string[] =>
  Object.entries(state)
    .filter(([, { type }]) => type === wanted.type)
    .map(([channel]) => channel)
    .toSorted((a, b) => Number(b === name) - Number(a === name))
