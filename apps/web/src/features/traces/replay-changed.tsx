import type { Span } from '@lathe/contract'
import { Button } from '@mantine/core'
import { IconRepeat } from '@tabler/icons-react'
import { getRouteApi } from '@tanstack/react-router'
import { useWhileHere } from '../../lib/use-while-here.ts'

const route = getRouteApi('/traces/$traceId')

/** To a replay in which this call is another: its prompt, model or parameters, or a tool's result. */
export function ReplayChanged({ span: { id, kind } }: { span: Span }) {
  const navigate = route.useNavigate()
  const whileHere = useWhileHere()
  if (kind !== 'model' && kind !== 'tool') return null
  return (
    <Button
      size="xs"
      variant="default"
      leftSection={<IconRepeat size={14} />}
      aria-haspopup="dialog"
      onClick={() =>
        whileHere(() =>
          navigate({
            search: (search) => ({
              ...search,
              span: id,
              // What follows on another result was never asked, so it is asked now.
              replay: kind === 'model' ? 'only-live' : 'until',
            }),
          }),
        )
      }
    >
      {kind === 'model' ? 'Replay with this changed' : 'Replay with another result'}
    </Button>
  )
}
