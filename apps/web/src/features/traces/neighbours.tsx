import { ActionIcon, Tooltip } from '@mantine/core'
import { IconChevronDown, IconChevronUp } from '@tabler/icons-react'
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import { api } from '../../lib/api.ts'
import { useHotkeys } from '../../lib/hotkeys.ts'
import styles from './traces.module.css'

const route = getRouteApi('/traces/$traceId')

/** To the traces before and after this one in the list it was opened from. */
export function Neighbours({ traceId }: { traceId: string }) {
  const queryClient = useQueryClient()
  const { view } = route.useSearch()
  const navigate = route.useNavigate()
  const [ids] = useState(() => currentList(queryClient, traceId))
  const at = ids.indexOf(traceId)
  const open = (index: number) => {
    const id = ids[index]
    // The lens stays, what was selected in the other trace does not.
    if (id !== undefined)
      void navigate({
        to: '/traces/$traceId',
        params: { traceId: id },
        search: view === undefined ? {} : { view },
      })
  }
  const [previous, next] = [() => open(at - 1), () => open(at + 1)]
  useHotkeys([
    { keys: 'shift+j', label: 'Next trace of the list', group: 'Trace', run: next },
    { keys: 'shift+k', label: 'Previous trace of the list', group: 'Trace', run: previous },
    { keys: '.', label: 'Next trace of the list', group: 'Trace', hidden: true, run: next },
    { keys: ',', label: 'Previous trace of the list', group: 'Trace', hidden: true, run: previous },
  ])
  if (at < 0) return null
  return (
    <span className={styles.neighbours}>
      <Step label="Previous trace (K)" isDisabled={at === 0} onClick={previous} isUp />
      <span className={styles.secondary}>
        {at + 1} of {ids.length}
      </span>
      <Step label="Next trace (J)" isDisabled={at === ids.length - 1} onClick={next} />
    </span>
  )
}

type StepProps = { label: string; isDisabled: boolean; onClick: () => void; isUp?: boolean }

const Step = ({ label, isDisabled, onClick, isUp = false }: StepProps) => (
  <Tooltip label={label}>
    <ActionIcon
      variant="subtle"
      color="gray"
      aria-label={label}
      disabled={isDisabled}
      onClick={onClick}
    >
      {isUp ? <IconChevronUp size={16} /> : <IconChevronDown size={16} />}
    </ActionIcon>
  </Tooltip>
)

type Pages = { pages: readonly { items: readonly { id: string }[] }[] }

/** As it was last read with whatever filter it had; empty when the trace was opened from elsewhere. */
function currentList(queryClient: QueryClient, traceId: string): readonly string[] {
  const lists = queryClient
    .getQueryCache()
    .findAll({ queryKey: api.traces.list.key({ type: 'infinite' }) })
    .toSorted((a, b) => b.state.dataUpdatedAt - a.state.dataUpdatedAt)
  for (const { state } of lists) {
    // The cast holds: only lists of traces have this key.
    const ids = (state.data as Pages | undefined)?.pages.flatMap(({ items }) =>
      items.map(({ id }) => id),
    )
    if (ids?.includes(traceId)) return ids
  }
  return []
}
