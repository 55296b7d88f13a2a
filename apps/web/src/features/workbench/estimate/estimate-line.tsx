import type { RunBudget } from '@lathe/contract'
import type { Estimate, Amounts, Range } from '@lathe/graph'
import { Popover, UnstyledButton } from '@mantine/core'
import styles from './estimate.module.css'
import { formatCost, formatCount } from '../../../lib/format/format.ts'
import { useDocument } from '../workbench-context.ts'

type EstimateLineProps = {
  estimate: Estimate
  budget: RunBudget
}

/** Estimate of the next run in one line. A click shows the breakdown. */
export function EstimateLine({ estimate, budget }: EstimateLineProps) {
  const text = estimateText(estimate)
  if (text === null) return null

  return (
    <Popover position="top-start" shadow="md" withinPortal trapFocus>
      <Popover.Target>
        <UnstyledButton className={styles.line} aria-label={`Estimate: ${text}`}>
          {text}
        </UnstyledButton>
      </Popover.Target>
      <Popover.Dropdown className={styles.dropdown}>
        <EstimateBreakdown estimate={estimate} budget={budget} />
      </Popover.Dropdown>
    </Popover>
  )
}

type EstimateBreakdownProps = {
  estimate: Estimate
  budget: RunBudget
}

/** The estimate by node and edge, with what it excludes. */
function EstimateBreakdown({ estimate, budget }: EstimateBreakdownProps) {
  const { nodes, edges } = useDocument()
  const { total, unpriced, uncounted } = estimate
  const edgeRows = estimate.edges.flatMap(({ times, ...amounts }, index) => {
    const edge = edges[index]
    return edge && amounts.calls.max > 0 ? [{ edge, index, times, amounts }] : []
  })

  return (
    <div className={styles.tables} tabIndex={0} role="region" aria-label="Estimate of the next run">
      <table>
        <thead>
          <tr>
            <th scope="col">Node</th>
            <TableHead />
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
            <th scope="col">Edge and number of times taken</th>
            <TableHead />
          </tr>
          {edgeRows.map(({ edge, index, times, amounts }) => (
            <Row
              key={index}
              name={`${nodes[edge.from]?.title ?? edge.from} → ${nodes[edge.to]?.title ?? edge.to} · ${rangeText(times, formatCount)} ×`}
              amounts={amounts}
            />
          ))}
        </tbody>
      </table>
      <p>
        The typical value comes first, then the range of calls in brackets, and the maximum tokens
        and cost.
        {unpriced.length > 0 && ` No price known for ${unpriced.join(', ')}.`}
        {uncounted.length > 0 && ` Calls made by ${uncounted.join(', ')} are not counted.`}
      </p>
    </div>
  )
}

function TableHead() {
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
  /** The budget, shown beside the estimate. */
  budget?: RunBudget
}

function Row({ name, amounts: { calls, tokens, cost }, budget = {} }: RowProps) {
  return (
    <tr>
      <th scope="row">{name}</th>
      <td>{typicalText(calls)}</td>
      <td>
        {formatCount(tokens.typical)} <MaxValue value={tokens.max} format={formatCount} />
        <Budget limit={budget.tokens} estimatedMax={tokens.max} format={formatCount} />
      </td>
      <td>
        {cost ? formatCost(cost.typical) : 'unknown'}{' '}
        {cost && <MaxValue value={cost.max} format={formatCost} />}
        {cost && <Budget limit={budget.costNanos} estimatedMax={cost.max} format={formatCost} />}
      </td>
    </tr>
  )
}

type BudgetProps = {
  limit: number | undefined
  estimatedMax: number
  format: (value: number) => string
}

function Budget({ limit, estimatedMax, format }: BudgetProps) {
  if (limit === undefined) return null
  return (
    <span className={styles.budget} data-over={estimatedMax > limit || undefined}>
      budget {format(limit)}
    </span>
  )
}

function MaxValue({ value, format }: { value: number; format: (value: number) => string }) {
  return (
    <span className={styles.most}>({Number.isFinite(value) ? format(value) : 'no limit'})</span>
  )
}

/** Formats a range: `3–9`, `3` if it is fixed, `3+` without a limit. */
function rangeText({ min, max }: Range, format: (value: number) => string): string {
  const minText = format(min)
  if (!Number.isFinite(max)) return `${minText}+`
  const maxText = format(max)
  return minText === maxText ? minText : `${minText}–${maxText}`
}

/**
 * Formats an estimate: `about 5 calls, 3 to 9 · about 2.0 k tokens · $0.0003`. Null for a graph
 * without model calls.
 */
export function estimateText({ total: { calls, tokens, cost } }: Estimate): string | null {
  if (calls.max === 0) return null
  const isFixed = calls.min === calls.max
  const typical = formatCount(Math.round(calls.typical))
  const count = `${typical} ${typical === '1' ? 'call' : 'calls'}`
  return [
    isFixed ? count : `about ${count}, ${boundsText(calls)}`,
    `about ${formatCount(tokens.typical)} tokens`,
    cost ? formatCost(cost.typical) : 'price unknown',
  ].join(' · ')
}

/** Formats `3 to 9`, or `at least 3` without a limit. */
const boundsText = ({ min, max }: Range): string =>
  Number.isFinite(max)
    ? `${formatCount(min)} to ${formatCount(max)}`
    : `at least ${formatCount(min)}`

/** Formats `5 (3–9)`, or `3` if it is fixed. */
function typicalText(range: Range): string {
  const bounds = rangeText(range, formatCount)
  if (range.min === range.max) return bounds
  return `${formatCount(Math.round(range.typical))} (${bounds})`
}
