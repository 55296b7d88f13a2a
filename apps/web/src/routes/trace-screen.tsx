import { BranchesView } from '../features/replays/branches/branches-view.tsx'
import { ReplayActions } from '../features/replays/start/replay-actions.tsx'
import { WatchView } from '../features/replays/watch/watch-view.tsx'
import { TracePage } from '../features/traces/trace-page.tsx'
import type { TraceView } from '../features/traces/trace-tabs.tsx'

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
