import { useState, useId } from 'react'
import type { PaneSize } from '../../../lib/browser/preferences.ts'
import { SkeletonRows } from '../../../ui/feedback/skeleton-rows.tsx'
import { type Pane, SplitPane } from '../../../ui/layout/split-pane.tsx'
import { isInspectorTab, useSetSearch, useTab, type WorkbenchTab } from '../use-workbench-search.ts'
import { RunGraphProvider, RunGraphLine, useRunGraph } from '../run-graph/run-graph.tsx'
import styles from '../run-graph/run-graph.module.css'
import { useDock } from './dock.ts'
import { lazyComponent } from '../../../ui/feedback/lazy-component.ts'
import { Suspense } from '../../../ui/feedback/suspense.tsx'
import { tabPanel, type ViewTab, ViewTabs } from '../../../ui/layout/view-tabs.tsx'
import { blurOnEscape } from '../blur-on-escape.ts'
import { ProblemList } from '../problems/problem-list.tsx'
import { useWorkbenchState } from '../workbench-context.ts'
import sidePaneStyles from './side-pane.module.css'

// Starts loading with the page, in parallel with its data.
const canvas = import('../canvas/canvas.tsx')
const Canvas = lazyComponent(() => canvas, 'Canvas')
const RunPanel = lazyComponent(() => import('../run-panel/run-panel.tsx'), 'RunPanel')

/** A third of the window within the limits useful for forms. */
const sideSize = (): PaneSize =>
  `${Math.round(Math.min(440, Math.max(340, window.innerWidth * 0.3)))}px`

/** Panes for the draft, or for the graph of a run that executed another one. */
export function WorkbenchLayout() {
  const runGraph = useRunGraph()
  const document = runGraph?.isVisible ? runGraph.document : undefined
  if (runGraph?.isVisible && !document)
    return <SkeletonRows contentLabel="the graph the run executed" />
  return (
    <div className={styles.root}>
      {runGraph && <RunGraphLine runGraph={runGraph} />}
      {runGraph && document ? (
        <RunGraphProvider key={runGraph.runId} runGraph={runGraph} document={document}>
          <WorkbenchPanes />
        </RunGraphProvider>
      ) : (
        <WorkbenchPanes />
      )}
    </div>
  )
}

/** Canvas, side pane, and the run panel in the side pane or below the canvas. */
function WorkbenchPanes() {
  const dock = useDock((state) => state.dock)
  const [size] = useState(sideSize)
  const side: Pane = { id: 'side', size, min: '320px', max: '70%', content: <SidePane /> }

  return (
    <SplitPane
      name="workbench"
      panes={[
        {
          id: 'main',
          size: 1,
          min: '320px',
          content: dock === 'bottom' ? <CanvasOverConsole /> : <CanvasPane />,
        },
        side,
      ]}
    />
  )
}

function CanvasOverConsole() {
  return (
    <SplitPane
      name="canvas and run panel"
      orientation="vertical"
      panes={[
        { id: 'canvas', size: 3, min: '160px', content: <CanvasPane /> },
        {
          id: 'console',
          size: 2,
          min: '160px',
          content: (
            <Suspense fallback={<SkeletonRows contentLabel="the console" />}>
              <RunPanel />
            </Suspense>
          ),
        },
      ]}
    />
  )
}

function CanvasPane() {
  const tab = useTab()
  const setSearch = useSetSearch()
  return (
    <Suspense fallback={<SkeletonRows contentLabel="the canvas" />}>
      <Canvas onOpen={() => setSearch({ tab: isInspectorTab(tab) ? tab : 'node' })} />
    </Suspense>
  )
}

const Inspector = lazyComponent(() => import('../inspector/inspector.tsx'), 'Inspector')
const StatePanel = lazyComponent(() => import('../inspector/state/state-panel.tsx'), 'StatePanel')
const JsonPanel = lazyComponent(() => import('../inspector/json/json-panel.tsx'), 'JsonPanel')

/** Tabs beside the canvas. The run panel stays mounted, so that it keeps its state. */
function SidePane() {
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
    <div className={sidePaneStyles.root}>
      <ViewTabs
        id={id}
        label="Workbench"
        tabs={tabs}
        value={tab}
        onChange={(next) => setSearch({ tab: next })}
        hasDigitKeys
      />
      {dock === 'side' && (
        <div className={sidePaneStyles.panel} {...tabPanel(id, 'run')} hidden={tab !== 'run'}>
          <Suspense fallback={<SkeletonRows contentLabel="the console" />}>
            <RunPanel />
          </Suspense>
        </div>
      )}
      {tab !== 'run' && (
        <div
          className={sidePaneStyles.panel}
          {...tabPanel(id, tab)}
          data-scrolls
          onKeyDown={blurOnEscape}
        >
          <Suspense fallback={<SkeletonRows contentLabel="the form" />}>
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
