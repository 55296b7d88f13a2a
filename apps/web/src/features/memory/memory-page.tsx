import { Select, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { api } from '../../lib/api/api.ts'
import { ErrorPanel } from '../../ui/feedback/error-panel.tsx'
import { PageHeader } from '../../ui/layout/page-header.tsx'
import { SkeletonRows } from '../../ui/feedback/skeleton-rows.tsx'
import { SplitPane } from '../../ui/layout/split-pane.tsx'
import { itemKey } from './item-key.ts'
import { ItemEditor } from './item-editor.tsx'
import { ItemTable } from './item-table.tsx'
import styles from './memory.module.css'
import { namespaceText, useAgentsById } from './namespace.tsx'
import type { MemoryItem } from '@lathe/contract'
import { useMemo } from 'react'

const route = getRouteApi('/memory')

/** Long-term memory of agents by namespace: view, edit and delete items. */
export function MemoryPage() {
  const { in: namespace, q = '', key } = route.useSearch()
  const navigate = route.useNavigate()
  const [debouncedQuery] = useDebouncedValue(q.trim(), 200)
  const prefix = namespace === undefined ? [] : namespace.split('.')
  const namespaces = useQuery(api.memory.namespaces.queryOptions())
  const agents = useAgentsById()
  const pages = useMemoryItems({ prefix, q: debouncedQuery })
  const { items } = pages
  const selected = items?.find((item) => itemKey(item) === key)

  return (
    <div className={styles.page}>
      <PageHeader title="Memory" />
      <div className={styles.filters} role="search">
        <Select
          aria-label="Namespace"
          placeholder="All namespaces"
          size="xs"
          searchable
          clearable
          data={listPrefixes(namespaces.data ?? []).map((prefix) => ({
            value: prefix,
            label: namespaceText(agents, prefix.split('.')),
          }))}
          value={namespace ?? null}
          onChange={(value) =>
            void navigate({
              search: (current) => ({ ...current, in: value ?? undefined }),
              replace: true,
            })
          }
        />
        <TextInput
          aria-label="Search memory"
          placeholder="Text in a value"
          size="xs"
          leftSection={<IconSearch size={14} />}
          value={q}
          onChange={({ currentTarget: { value } }) =>
            void navigate({
              search: (current) => ({ ...current, q: value || undefined }),
              replace: true,
            })
          }
        />
      </div>
      {pages.isPending && <SkeletonRows contentLabel="the memory" count={4} />}
      {pages.error && (
        <ErrorPanel
          action="load the memory"
          error={pages.error}
          onRetry={() => void pages.refetch()}
        />
      )}
      {items && (
        <SplitPane
          name="memory"
          panes={[
            {
              id: 'items',
              size: 55,
              min: '320px',
              content: (
                <ItemTable
                  items={items}
                  selected={selected}
                  isStale={pages.isPlaceholderData}
                  onEnd={() => pages.hasNextPage && void pages.fetchNextPage()}
                  isFiltered={debouncedQuery !== '' || namespace !== undefined}
                />
              ),
            },
            {
              id: 'item',
              size: 45,
              min: '280px',
              isHidden: selected === undefined,
              content: selected && <ItemEditor key={itemKey(selected)} item={selected} />,
            },
          ]}
        />
      )}
    </div>
  )
}

/** Each namespace and all it lies in: `users`, `users.ada`. */
function listPrefixes(namespaces: readonly (readonly string[])[]): string[] {
  const all = namespaces.flatMap((labels) =>
    labels.map((_, index) => labels.slice(0, index + 1).join('.')),
  )
  return [...new Set(all)].toSorted()
}

const PAGE = 200

type MemoryQuery = { prefix: string[]; q: string }

/** Pages of what is remembered, last written first. */
export function useMemoryItems({ prefix, q }: MemoryQuery) {
  const pages = useInfiniteQuery(
    api.memory.items.infiniteOptions({
      input: (offset: number) => ({ prefix, q, offset, limit: PAGE }),
      initialPageParam: 0,
      getNextPageParam: (last, all) => (last.hasMore ? all.length * PAGE : undefined),
      placeholderData: keepPreviousData,
    }),
  )
  const items = useMemo<MemoryItem[] | undefined>(
    // An item rewritten between two page loads appears on both pages, so remove duplicates.
    () => {
      const all = pages.data?.pages.flatMap((page) => page.items)
      return all && [...new Map(all.map((item) => [itemKey(item), item])).values()]
    },
    [pages.data],
  )
  return { ...pages, items }
}
