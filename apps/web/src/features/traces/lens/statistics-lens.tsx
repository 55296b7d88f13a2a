import { type StatisticsBy, statisticsOf, waitedFor } from '@lathe/traces'
import { SegmentedControl } from '@mantine/core'
import { getRouteApi } from '@tanstack/react-router'
import { useMemo } from 'react'
import { useWhileHere } from '../../../lib/use-while-here.ts'
import { DataTable } from '../../../ui/data-table.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { columnsFor } from './statistics-columns.tsx'
import type { Lens } from './use-lens.ts'
import { useSelectSpan } from './use-select-span.ts'
import styles from './lens.module.css'

const route = getRouteApi('/traces/$traceId')

const BY = [
  { value: 'name', label: 'Name' },
  { value: 'node', label: 'Node' },
  { value: 'model', label: 'Model' },
  { value: 'tool', label: 'Tool' },
] as const

/** What took the time and what cost the money, by what it is. A row selects its slowest span. */
export function StatisticsLens({ lens }: { lens: Lens }) {
  const { by = 'name' } = route.useSearch()
  const navigate = route.useNavigate()
  const whileHere = useWhileHere()
  const select = useSelectSpan()
  const { tree, parts, now } = lens
  const rows = useMemo(() => statisticsOf(tree, { by, parts, now }), [tree, by, parts, now])
  const columns = useMemo(() => columnsFor(by, waitedFor(parts), rows), [by, parts, rows])
  return (
    <section className={styles.fill} aria-label="Statistics">
      <div className={styles.tools}>
        <SegmentedControl
          size="xs"
          aria-label="Group by"
          data={[...BY]}
          value={by}
          onChange={(next: StatisticsBy) =>
            whileHere(() =>
              navigate({ search: (search) => ({ ...search, by: next }), replace: true }),
            )
          }
        />
        <p className={styles.hint}>“On the path” is time that the whole trace waited for.</p>
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
