import type { ModelRepricing } from '@lathe/contract'
import { formatCost, formatExactCost, formatExactCount } from '../../../lib/format/format.ts'
import styles from './repricing.module.css'

/** Current and recalculated cost by model, changed models first. */
export function RepricedTable({ models }: { models: readonly ModelRepricing[] }) {
  const rows = models.toSorted((a, b) => b.changed - a.changed || b.calls - a.calls)
  return (
    <div className={styles.scroll} tabIndex={0} role="region" aria-label="Costs by model">
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">Model</th>
            <th scope="col">Calls</th>
            <th scope="col">Changed calls</th>
            <th scope="col">Current cost</th>
            <th scope="col">New cost</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ model, calls, changed, before, after }) => (
            <tr key={model} data-same={changed === 0 || undefined}>
              <th scope="row">{model}</th>
              <td>{formatExactCount(calls)}</td>
              <td>{formatExactCount(changed)}</td>
              <SideCell totals={before} calls={calls} />
              <SideCell totals={after} calls={calls} />
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

/** Unknown rather than 0 if no call has a price. */
function SideCell({ totals, calls }: { totals: ModelRepricing['before']; calls: number }) {
  const { cost, unpriced } = totals
  if (unpriced >= calls && cost === 0) return <td>—</td>
  return (
    <td title={formatExactCost(cost)}>
      {formatCost(cost)}
      {unpriced > 0 && ` + ${formatExactCount(unpriced)} unknown`}
    </td>
  )
}
