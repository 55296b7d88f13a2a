import type { ReplayDetail } from '@lathe/contract'
import { Button } from '@mantine/core'
import { IconArrowUp } from '@tabler/icons-react'
import { useState } from 'react'
import { PromoteDialog } from './promote-dialog.tsx'

export function PromoteButton({ replay }: { replay: ReplayDetail }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button
        size="xs"
        leftSection={<IconArrowUp size={14} />}
        onClick={() => setOpen(true)}
        title="Makes the graph this replay ran the agent's"
      >
        Promote…
      </Button>
      {isOpen && <PromoteDialog replay={replay} onClose={() => setOpen(false)} />}
    </>
  )
}
