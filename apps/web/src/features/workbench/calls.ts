import type { Calls } from '@lathe/contract'
import { create } from 'zustand'
import { persist } from 'zustand/middleware'
import { without } from '../../lib/without.ts'

type CallsState = { agents: Readonly<Record<string, Calls>> }

/** Which graphs of the agents it calls a draft is tried with, by its agent; this browser remembers it. */
const useCallsByAgent = create<CallsState>()(
  persist((): CallsState => ({ agents: {} }), { name: 'lathe.calls', version: 1 }),
)

const DEFAULT: Calls = 'published'

export const callsOf = (agentId: string): Calls =>
  useCallsByAgent.getState().agents[agentId] ?? DEFAULT

export const useCalls = (agentId: string): Calls =>
  useCallsByAgent(({ agents }) => agents[agentId] ?? DEFAULT)

export function setCalls(agentId: string, calls: Calls): void {
  const { agents } = useCallsByAgent.getState()
  const next = calls === DEFAULT ? without(agents, agentId) : { ...agents, [agentId]: calls }
  useCallsByAgent.setState({ agents: next })
}
