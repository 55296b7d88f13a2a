import { Button, Tooltip } from '@mantine/core'
import type { MultitaskStrategy } from '@lathe/contract'
import { Keys } from '../../../ui/keys.tsx'

type WhileRunningProps = {
  isPending: boolean
  onSend: (strategy: MultitaskStrategy) => void
}

/** What a message sent while its conversation is answered does: wait its turn, or take the answer's place. */
export function WhileRunning({ isPending, onSend }: WhileRunningProps) {
  return (
    <>
      <Tooltip label="Stops the run, keeps what it has done, and sends this">
        <Button variant="default" disabled={isPending} onClick={() => onSend('interrupt')}>
          Interrupt
        </Button>
      </Tooltip>
      <Tooltip label="Runs when the run before it has ended">
        <Button
          rightSection={<Keys keys="enter" />}
          loading={isPending}
          onClick={() => onSend('enqueue')}
        >
          Queue
        </Button>
      </Tooltip>
    </>
  )
}
