import type { GraphDocument, ReplayReport } from '@lathe/contract'
import { useId, useMemo } from 'react'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { PaneBoundary } from '../../../ui/pane-boundary.tsx'
import { SplitPane } from '../../../ui/split-pane.tsx'
import { tabPanel, ViewTabs } from '../../../ui/view-tabs.tsx'
import { type Showing, ShowingSwitch } from './changes.tsx'
import { Cone } from './cone.tsx'
import { Ledger } from './ledger.tsx'
import styles from './report.module.css'
import type { SideNames } from './same-mark.tsx'
import { StateView } from './state-view.tsx'
import { StepDetail } from './step-detail.tsx'
import { StepTable } from './step-table.tsx'
import { isSameStep } from './verdict.ts'

export type ReportSearch = {
  view?: 'steps' | 'states' | 'writes' | 'graph' | undefined
  step?: number | undefined
  showing?: Showing | undefined
}

type ReportViewProps = {
  report: ReplayReport
  /** Ids of the two traces. */
  tape: string
  replay: string
  names: SideNames
  graph: GraphDocument | undefined
  /** One of the two was a replay of the other. */
  isReplay: boolean
  search: ReportSearch
  /** Replays with one more node live. Absent if the report is not of a replay. */
  onRunLive?: (node: string) => void
  onSearch: (search: ReportSearch) => void
}

/** Both executions step by step; the first divergence is what is shown first. */
export function ReportView(props: ReportViewProps) {
  const { report, tape, replay, names, graph, isReplay, search, onRunLive, onSearch } = props
  const { view = 'steps', showing = 'changes' } = search
  const { steps, states, ledger, differingNodes } = report
  const id = useId()
  const index = Math.min(search.step ?? report.firstDivergence ?? 0, Math.max(0, steps.length - 1))
  const step = steps[index]
  const titleOf = useMemo(() => (node: string) => graph?.nodes[node]?.title ?? node, [graph])
  const select = (next: number) => onSearch({ step: next })
  const differingSteps = steps.filter((one) => !isSameStep(one)).length
  const differingStates = states.filter(({ state }) => state !== 'same').length

  const content = {
    steps: (
      <StepTable
        {...{ steps, names, titleOf }}
        hasServed={isReplay}
        selected={index}
        onSelect={select}
      />
    ),
    states: (
      <PaneBoundary loads="the states">
        <StateView {...{ states, tape, replay, names, showing }} />
      </PaneBoundary>
    ),
    writes: <Ledger writes={ledger} />,
    graph: graph ? (
      <Cone
        document={graph}
        report={report}
        chosen={step?.address.path[0]}
        onChoose={(node) => {
          const first = steps.findIndex(({ address }) => address.path[0] === node)
          if (first >= 0) select(first)
        }}
      />
    ) : (
      <EmptyState title="No graph" hint="The graph that ran is not stored here." />
    ),
  }

  return (
    <SplitPane
      name="comparison-report"
      panes={[
        {
          id: 'steps',
          size: 54,
          min: '320px',
          content: (
            <section className={styles.column} aria-label="Comparison">
              <ViewTabs
                id={id}
                label="Compare"
                tabs={[
                  { value: 'steps', label: 'Calls', note: differingSteps },
                  { value: 'states', label: 'States', note: differingStates },
                  ...(isReplay
                    ? ([
                        { value: 'writes', label: 'Withheld writes', note: ledger.length },
                      ] as const)
                    : []),
                  { value: 'graph', label: 'Graph', note: differingNodes.length },
                ]}
                value={view}
                onChange={(next) => onSearch({ view: next })}
                hasDigitKeys
                actions={
                  view === 'states' && (
                    <ShowingSwitch
                      value={showing}
                      onChange={(next) => onSearch({ showing: next })}
                    />
                  )
                }
              />
              <div className={styles.fill} {...tabPanel(id, view)}>
                {content[view]}
              </div>
            </section>
          ),
        },
        {
          id: 'step',
          size: 46,
          min: '320px',
          content: step ? (
            <StepDetail
              key={index}
              step={{ ...step, index }}
              {...{ tape, replay, names, showing, titleOf }}
              onShow={(next) => onSearch({ showing: next })}
              {...(onRunLive && { onRunLive })}
            />
          ) : (
            <EmptyState title="No call to look at" />
          ),
        },
      ]}
    />
  )
}
