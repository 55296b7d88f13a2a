import type { Agent } from '@lathe/contract'
import { create } from 'zustand'
import { persist } from 'zustand/middleware'

type Guide = {
  /** Until somebody takes it up it stands on the overview alone; then it goes along to every page. */
  status: 'new' | 'on' | 'off'
  /** Somebody asked for all its steps, where a line is what it takes by itself. */
  isWhole: boolean
  /** The agent that was made on the way. */
  agentId: string | null
  hasSeenTrace: boolean
  /** Milliseconds since the epoch at which it was taken up, and at which the trace was seen. */
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

/** The guided start, as far as the server cannot tell: this browser remembers where it stands. */
export const useGuideStore = create<Guide>()(
  persist(() => FRESH, { name: 'lathe.guide', version: 1 }),
)

/** Goes on where it was left, or begins. */
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

/** What came with the workspace keeps its template's name; everything else somebody made. */
export const isOwnAgent = ({ template, slug }: Pick<Agent, 'template' | 'slug'>): boolean =>
  template !== slug
