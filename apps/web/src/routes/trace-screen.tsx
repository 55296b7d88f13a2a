import { ReplayActions } from '../features/replays/start/replay-actions.tsx'
import { TracePage } from '../features/traces/trace-page.tsx'
import type { TraceView } from '../features/traces/trace-tabs.tsx'
import { lazyComponent } from '../ui/feedback/lazy-component.ts'

// Most who open a trace look at its spans: they do not wait for these.
const WatchView = lazyComponent(
  () => import('../features/replays/watch/watch-view.tsx'),
  'WatchView',
)
const BranchesView = lazyComponent(
  () => import('../features/replays/branches/branches-view.tsx'),
  'BranchesView',
)

const views: readonly TraceView[] = [
  { value: 'watch', label: 'Watch', loads: 'the recording', Content: WatchView },
  {
    value: 'branches',
    label: 'Replays & forks',
    loads: 'the replays and forks',
    Content: BranchesView,
  },
]

/** Trace page with replay actions and views. */
export function TraceScreen() {
  return <TracePage Actions={ReplayActions} views={views} />
}
