import {
  type StatisticsBy,
  computeStatistics,
  waitedTime,
  type StatisticsRow,
  unknownCalls,
} from '@lathe/traces'
import { SegmentedControl } from '@mantine/core'
import { getRouteApi } from '@tanstack/react-router'
import { useMemo } from 'react'
import { hasUsage, type Usage } from '@lathe/contract'
import { useWhileCurrent } from '../../../lib/browser/use-while-current.ts'
import { DataTable, type Column } from '../../../ui/table/data-table.tsx'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { type TraceViewModel, useSelectSpan } from './use-trace-view-model.ts'
import { KindIcon } from '../../../ui/status/kind-icon.tsx'
import { Count, Duration, TotalCost, Tokens } from '../../../ui/status/quantities.tsx'
import styles from './views.module.css'

const route = getRouteApi('/traces/$traceId')

const GROUPINGS = [
  { value: 'name', label: 'Name' },
  { value: 'node', label: 'Node' },
  { value: 'model', label: 'Model' },
  { value: 'tool', label: 'Tool' },
] as const

/** Duration and cost by name, node, model or tool. Opening a row selects its slowest span. */
export function StatisticsView({ model }: { model: TraceViewModel }) {
  const { by = 'name' } = route.useSearch()
  const navigate = route.useNavigate()
  const whileHere = useWhileCurrent()
  const select = useSelectSpan()
  const { tree, parts, now } = model
  const rows = useMemo(
    () => computeStatistics(tree, { groupBy: by, parts, now }),
    [tree, by, parts, now],
  )
  const columns = useMemo(() => columnsFor(by, waitedTime(parts), rows), [by, parts, rows])
  return (
    <section className={styles.fill} aria-label="Statistics">
      <div className={styles.tools}>
        <SegmentedControl
          size="xs"
          aria-label="Group by"
          data={[...GROUPINGS]}
          value={by}
          onChange={(next: StatisticsBy) =>
            whileHere(() =>
              navigate({ search: (search) => ({ ...search, by: next }), replace: true }),
            )
          }
        />
        <p className={styles.hint}>“Critical path” is time the whole trace waited for.</p>
      </div>
      <div className={styles.rows}>
        <DataTable
          label={`Statistics by ${by}`}
          columns={columns}
          rows={rows}
          rowId={({ key }) => key}
          onOpen={({ slowestId }) => select(slowestId)}
          options={{ empty: <EmptyState title={`No span of this trace has a ${by}`} /> }}
        />
      </div>
    </section>
  )
}

const headers: Record<StatisticsBy, string> = {
  name: 'Name',
  node: 'Node',
  model: 'Model',
  tool: 'Tool',
}

/**
 * Shows `·` for not applicable and `—` for unknown. `waited` is the length of the critical path, in
 * microseconds.
 */
export function columnsFor(
  by: StatisticsBy,
  pathLength: number,
  rows: readonly StatisticsRow[],
): Column<StatisticsRow>[] {
  // A share of a partially known total would be too high.
  const totalCost = rows.every(({ cost }) => cost !== null) ? sumNumbers(rows.map(rowCost)) : 0
  const number = (
    id: string,
    header: string,
    width: string,
    cell: (row: StatisticsRow) => React.ReactNode,
  ): Column<StatisticsRow> => ({ id, header, cell, width, isNumeric: true })
  // These columns are hidden first in a narrow pane.
  const failedCalls = (
    isSecondary: true | 'first' | 'second',
    column: Column<StatisticsRow>,
  ): Column<StatisticsRow> => ({ ...column, isSecondary })
  // Hide all token columns together: a single one could pass for the total.
  const tokenColumns = (header: string, count: (usage: Usage) => number) =>
    rows.some(({ usage }) => count(usage) > 0)
      ? [
          failedCalls(
            'first',
            number(header.toLowerCase(), header, '72px', (row) =>
              hasSpending(row) ? <Count value={count(row.usage)} /> : '·',
            ),
          ),
        ]
      : []
  return [
    {
      id: 'key',
      header: headers[by],
      cell: ({ key, kind }) => (
        <span className={styles.name} title={key}>
          <KindIcon kind={kind} /> <span>{key}</span>
        </span>
      ),
    },
    number('count', 'Calls', '48px', ({ count }) => <Count value={count} />),
    number('errors', 'Errors', '52px', ({ errors }) =>
      errors > 0 ? <Count value={errors} /> : '·',
    ),
    failedCalls(
      'second',
      number('total', 'Total', '64px', ({ total }) => <Duration ms={toMilliseconds(total)} />),
    ),
    number('self', 'Self', '64px', ({ self }) => <Duration ms={toMilliseconds(self)} />),
    number('p95', 'p95', '64px', ({ p95 }) => <Duration ms={toMilliseconds(p95)} />),
    number('path', 'Critical path', '88px', ({ path }) => <Share part={path} total={pathLength} />),
    failedCalls(
      true,
      number('tokens', 'Tokens', '108px', (row) =>
        hasSpending(row) ? <Tokens usage={row.usage} /> : '·',
      ),
    ),
    ...tokenColumns('Cached', (usage) => usage.cachedRead),
    ...tokenColumns('Reasoning', (usage) => usage.reasoning),
    ...tokenColumns('Audio', (usage) => usage.audio),
    number('cost', 'Cost', '112px', (row) =>
      hasSpending(row) ? <TotalCost spending={row} /> : '·',
    ),
    failedCalls(
      'first',
      number('costShare', '% of cost', '84px', (row) =>
        hasSpending(row) ? <Share part={row.cost} total={totalCost} /> : '·',
      ),
    ),
  ]
}

const rowCost = ({ pricedCost }: StatisticsRow) => pricedCost

const sumNumbers = (numbers: readonly number[]) =>
  numbers.reduce((total, number) => total + number, 0)

const hasSpending = (row: StatisticsRow) =>
  unknownCalls(row) > 0 || row.pricedCost > 0 || hasUsage(row.usage)

const toMilliseconds = (micros: number | null) => (micros === null ? null : micros / 1_000)

function Share({ part, total }: { part: number | null; total: number }) {
  if (part === null || total <= 0) return '—'
  const share = part / total
  return (
    <span className={styles.share} style={{ backgroundSize: `${share * 100}% 100%` }}>
      {share > 0 && share < 0.001 ? '<0.1 %' : `${(share * 100).toFixed(1)} %`}
    </span>
  )
}
