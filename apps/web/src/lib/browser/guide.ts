import type { Agent } from '@lathe/contract'
import { create } from 'zustand'
import { persist } from 'zustand/middleware'

type Guide = {
  /** `new` shows the guide on the overview only, `on` on every page. */
  status: 'new' | 'on' | 'off'
  /** Whether the user expanded all steps on a page that shows one line by default. */
  isWhole: boolean
  /** The agent created in the guide. */
  agentId: string | null
  hasSeenTrace: boolean
  /**
   * Milliseconds since the epoch: when the user started the guide, and when they opened the trace.
   */
  startedAt: number | null
  endedAt: number | null
}

const FRESH: Guide = {
  status: 'new',
  isWhole: false,
  agentId: null,
  hasSeenTrace: false,
  startedAt: null,
  endedAt: null,
}

/** The part of the guided start that the server does not know. Stored per browser. */
export const useGuideStore = create<Guide>()(
  persist(() => FRESH, { name: 'lathe.guide', version: 1 }),
)

/** Starts or resumes the guide. */
export const takeUpGuide = () =>
  useGuideStore.setState(({ startedAt }) => ({
    status: 'on',
    isWhole: false,
    startedAt: startedAt ?? Date.now(),
  }))

export function showGuide() {
  takeUpGuide()
  setWhole(true)
}

export const setWhole = (isWhole: boolean) => useGuideStore.setState({ isWhole })

export const leaveGuide = () => useGuideStore.setState({ status: 'off' })

/** A built-in agent has its template's slug; a user's own agent has another one. */
export const isOwnAgent = ({ template, slug }: Pick<Agent, 'template' | 'slug'>): boolean =>
  template !== slug
