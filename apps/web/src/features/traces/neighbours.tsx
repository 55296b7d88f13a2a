import type { ListedTrace, Trace } from '@lathe/contract'
import { ActionIcon } from '@mantine/core'
import { IconChevronDown, IconChevronUp } from '@tabler/icons-react'
import { getRouteApi } from '@tanstack/react-router'
import { formatExactCount } from '../../lib/format.ts'
import { useHotkeys } from '../../lib/hotkeys.ts'
import { useWhileHere } from '../../lib/use-while-here.ts'
import { Keys } from '../../ui/keys.tsx'
import { Lacking } from '../../ui/lacking.tsx'
import styles from './traces.module.css'
import { type Side, useNeighbours, usePlaceInList } from './use-neighbours.ts'

const route = getRouteApi('/traces/$traceId')

const NEXT = '.'
const PREVIOUS = ','

/** To the traces before and after this one in the list it was opened from. */
export function Neighbours({ trace }: { trace: Trace }) {
  const { view, list } = route.useSearch()
  const navigate = route.useNavigate()
  const whileHere = useWhileHere()
  const { newer, older, find } = useNeighbours(trace, list)
  const place = usePlaceInList(trace, list)
  const open = async (side: Side) => {
    const found = await find(side)
    if (!found) return
    // The lens stays, what was selected in the other trace does not.
    whileHere(() =>
      navigate({
        to: '/traces/$traceId',
        params: { traceId: found.id },
        search: view === undefined ? {} : { view },
      }),
    )
  }
  const [previous, next] = [() => void open('newer'), () => void open('older')]
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
      {place && place.at <= place.of && (
        <span
          title={`Trace ${formatExactCount(place.at)} of the ${formatExactCount(place.of)} in the list`}
        >
          {formatExactCount(place.at)} of {formatExactCount(place.of)}
        </span>
      )}
      <Step label="Previous trace" keys={PREVIOUS} trace={newer} onClick={previous} isUp />
      <Step label="Next trace" keys={NEXT} trace={older} onClick={next} />
    </span>
  )
}

type StepProps = {
  label: string
  keys: string
  trace: ListedTrace | null | undefined
  onClick: () => void
  isUp?: boolean
}

const Step = ({ label, keys, trace, onClick, isUp = false }: StepProps) => (
  <Lacking
    lack={trace === null && `No ${label.toLowerCase()} in the list`}
    hint={
      <>
        {[label, trace?.title].filter(Boolean).join(': ')} <Keys keys={keys} />
      </>
    }
  >
    <ActionIcon variant="subtle" color="gray" aria-label={label} onClick={onClick}>
      {isUp ? <IconChevronUp size={16} /> : <IconChevronDown size={16} />}
    </ActionIcon>
  </Lacking>
)
