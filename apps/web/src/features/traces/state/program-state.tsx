import { type GraphRun, graphRunsOf, INPUT_NODE, placeAmong } from '@lathe/traces'
import { Select } from '@mantine/core'
import { getRouteApi } from '@tanstack/react-router'
import { useMemo } from 'react'
import { EmptyState } from '../../../ui/empty-state.tsx'
import type { Lens } from '../lens/use-lens.ts'
import { useSelectSpan } from '../lens/use-select-span.ts'
import { DerivedStep } from './derived-step.tsx'
import { StepList } from './step-list.tsx'
import { titleOfSpans } from './title-of-spans.ts'
import styles from './state.module.css'

const route = getRouteApi('/traces/$traceId')

type ProgramStateProps = { lens: Lens; selectedId: string | undefined }

/** The state of another program's LangGraph graph, as its nodes were handed it. */
export function ProgramState({ lens, selectedId }: ProgramStateProps) {
  const { tree, spans } = lens
  const graphs = useMemo(() => graphRunsOf(tree), [tree])
  const byId = useMemo(() => new Map(spans.map((span) => [span.id, span])), [spans])
  const { graph, superstep } = placeAmong(graphs, byId, selectedId)
  const { at = superstep } = route.useSearch()
  if (!graph) {
    return (
      <EmptyState
        title="No state"
        hint="Only Lathe’s own runs and LangGraph’s programs tell their state."
      />
    )
  }
  const index = graph.steps.findIndex((step) => step.superstep === at)
  const shown = index < 0 ? graph.steps.length - 1 : index
  return (
    <div className={styles.state}>
      <StepList
        steps={graph.steps.map((step) => ({
          at: step.superstep,
          title: titleOf(step),
          who: titleOfSpans(step.spans),
        }))}
        current={graph.steps[shown]?.superstep ?? -1}
      />
      <div className={styles.shown} role="region" aria-label="State" tabIndex={0}>
        <header className={styles.head}>
          <h2>{titleOf(graph.steps[shown])}</h2>
          {graphs.length > 1 && <GraphSelect graphs={graphs} chosen={graph} />}
        </header>
        <p className={`${styles.part} ${styles.faint}`}>
          Derived from what its nodes were handed and gave back: the program did not send its state.
        </p>
        <DerivedStep key={`${graph.id} ${shown}`} graph={graph} at={shown} />
      </div>
    </div>
  )
}

const titleOf = (step: GraphRun['steps'][number] | undefined) =>
  step?.spans.every(({ name }) => name === INPUT_NODE) ? 'Input' : `Step ${step?.superstep ?? ''}`

type GraphSelectProps = { graphs: readonly GraphRun[]; chosen: GraphRun }

/** Sub-graphs have a state of their own. */
function GraphSelect({ graphs, chosen }: GraphSelectProps) {
  const select = useSelectSpan()
  return (
    <Select
      size="xs"
      aria-label="Graph"
      allowDeselect={false}
      data={graphs.map((graph, index) => ({ value: graph.id, label: labelOf(graph, index) }))}
      value={chosen.id}
      onChange={(id) => id !== null && select(id)}
    />
  )
}

/** Many bear one name: the number tells them apart. */
function labelOf({ span }: GraphRun, index: number): string {
  const name = span?.node && span.name !== span.node ? `${span.name} in ${span.node}` : span?.name
  return `${index + 1}. ${name ?? 'Graph not received'}`
}
