import { Select } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { MetricsPoint } from '@lathe/contract'
import { Link } from '@tanstack/react-router'
import { api } from '../../lib/api/api.ts'
import { plural } from '../../lib/format/format.ts'
import { ErrorPanel } from '../../ui/feedback/error-panel.tsx'
import { SkeletonRows } from '../../ui/feedback/skeleton-rows.tsx'
import { ViewTabs } from '../../ui/layout/view-tabs.tsx'
import { dashboardDimensions, measureIds, type Dimension } from './dimensions.ts'
import {
  measureLabel,
  type Measure,
  type MeasureId,
  measures,
  availableMeasures,
} from './measures.ts'
import { TimePanel } from './time-panel.tsx'
import { useDashboard } from './use-dashboard.ts'
import styles from './overview.module.css'

const COLOURS = ['agent', 'model', 'tool'].map((kind) => `var(--kind-${kind})`)
const colours = [...COLOURS, 'var(--status-interrupted)', 'var(--kind-step)']

/**
 * Compares a measure across agents, versions, nodes, models, tools or projects, as chart and table.
 */
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
  const series = (data ?? [])
    .filter(({ points }) => points.length > 0)
    .map((group, index) => ({
      label: group.label,
      colour: colours[index % colours.length] ?? 'var(--accent)',
      isDashed: index >= colours.length,
      points: group.points,
    }))
  return (
    <section className={styles.breakdown} aria-label="Comparison">
      <ViewTabs
        label="Group by"
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
              .filter((id) => id === measure || availableMeasures(by, data ?? []).includes(id))
              .map((id) => ({ value: id, label: measureLabel(id, by) }))}
            value={measure}
            onChange={(next) => change({ measure: next as MeasureId })}
          />
        }
      />
      {isPending && <SkeletonRows contentLabel="the comparison" rowHeight={32} count={6} />}
      {error && (
        <ErrorPanel action="load the comparison" error={error} onRetry={() => void refetch()} />
      )}
      {data?.length === 0 && <p className={styles.nothing}>No data in this time range</p>}
      {data && data.length > 0 && (
        <>
          <TimePanel
            title={`${measureLabel(measure, by)} by ${by}`}
            total={plural(data.length, by)}
            shape="lines"
            lines={series}
            data={(series[0]?.points ?? []).map(({ at: timestamp }, index) => ({
              at: timestamp,
              ...Object.fromEntries(
                series.map((line) => {
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

export type Group = { key: string; label: string; filter: string; total: MetricsPoint }

type BreakdownTableProps = { groups: readonly Group[]; by: Dimension; measure: MeasureId }

const formatTotal = ({ formatTotal: formatFull, format, value }: Measure, total: MetricsPoint) =>
  formatFull ? formatFull(total) : format(value(total))

/** All measures of each group. The name links to its traces. */
function BreakdownTable({ groups, by, measure }: BreakdownTableProps) {
  const { listSearch, change } = useDashboard()
  const { value } = measures[measure]
  const ids = availableMeasures(by, groups)
  const rows = groups.toSorted((a, b) => (value(b.total) ?? -1) - (value(a.total) ?? -1))
  return (
    <div className={styles.groups} tabIndex={0} role="region" aria-label={`All by ${by}`}>
      <table>
        <thead>
          <tr>
            <th scope="col">{by}</th>
            {ids.map((id) => (
              <th key={id} scope="col" aria-sort={id === measure ? 'descending' : undefined}>
                <button type="button" onClick={() => change({ measure: id })}>
                  {measureLabel(id, by)}
                </button>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ key, label, filter, total }) => (
            <tr key={key}>
              <th scope="row">
                <Link to="/traces" search={listSearch(filter)} title={`Traces of ${label}`}>
                  {label}
                </Link>
              </th>
              {ids.map((id) => (
                <td key={id} data-chosen={id === measure || undefined}>
                  {formatTotal(measures[id], total)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
