import { useId } from 'react'
import { SkeletonRows } from '../../../ui/skeleton-rows.tsx'
import { tabPanel, type ViewTab, ViewTabs } from '../../../ui/view-tabs.tsx'
import { leaveByKey } from '../leave-by-key.ts'
import { ProblemList } from '../problems/problem-list.tsx'
import { isInspectorTab, useSetSearch, useTab, type WorkbenchTab } from '../use-workbench-search.ts'
import { useWorkbenchState } from '../workbench-context.ts'
import { useDock } from './dock.ts'
import styles from './side-pane.module.css'
import { lazyPart } from '../../../ui/lazy-part.ts'
import { Suspense } from '../../../ui/suspense.tsx'

const RunPanel = lazyPart(() => import('../run-panel/run-panel.tsx'), 'RunPanel')
const Inspector = lazyPart(() => import('../inspector/inspector.tsx'), 'Inspector')
const StatePanel = lazyPart(() => import('../inspector/state/state-panel.tsx'), 'StatePanel')
const JsonPanel = lazyPart(() => import('../inspector/json/json-panel.tsx'), 'JsonPanel')

/** Tabs beside the canvas. The run panel stays mounted, so that it keeps its state. */
export function SidePane() {
  const dock = useDock((state) => state.dock)
  const problems = useWorkbenchState((state) => state.problems.length)
  const param = useTab()
  const setSearch = useSetSearch()
  const id = useId()
  const isInspector = isInspectorTab(param) || (dock === 'bottom' && param === 'run')
  const tab = isInspector ? 'node' : param
  const tabs: ViewTab<WorkbenchTab>[] = [
    ...(dock === 'side' ? [{ value: 'run' as const, label: 'Run' }] : []),
    { value: 'node', label: 'Inspect' },
    { value: 'state', label: 'State' },
    { value: 'problems', label: 'Problems', ...(problems > 0 && { note: problems }) },
    { value: 'json', label: 'JSON' },
  ]

  return (
    <div className={styles.root}>
      <ViewTabs
        id={id}
        label="Workbench"
        tabs={tabs}
        value={tab}
        onChange={(next) => setSearch({ tab: next })}
        hasDigitKeys
      />
      {dock === 'side' && (
        <div className={styles.panel} {...tabPanel(id, 'run')} hidden={tab !== 'run'}>
          <Suspense fallback={<SkeletonRows awaiting="the console" />}>
            <RunPanel />
          </Suspense>
        </div>
      )}
      {tab !== 'run' && (
        <div className={styles.panel} {...tabPanel(id, tab)} data-scrolls onKeyDown={leaveByKey}>
          <Suspense fallback={<SkeletonRows awaiting="the form" />}>
            <Panel tab={tab} />
          </Suspense>
        </div>
      )}
    </div>
  )
}

function Panel({ tab }: { tab: WorkbenchTab }) {
  switch (tab) {
    case 'node':
      return <Inspector />
    case 'state':
      return <StatePanel />
    case 'problems':
      return <ProblemList />
    default:
      return <JsonPanel />
  }
}
