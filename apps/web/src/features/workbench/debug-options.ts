import type { GraphDocument, PinnedOutput, StartRun } from '@lathe/contract'
import { create } from 'zustand'
import { persist } from 'zustand/middleware'
import { without } from '../../lib/without.ts'
import { useWorkbench } from './workbench-context.ts'

export type BreakpointSide = 'before' | 'after'
type Breakpoint = Readonly<Partial<Record<BreakpointSide, true>>>

/** What this user has marked on the nodes of one agent; no part of its document. */
type AgentMarks = {
  breakpoints: Readonly<Record<string, Breakpoint>>
  pins: Readonly<Record<string, PinnedOutput>>
}

const NONE: AgentMarks = { breakpoints: {}, pins: {} }

type MarksState = { agents: Readonly<Record<string, AgentMarks>> }

/** Kept in local storage, by the agent's id. */
export const useMarks = create<MarksState>()(
  persist((): MarksState => ({ agents: {} }), { name: 'lathe.marks', version: 1 }),
)

export const marksOf = (agentId: string): AgentMarks => useMarks.getState().agents[agentId] ?? NONE

export const selectMarks =
  (agentId: string) =>
  ({ agents }: MarksState): AgentMarks =>
    agents[agentId] ?? NONE

function change(agentId: string, next: (marks: AgentMarks) => Partial<AgentMarks>): void {
  const marks = marksOf(agentId)
  useMarks.setState(({ agents }) => ({
    agents: { ...agents, [agentId]: { ...marks, ...next(marks) } },
  }))
}

export function toggleBreakpoint(agentId: string, node: string, side: BreakpointSide): void {
  change(agentId, ({ breakpoints }) => {
    const had = breakpoints[node] ?? {}
    const has: Breakpoint = had[side] ? without(had, side) : { ...had, [side]: true }
    const others = without(breakpoints, node)
    return { breakpoints: Object.keys(has).length > 0 ? { ...others, [node]: has } : others }
  })
}

export const setBreakpoints = (agentId: string, breakpoints: AgentMarks['breakpoints']): void =>
  change(agentId, () => ({ breakpoints }))

export const setPin = (agentId: string, node: string, pin: PinnedOutput): void =>
  change(agentId, ({ pins }) => ({ pins: { ...pins, [node]: pin } }))

export const setPins = (agentId: string, pins: AgentMarks['pins']): void =>
  change(agentId, () => ({ pins }))

export const removePin = (agentId: string, node: string): void =>
  change(agentId, ({ pins }) => ({ pins: without(pins, node) }))

/** A node's marks stay its own under another id. */
export function renameMarks(agentId: string, from: string, to: string): void {
  change(agentId, ({ breakpoints, pins }) => ({
    breakpoints: renamed(breakpoints, from, to),
    pins: renamed(pins, from, to),
  }))
}

function renamed<T>(record: Readonly<Record<string, T>>, from: string, to: string) {
  const value = record[from]
  return value === undefined ? record : { ...without(record, from), [to]: value }
}

type Steering = Pick<StartRun, 'interruptBefore' | 'interruptAfter' | 'pinned'>

/** What a run of the workbench is told of the marks; those of nodes that are gone rest. */
export function steeringBy({ breakpoints, pins }: AgentMarks, document: GraphDocument): Steering {
  const pinned = pinsIn(pins, document)
  return {
    ...breakpointsIn(breakpoints, document),
    ...(Object.keys(pinned).length > 0 && { pinned }),
  }
}

export function breakpointsIn(
  breakpoints: AgentMarks['breakpoints'],
  { nodes }: Pick<GraphDocument, 'nodes'>,
) {
  const at = (side: BreakpointSide) =>
    Object.keys(breakpoints).filter((id) => breakpoints[id]?.[side] && Object.hasOwn(nodes, id))
  return { interruptBefore: at('before'), interruptAfter: at('after') }
}

export const pinsIn = (pins: AgentMarks['pins'], { nodes }: Pick<GraphDocument, 'nodes'>) =>
  Object.fromEntries(Object.entries(pins).filter(([id]) => Object.hasOwn(nodes, id)))

export function useBreakpoint(id: string): Breakpoint | undefined {
  const { agentId } = useWorkbench()
  return useMarks((state) => selectMarks(agentId)(state).breakpoints[id])
}

export function usePin(id: string): PinnedOutput | undefined {
  const { agentId } = useWorkbench()
  return useMarks((state) => selectMarks(agentId)(state).pins[id])
}
