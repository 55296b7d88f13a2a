import type { GraphDocument, PinnedOutput, StartRun } from '@lathe/contract'
import { create } from 'zustand'
import { persist } from 'zustand/middleware'
import { omitKeys } from '../../lib/values/omit-keys.ts'
import { useWorkbench } from './workbench-context.ts'

export type BreakpointSide = 'before' | 'after'
type Breakpoint = Readonly<Partial<Record<BreakpointSide, true>>>

/** Breakpoints and pinned outputs of one agent. Not part of its document. */
type DebugOptions = {
  breakpoints: Readonly<Record<string, Breakpoint>>
  pins: Readonly<Record<string, PinnedOutput>>
}

const NO_OPTIONS: DebugOptions = { breakpoints: {}, pins: {} }

type DebugOptionsState = { agents: Readonly<Record<string, DebugOptions>> }

/** Stored in local storage by agent id. */
export const useDebugOptionsStore = create<DebugOptionsState>()(
  persist((): DebugOptionsState => ({ agents: {} }), { name: 'lathe.marks', version: 1 }),
)

export const getDebugOptions = (agentId: string): DebugOptions =>
  useDebugOptionsStore.getState().agents[agentId] ?? NO_OPTIONS

export const selectDebugOptions =
  (agentId: string) =>
  ({ agents }: DebugOptionsState): DebugOptions =>
    agents[agentId] ?? NO_OPTIONS

function change(agentId: string, next: (options: DebugOptions) => Partial<DebugOptions>): void {
  const options = getDebugOptions(agentId)
  useDebugOptionsStore.setState(({ agents }) => ({
    agents: { ...agents, [agentId]: { ...options, ...next(options) } },
  }))
}

export function toggleBreakpoint(agentId: string, node: string, side: BreakpointSide): void {
  change(agentId, ({ breakpoints }) => {
    const previousBreakpoint = breakpoints[node] ?? {}
    const nextBreakpoint: Breakpoint = previousBreakpoint[side]
      ? omitKeys(previousBreakpoint, side)
      : { ...previousBreakpoint, [side]: true }
    const otherBreakpoints = omitKeys(breakpoints, node)
    return {
      breakpoints:
        Object.keys(nextBreakpoint).length > 0
          ? { ...otherBreakpoints, [node]: nextBreakpoint }
          : otherBreakpoints,
    }
  })
}

export const setBreakpoints = (agentId: string, breakpoints: DebugOptions['breakpoints']): void =>
  change(agentId, () => ({ breakpoints }))

export const setPin = (agentId: string, node: string, pin: PinnedOutput): void =>
  change(agentId, ({ pins }) => ({ pins: { ...pins, [node]: pin } }))

export const setPins = (agentId: string, pins: DebugOptions['pins']): void =>
  change(agentId, () => ({ pins }))

export const removePin = (agentId: string, node: string): void =>
  change(agentId, ({ pins }) => ({ pins: omitKeys(pins, node) }))

/** Moves a node's debug options to its new id. */
export function renameDebugNode(agentId: string, from: string, to: string): void {
  change(agentId, ({ breakpoints, pins }) => ({
    breakpoints: renameKey(breakpoints, from, to),
    pins: renameKey(pins, from, to),
  }))
}

function renameKey<T>(record: Readonly<Record<string, T>>, from: string, to: string) {
  const value = record[from]
  return value === undefined ? record : { ...omitKeys(record, from), [to]: value }
}

type DebugRunOptions = Pick<StartRun, 'interruptBefore' | 'interruptAfter' | 'pinned'>

/** Returns the run options for the breakpoints and pins of existing nodes. */
export function debugRunOptions(
  { breakpoints, pins }: DebugOptions,
  document: GraphDocument,
): DebugRunOptions {
  const pinned = pinsIn(pins, document)
  return {
    ...breakpointsIn(breakpoints, document),
    ...(Object.keys(pinned).length > 0 && { pinned }),
  }
}

export function breakpointsIn(
  breakpoints: DebugOptions['breakpoints'],
  { nodes }: Pick<GraphDocument, 'nodes'>,
) {
  const nodesWith = (side: BreakpointSide) =>
    Object.keys(breakpoints).filter((id) => breakpoints[id]?.[side] && Object.hasOwn(nodes, id))
  return { interruptBefore: nodesWith('before'), interruptAfter: nodesWith('after') }
}

export const pinsIn = (pins: DebugOptions['pins'], { nodes }: Pick<GraphDocument, 'nodes'>) =>
  Object.fromEntries(Object.entries(pins).filter(([id]) => Object.hasOwn(nodes, id)))

export function useBreakpoint(id: string): Breakpoint | undefined {
  const { agentId } = useWorkbench()
  return useDebugOptionsStore((state) => selectDebugOptions(agentId)(state).breakpoints[id])
}

export function usePin(id: string): PinnedOutput | undefined {
  const { agentId } = useWorkbench()
  return useDebugOptionsStore((state) => selectDebugOptions(agentId)(state).pins[id])
}
