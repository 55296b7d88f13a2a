import type { GraphDocument, ReplayReport, Json, RunEvent } from '@lathe/contract'
import { useId, useMemo } from 'react'
import { ReactFlowProvider } from '@xyflow/react'
import { createIdNormalizer } from '@lathe/traces'
import { useSuspenseQueries } from '@tanstack/react-query'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { PaneBoundary } from '../../../ui/feedback/pane-boundary.tsx'
import { SplitPane } from '../../../ui/layout/split-pane.tsx'
import { tabPanel, ViewTabs } from '../../../ui/layout/view-tabs.tsx'
import { type ChangesMode, ChangesModeSwitch, ChangesDiff } from './changes.tsx'
import { SuppressedSideEffects, StepTable } from './step-table.tsx'
import { type SideNames, SamenessIcon } from './sameness-icon.tsx'
import { StepDetail } from './step-detail.tsx'
import { isSameStep } from './verdict.tsx'
import { createCards, createEdge } from '../../../ui/still-graph/cards.ts'
import { StillGraph } from '../../../ui/still-graph/still-graph.tsx'
import { runEventsQuery } from '../../../lib/api/read-events.ts'
import styles from './report.module.css'

export type ReportSearch = {
  view?: 'steps' | 'states' | 'writes' | 'graph' | undefined
  step?: number | undefined
  showing?: ChangesMode | undefined
}

type ReportViewProps = {
  report: ReplayReport
  /** Ids of the two traces. */
  recording: string
  replay: string
  names: SideNames
  graph: GraphDocument | undefined
  /** Whether one of them is a replay of the other. */
  isReplay: boolean
  search: ReportSearch
  /** Replays with one more node live. Absent if the report is not of a replay. */
  onRunLive?: (node: string) => void
  onSearch: (search: ReportSearch) => void
}

/** Compares two executions call by call. Selects the first divergence. */
export function ReportView(props: ReportViewProps) {
  const { report, recording, replay, names, graph, isReplay, search, onRunLive, onSearch } = props
  const { view = 'steps', showing = 'changes' } = search
  const { steps, states, suppressedWrites, differingNodes } = report
  const id = useId()
  const index = Math.min(search.step ?? report.firstDivergence ?? 0, Math.max(0, steps.length - 1))
  const step = steps[index]
  const findTitle = useMemo(() => (node: string) => graph?.nodes[node]?.title ?? node, [graph])
  const select = (next: number) => onSearch({ step: next })
  const differingSteps = steps.filter((item) => !isSameStep(item)).length
  const differingStates = states.filter(({ state }) => state !== 'same').length

  const content = {
    steps: (
      <StepTable
        {...{ steps, names, findTitle }}
        hasServedSteps={isReplay}
        selected={index}
        onSelect={select}
      />
    ),
    states: (
      <PaneBoundary contentLabel="the states">
        <StateView {...{ states, recording, replay, names, showing }} />
      </PaneBoundary>
    ),
    writes: <SuppressedSideEffects writes={suppressedWrites} />,
    graph: graph ? (
      <DivergenceGraph
        document={graph}
        report={report}
        selectedNode={step?.address.path[0]}
        onChoose={(node) => {
          const first = steps.findIndex(({ address }) => address.path[0] === node)
          if (first >= 0) select(first)
        }}
      />
    ) : (
      <EmptyState title="No graph" hint="The executed graph is not stored." />
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
                        {
                          value: 'writes',
                          label: 'Suppressed side effects',
                          note: suppressedWrites.length,
                        },
                      ] as const)
                    : []),
                  { value: 'graph', label: 'Graph', note: differingNodes.length },
                ]}
                value={view}
                onChange={(next) => onSearch({ view: next })}
                hasDigitKeys
                actions={
                  view === 'states' && (
                    <ChangesModeSwitch
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
              {...{ recording, replay, names, showing, findTitle }}
              onShow={(next) => onSearch({ showing: next })}
              {...(onRunLive && { onRunLive })}
            />
          ) : (
            <EmptyState title="No call selected" />
          ),
        },
      ]}
    />
  )
}

type DivergenceGraphProps = {
  document: GraphDocument
  report: ReplayReport
  selectedNode: string | undefined
  onChoose: (node: string) => void
}

/** Highlights the nodes that diverged on the graph. */
function DivergenceGraph({ document, report, selectedNode, onChoose }: DivergenceGraphProps) {
  const { cards, ways: edges } = useMemo(() => picture(document, report), [document, report])
  return (
    <ReactFlowProvider>
      <StillGraph
        cards={cards}
        edges={edges}
        selectedId={selectedNode}
        onSelect={onChoose}
        group="Comparison"
      />
    </ReactFlowProvider>
  )
}

function picture(
  document: GraphDocument,
  { differingNodes, steps, firstDivergence }: ReplayReport,
) {
  const first = firstDivergence === null ? undefined : steps[firstDivergence]?.address.path[0]
  const differingSet = new Set(differingNodes)
  return {
    cards: createCards(document, (id) =>
      differingSet.has(id)
        ? { look: 'differs', mark: id === first ? 'differs first' : 'differs' }
        : undefined,
    ),
    ways: document.edges.map((edge, index) =>
      createEdge(
        String(index),
        edge,
        differingSet.has(edge.from) && differingSet.has(edge.to) ? 'differs' : undefined,
      ),
    ),
  }
}

type StateViewProps = {
  states: ReplayReport['states']
  recording: string
  replay: string
  names: SideNames
  showing: ChangesMode
}

/** The channels that differ after each superstep. */
function StateView({ states, recording, replay, names, showing }: StateViewProps) {
  const [{ data: before }, { data: after }] = useSuspenseQueries({
    queries: [runEventsQuery(recording), runEventsQuery(replay)],
  })
  const [channelsBefore, now] = useMemo(
    () => [channelsAt(before), channelsAt(after)],
    [before, after],
  )
  if (states.length === 0) {
    return <EmptyState title="No state" hint="Neither run finished a step." />
  }
  return (
    <div className={styles.scroll} role="region" aria-label="States" tabIndex={0}>
      {states.map(({ superstep, state, channels }) => (
        <section key={superstep} className={styles.part} aria-label={`After step ${superstep}`}>
          <h2>
            After step {superstep} <SamenessIcon value={state} names={names} />
          </h2>
          {state !== 'same' && (
            <ChangesDiff
              label={`State after step ${superstep}`}
              recording={
                state === 'only-replay'
                  ? undefined
                  : pickChannels(channelsBefore.get(superstep), channels)
              }
              replay={
                state === 'only-recording' ? undefined : pickChannels(now.get(superstep), channels)
              }
              names={names}
              mode={showing}
            />
          )}
        </section>
      ))}
    </div>
  )
}

/** The channels written by each superstep, with generated ids normalized. */
function channelsAt(events: readonly RunEvent[]): Map<number, Record<string, Json>> {
  const stable = createIdNormalizer()
  const channelsByStep = new Map<number, Record<string, Json>>()
  for (const { body } of events) {
    if (body.type !== 'state') continue
    const channelEntries = Object.entries(body.channels).map(([name, value]) => [
      name,
      stable(value),
    ])
    channelsByStep.set(body.superstep, {
      ...channelsByStep.get(body.superstep),
      ...Object.fromEntries(channelEntries),
    })
  }
  return channelsByStep
}

const pickChannels = (channels: Record<string, Json> | undefined, names: readonly string[]) =>
  Object.fromEntries(names.map((name) => [name, channels?.[name]]))
