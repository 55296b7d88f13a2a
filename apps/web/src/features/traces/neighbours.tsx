import type { ListedTrace } from '@lathe/contract'
import { ActionIcon, Tooltip } from '@mantine/core'
import { IconChevronDown, IconChevronUp } from '@tabler/icons-react'
import { getRouteApi } from '@tanstack/react-router'
import { useHotkeys } from '../../lib/hotkeys.ts'
import { Keys } from '../../ui/keys.tsx'
import styles from './traces.module.css'
import { useNeighbours } from './use-neighbours.ts'

const route = getRouteApi('/traces/$traceId')

const NEXT = '.'
const PREVIOUS = ','

/** To the traces before and after this one in the list it was opened from. */
export function Neighbours({ traceId }: { traceId: string }) {
  const { view, list } = route.useSearch()
  const navigate = route.useNavigate()
  const { newer, older } = useNeighbours(traceId, list)
  const open = (trace: ListedTrace | undefined) => {
    if (!trace) return
    // The lens stays, what was selected in the other trace does not.
    void navigate({
      to: '/traces/$traceId',
      params: { traceId: trace.id },
      search: view === undefined ? {} : { view },
    })
  }
  const [previous, next] = [() => open(newer), () => open(older)]
  useHotkeys([
    { keys: NEXT, label: 'Next trace of the list', group: 'Trace', run: next },
    { keys: PREVIOUS, label: 'Previous trace of the list', group: 'Trace', run: previous },
    { keys: 'shift+j', label: 'Next trace of the list', group: 'Trace', hidden: true, run: next },
    {
      keys: 'shift+k',
      label: 'Previous trace of the list',
      group: 'Trace',
      hidden: true,
      run: previous,
    },
  ])
  return (
    <span className={styles.neighbours}>
      <Step label="Previous trace" keys={PREVIOUS} trace={newer} onClick={previous} isUp />
      <Step label="Next trace" keys={NEXT} trace={older} onClick={next} />
    </span>
  )
}

type StepProps = {
  label: string
  keys: string
  trace: ListedTrace | undefined
  onClick: () => void
  isUp?: boolean
}

const Step = ({ label, keys, trace, onClick, isUp = false }: StepProps) => (
  <Tooltip
    multiline
    maw={320}
    label={
      <>
        {trace ? `${label}: ${trace.title}` : `No ${label.toLowerCase()} in the list`}{' '}
        <Keys keys={keys} />
      </>
    }
  >
    <ActionIcon
      variant="subtle"
      color="gray"
      aria-label={label}
      {...(!trace && { 'data-disabled': true })}
      aria-disabled={!trace}
      onClick={onClick}
    >
      {isUp ? <IconChevronUp size={16} /> : <IconChevronDown size={16} />}
    </ActionIcon>
  </Tooltip>
)
