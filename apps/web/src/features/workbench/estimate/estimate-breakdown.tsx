import type { RunBudget } from '@lathe/contract'
import type { Amounts, Estimate } from '@lathe/graph'
import { formatCost, formatCount } from '../../../lib/format.ts'
import { useDocument } from '../workbench-context.ts'
import styles from './estimate.module.css'
import { rangeText, usualText } from './estimate-text.ts'

type EstimateBreakdownProps = {
  estimate: Estimate
  budget: RunBudget
}

/** The estimate by node and by edge, with what it leaves out. */
export function EstimateBreakdown({ estimate, budget }: EstimateBreakdownProps) {
  const { nodes, edges } = useDocument()
  const { total, unpriced, uncounted } = estimate
  const ways = estimate.edges.flatMap(({ times, ...amounts }, index) => {
    const edge = edges[index]
    return edge && amounts.calls.max > 0 ? [{ edge, index, times, amounts }] : []
  })

  return (
    <div className={styles.tables} tabIndex={0} role="region" aria-label="Estimate of the next run">
      <table>
        <thead>
          <tr>
            <th scope="col">Node</th>
            <Heads />
          </tr>
        </thead>
        <tbody>
          {estimate.nodes.map(({ id, ...amounts }) => (
            <Row key={id} name={nodes[id]?.title ?? id} amounts={amounts} />
          ))}
          <Row name="Total" amounts={total} budget={budget} />
        </tbody>
        <tbody>
          <tr className={styles.heads}>
            <th scope="col">Edge, and how often it is taken</th>
            <Heads />
          </tr>
          {ways.map(({ edge, index, times, amounts }) => (
            <Row
              key={index}
              name={`${nodes[edge.from]?.title ?? edge.from} → ${nodes[edge.to]?.title ?? edge.to} · ${rangeText(times, formatCount)} ×`}
              amounts={amounts}
            />
          ))}
        </tbody>
      </table>
      <p>
        What is typical comes first; in brackets the least and the most calls, and at most how many
        tokens and what cost.
        {unpriced.length > 0 && ` No price is known for ${unpriced.join(', ')}.`}
        {uncounted.length > 0 && ` What ${uncounted.join(', ')} calls is not counted.`}
      </p>
    </div>
  )
}

function Heads() {
  return (
    <>
      <th scope="col">Calls</th>
      <th scope="col">Tokens</th>
      <th scope="col">Cost</th>
    </>
  )
}

type RowProps = {
  name: string
  amounts: Amounts
  /** What the run may take: told beside what it is estimated to. */
  budget?: RunBudget
}

function Row({ name, amounts: { calls, tokens, cost }, budget = {} }: RowProps) {
  return (
    <tr>
      <th scope="row">{name}</th>
      <td>{usualText(calls)}</td>
      <td>
        {formatCount(tokens.typical)} <Most value={tokens.max} format={formatCount} />
        <Budget limit={budget.tokens} most={tokens.max} format={formatCount} />
      </td>
      <td>
        {cost ? formatCost(cost.typical) : 'unknown'}{' '}
        {cost && <Most value={cost.max} format={formatCost} />}
        {cost && <Budget limit={budget.costNanos} most={cost.max} format={formatCost} />}
      </td>
    </tr>
  )
}

type BudgetProps = {
  limit: number | undefined
  most: number
  format: (value: number) => string
}

function Budget({ limit, most, format }: BudgetProps) {
  if (limit === undefined) return null
  return (
    <span className={styles.budget} data-over={most > limit || undefined}>
      budget {format(limit)}
    </span>
  )
}

function Most({ value, format }: { value: number; format: (value: number) => string }) {
  return (
    <span className={styles.most}>({Number.isFinite(value) ? format(value) : 'no limit'})</span>
  )
}
