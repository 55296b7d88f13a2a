import type { TraceHistogram } from '@lathe/contract'
import { Button, Group, Select } from '@mantine/core'
import { useLocalStorage, useMediaQuery } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { api } from '../../../lib/api.ts'
import { PageHeader } from '../../../ui/page-header.tsx'
import { SplitPane } from '../../../ui/split-pane.tsx'
import { TopbarControls } from '../../../ui/topbar-slot.tsx'
import { ColumnMenu } from './column-menu.tsx'
import { ExportMenu } from './export-menu.tsx'
import { FacetPane } from './facet-pane.tsx'
import { ImportTraces } from './import-traces.tsx'
import { ListFilterBar } from './list-filter.tsx'
import { ListHistogram } from './list-histogram.tsx'
import { type ListFilter, toInput, useListSearch } from './list-search.ts'
import { TracePeek } from './trace-peek.tsx'
import { ReplayMany } from './replay-many.tsx'
import { rangeLabels, TraceRange } from './trace-range.ts'
import { TraceTable } from './trace-table.tsx'
import { ViewMenu } from './view-menu.tsx'
import pageStyles from '../traces.module.css'
import styles from './list.module.css'

const REFRESH_MS = 15_000
const BARS = 90

export function TracesPage() {
  const { filter, peek } = useListSearch()
  const { facets, histogram } = useCounts(filter)
  const isWide = useMediaQuery('(min-width: 1101px)', true, { getInitialValueInEffect: false })
  const [chosen, setFacets] = useLocalStorage<boolean | null>({
    key: 'lathe.facets',
    defaultValue: null,
  })
  const hasFacets = chosen ?? isWide
  return (
    <div className={pageStyles.page}>
      <PageHeader title="Traces" actions={<Actions filter={filter} />} />
      <RangeSelect />
      <ListFilterBar facets={facets}>
        <ViewMenu />
        <ColumnMenu />
        <ExportMenu filter={filter} />
        <ReplayMany filter={filter} />
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
        {hasFacets && facets && (facets.counted > 0 || isNarrowed(filter)) && (
          <FacetPane {...facets} />
        )}
        <SplitPane
          name="traces"
          panes={[
            {
              id: 'list',
              size: 60,
              min: '320px',
              content: <TraceTable total={totalOf(histogram)} />,
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

/** The frame stays where a filter is what leaves nothing. */
const isNarrowed = ({ filter, range, from }: ListFilter) =>
  filter !== '' || range !== 'all' || from !== undefined

const totalOf = (histogram: TraceHistogram | undefined) =>
  histogram?.bars.reduce((sum, { count }) => sum + count, 0)

function Actions({ filter: { filter, range } }: { filter: ListFilter }) {
  return (
    <Group gap="xs">
      <Button
        size="xs"
        variant="default"
        title="What tells these traces from all others"
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

/** Counted beside the list, a little less often: it does not wait for them. */
function useCounts(filter: ListFilter) {
  const input = () => toInput(filter)
  const options = { placeholderData: keepPreviousData, refetchInterval: REFRESH_MS }
  const facets = useQuery({
    ...options,
    queryKey: [...api.traces.facets.key(), filter],
    queryFn: () => api.traces.facets.call(input()),
  })
  const histogram = useQuery({
    ...options,
    queryKey: [...api.traces.histogram.key(), filter],
    queryFn: () => api.traces.histogram.call({ ...input(), bars: BARS }),
  })
  return { facets: facets.data, histogram: histogram.data }
}

function RangeSelect() {
  const { filter, change } = useListSearch()
  return (
    <TopbarControls>
      <Select
        aria-label="Time range"
        size="xs"
        w={130}
        allowDeselect={false}
        data={TraceRange.options.map((value) => ({ value, label: rangeLabels[value] }))}
        value={filter.range}
        onChange={(value) =>
          change({ range: TraceRange.safeParse(value).data, from: undefined, to: undefined })
        }
      />
    </TopbarControls>
  )
}
