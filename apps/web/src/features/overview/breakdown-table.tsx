import type { MetricsPoint } from '@lathe/contract'
import { Link } from '@tanstack/react-router'
import type { Dimension } from './dimensions.ts'
import { labelOf, type Measure, type MeasureId, measures, measuresOf } from './measures.ts'
import { useDashboard } from './use-dashboard.ts'
import styles from './overview.module.css'

export type Group = { key: string; label: string; filter: string; total: MetricsPoint }

type BreakdownTableProps = { groups: readonly Group[]; by: Dimension; measure: MeasureId }

const told = ({ told: inFull, format, value }: Measure, total: MetricsPoint) =>
  inFull ? inFull(total) : format(value(total))

/** Everything of every group; its name leads to its traces. */
export function BreakdownTable({ groups, by, measure }: BreakdownTableProps) {
  const { listSearch, change } = useDashboard()
  const { value } = measures[measure]
  const ids = measuresOf(by, groups)
  const rows = groups.toSorted((a, b) => (value(b.total) ?? -1) - (value(a.total) ?? -1))
  return (
    <div className={styles.groups} tabIndex={0} role="region" aria-label={`Every ${by}`}>
      <table>
        <thead>
          <tr>
            <th scope="col">{by}</th>
            {ids.map((id) => (
              <th key={id} scope="col" aria-sort={id === measure ? 'descending' : undefined}>
                <button type="button" onClick={() => change({ measure: id })}>
                  {labelOf(id, by)}
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
                  {told(measures[id], total)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
