import { Button, Group, Select } from '@mantine/core'
import { useLocalStorage, useMediaQuery } from '@mantine/hooks'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { Facets } from '@lathe/contract'
import { METADATA } from '@lathe/traces'
import { PageHeader } from '../../../ui/layout/page-header.tsx'
import { SplitPane } from '../../../ui/layout/split-pane.tsx'
import { TopbarControls } from '../../../ui/layout/topbar-slot.tsx'
import { sumHistogram, useCounts } from './use-counts.ts'
import { ExportMenu } from './export-menu.tsx'
import { FacetPane } from './facet-pane.tsx'
import { ImportTraces } from './import-traces.tsx'
import { ListFilterBar } from './list-filter.tsx'
import { ListHistogram } from './list-histogram.tsx'
import { type ListFilter, useListSearch } from './list-search.ts'
import { TracePeek } from './trace-peek.tsx'
import { ReplayTraces } from './replay-traces.tsx'
import { rangeLabels, TraceRange } from './trace-range.ts'
import { TraceTable } from './trace-table.tsx'
import { ViewMenu } from './view-menu.tsx'
import { ColumnMenu } from '../../../ui/table/column-menu.tsx'
import { columnTitles, metadataKeys, shownColumns } from './trace-columns.tsx'
import { useTraces } from './use-traces.ts'
import pageStyles from '../traces.module.css'
import styles from './list.module.css'

export function TracesPage() {
  const { filter, peek } = useListSearch()
  const [fingerprint, setFingerprint] = useState('')
  const { facets, histogram } = useCounts(filter, fingerprint)
  const isWide = useMediaQuery('(min-width: 1101px)', true, { getInitialValueInEffect: false })
  const [storedChoice, setFacets] = useLocalStorage<boolean | null>({
    key: 'lathe.facets',
    defaultValue: null,
  })
  const hasFacets = storedChoice ?? isWide
  return (
    <div className={pageStyles.page}>
      <PageHeader title="Traces" actions={<Actions filter={filter} />} />
      <RangeSelect />
      <ListFilterBar facets={facets}>
        <ViewMenu />
        <TraceColumnMenu facets={facets} />
        <ExportMenu filter={filter} />
        <ReplayTraces filter={filter} />
        <Button
          size="xs"
          variant="default"
          aria-pressed={hasFacets}
          onClick={() => setFacets(!hasFacets)}
        >
          {hasFacets ? 'Hide facets' : 'Facets'}
        </Button>
      </ListFilterBar>
      {histogram && <ListHistogram {...histogram} isBrushed={filter.from !== undefined} />}
      <div className={styles.body}>
        {hasFacets && facets && (facets.counted > 0 || hasListFilter(filter)) && (
          <FacetPane {...facets} />
        )}
        <SplitPane
          name="traces"
          panes={[
            {
              id: 'list',
              size: 60,
              min: '320px',
              content: (
                <TraceTable
                  countedTotal={histogram && sumHistogram(histogram)}
                  onFingerprint={setFingerprint}
                />
              ),
            },
            {
              id: 'peek',
              size: 40,
              min: '280px',
              isHidden: peek === undefined,
              content: peek !== undefined && <TracePeek traceId={peek} />,
            },
          ]}
        />
      </div>
    </div>
  )
}

/** Keep the facet pane if the filter is the reason that no trace matches. */
const hasListFilter = ({ filter, range, from }: ListFilter) =>
  filter !== '' || range !== 'all' || from !== undefined

function Actions({ filter: { filter, range } }: { filter: ListFilter }) {
  return (
    <Group gap="xs">
      <Button
        size="xs"
        variant="default"
        title="Threads sent by external programs"
        renderRoot={(props) => (
          <Link to="/traces/threads" search={{ filter: filter || undefined }} {...props} />
        )}
      >
        Threads
      </Button>
      <Button
        size="xs"
        variant="default"
        title="Compare these traces with all others"
        renderRoot={(props) => (
          <Link
            to="/traces/differences"
            search={{ these: filter || 'status:error', range }}
            {...props}
          />
        )}
      >
        Differences
      </Button>
      <ImportTraces />
    </Group>
  )
}

function RangeSelect() {
  const { filter, change } = useListSearch()
  const isBrushed = filter.from !== undefined
  return (
    <TopbarControls>
      <Select
        aria-label="Time range"
        size="xs"
        w={130}
        allowDeselect={false}
        data={TraceRange.options.map((value) => ({ value, label: rangeLabels[value] }))}
        placeholder="Custom"
        value={isBrushed ? null : filter.range}
        onChange={(value) =>
          change({ range: TraceRange.safeParse(value).data, from: undefined, to: undefined })
        }
      />
    </TopbarControls>
  )
}

const builtInColumns = Object.entries(columnTitles).map(([id, title]) => ({ id, title }))

/** Chooses the columns of the list, including metadata keys. */
export function TraceColumnMenu({ facets }: { facets: Facets | undefined }) {
  const { filter, columns: selectedColumns, change } = useListSearch()
  const { traces } = useTraces(filter)
  const facetKeys = facets?.metadata.map(({ key }) => key) ?? []
  // The search params separate columns by commas.
  const keys = [...new Set([...facetKeys, ...metadataKeys(selectedColumns)])].filter(
    (key) => !key.includes(','),
  )
  return (
    <ColumnMenu
      columns={[
        ...builtInColumns,
        ...keys.map((key) => ({ id: METADATA + key, title: METADATA + key })),
      ]}
      visibleIds={shownColumns(selectedColumns, traces)}
      onChange={(next) => change({ columns: next })}
    />
  )
}
