import { lazy } from 'react'
import { ReplayActions } from '../features/replays/start/replay-actions.tsx'
import { TracePage } from '../features/traces/trace-page.tsx'
import type { TraceView } from '../features/traces/trace-tabs.tsx'

// Most who open a trace look at its spans: they do not wait for these.
const WatchView = lazy(async () => ({
  default: (await import('../features/replays/watch/watch-view.tsx')).WatchView,
}))
const BranchesView = lazy(async () => ({
  default: (await import('../features/replays/branches/branches-view.tsx')).BranchesView,
}))

const views: readonly TraceView[] = [
  { value: 'watch', label: 'Watch', loads: 'the recording', Content: WatchView },
  {
    value: 'branches',
    label: 'Replays & forks',
    loads: 'the replays and forks',
    Content: BranchesView,
  },
]

/** A trace with what replays add to it. */
export function TraceScreen() {
  return <TracePage Actions={ReplayActions} views={views} />
}
