import type { Agent } from '@lathe/contract'
import { create } from 'zustand'
import { persist } from 'zustand/middleware'

type Guide = {
  /** `new` shows the guide on the overview only, `on` on every page. */
  status: 'new' | 'on' | 'off'
  /** Whether the user expanded all steps on a page that shows one line by default. */
  isExpanded: boolean
  /** The agent created in the guide. */
  agentId: string | null
  hasSeenTrace: boolean
  /**
   * Milliseconds since the epoch: when the user started the guide, and when they opened the trace.
   */
  startedAt: number | null
  endedAt: number | null
}

const INITIAL: Guide = {
  status: 'new',
  isExpanded: false,
  agentId: null,
  hasSeenTrace: false,
  startedAt: null,
  endedAt: null,
}

/** The part of the guided start that the server does not know. Stored per browser. */
export const useGuideStore = create<Guide>()(
  persist(() => INITIAL, { name: 'lathe.guide', version: 1 }),
)

/** Starts or resumes the guide. */
export const startGuide = () =>
  useGuideStore.setState(({ startedAt }) => ({
    status: 'on',
    isExpanded: false,
    startedAt: startedAt ?? Date.now(),
  }))

export function showGuide() {
  startGuide()
  setGuideExpanded(true)
}

export const setGuideExpanded = (isExpanded: boolean) =>
  useGuideStore.setState({ isExpanded: isExpanded })

export const leaveGuide = () => useGuideStore.setState({ status: 'off' })

/** A built-in agent has its template's slug; a user's own agent has another one. */
export const isOwnAgent = ({ template, slug }: Pick<Agent, 'template' | 'slug'>): boolean =>
  template !== slug
