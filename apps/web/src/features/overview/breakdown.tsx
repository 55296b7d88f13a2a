import { Select } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'
import { plural } from '../../lib/format.ts'
import { ErrorPanel } from '../../ui/error-panel.tsx'
import { SkeletonRows } from '../../ui/skeleton-rows.tsx'
import { ViewTabs } from '../../ui/view-tabs.tsx'
import { BreakdownTable } from './breakdown-table.tsx'
import { dashboardDimensions, measureIds } from './dimensions.ts'
import { labelOf, type Measure, type MeasureId, measures, measuresOf } from './measures.ts'
import { TimePanel } from './time-panel.tsx'
import { useDashboard } from './use-dashboard.ts'
import styles from './overview.module.css'

const COLOURS = ['agent', 'model', 'tool'].map((kind) => `var(--kind-${kind})`)
const colours = [...COLOURS, 'var(--status-interrupted)', 'var(--kind-step)']

/** The same measure of each agent, version, node, model, tool or project, over time and in all. */
export function Breakdown() {
  const { span, of, by, measure, change } = useDashboard()
  const { data, error, isPending, refetch } = useQuery(
    api.metrics.groups.queryOptions({
      input: { ...span, ...of, by },
      placeholderData: keepPreviousData,
      refetchInterval: 15_000,
    }),
  )
  const { value, format, unit }: Measure = measures[measure]
  const lines = (data ?? [])
    .filter(({ points }) => points.length > 0)
    .map((group, index) => ({
      label: group.label,
      colour: colours[index % colours.length] ?? 'var(--accent)',
      isDashed: index >= colours.length,
      points: group.points,
    }))
  return (
    <section className={styles.breakdown} aria-label="Compared">
      <ViewTabs
        label="Compared by"
        tabs={dashboardDimensions}
        value={by}
        onChange={(next) => change({ by: next })}
        actions={
          <Select
            aria-label="Measure"
            size="xs"
            w={150}
            allowDeselect={false}
            data={measureIds
              .filter((id) => id === measure || measuresOf(by, data ?? []).includes(id))
              .map((id) => ({ value: id, label: labelOf(id, by) }))}
            value={measure}
            onChange={(next) => change({ measure: next as MeasureId })}
          />
        }
      />
      {isPending && <SkeletonRows awaiting="the comparison" rowHeight={32} count={6} />}
      {error && (
        <ErrorPanel attempted="load the comparison" error={error} onRetry={() => void refetch()} />
      )}
      {data?.length === 0 && <p className={styles.nothing}>Nothing ran in this time.</p>}
      {data && data.length > 0 && (
        <>
          <TimePanel
            title={`${labelOf(measure, by)} by ${by}`}
            total={plural(data.length, by)}
            shape="lines"
            lines={lines}
            data={(lines[0]?.points ?? []).map(({ at }, index) => ({
              at,
              ...Object.fromEntries(
                lines.map((line) => {
                  const point = line.points[index]
                  return [line.label, point ? value(point) : null]
                }),
              ),
            }))}
            format={format}
            unit={unit}
          />
          <BreakdownTable groups={data} by={by} measure={measure} />
        </>
      )}
    </section>
  )
}
