import { ActionIcon } from '@mantine/core'
import { IconChevronLeft, IconChevronRight, IconPencil, IconRefresh } from '@tabler/icons-react'
import { isEnded, type RunDetail } from '@lathe/contract'
import { type ReactNode, useState } from 'react'
import { Lacking } from '../../../ui/lacking.tsx'
import { useRunView, useWorkbench } from '../workbench-context.ts'
import { useSetSearch } from '../use-workbench-search.ts'
import { alternativesOf, leafOf } from './branches.ts'
import { EditMessage } from './edit-message.tsx'
import { StartError } from './start-error.tsx'
import styles from './turn-tools.module.css'
import { useResend } from './use-resend.ts'
import { useThread } from './use-thread.ts'

const BUSY = 'A run is under way: wait for its end'

type TurnToolsProps = {
  run: RunDetail
  /** The user's words, where the turn is one of a conversation. */
  said: string | undefined
}

/** Other ways this turn went, and another try: the past stays as it is. */
export function TurnTools({ run, said }: TurnToolsProps) {
  const { asRan } = useWorkbench()
  const { turns } = useThread()
  const [isEditing, setEditing] = useState(false)
  const status = useRunView((view) => view.status)
  const isBusy = status !== null && !isEnded(status)
  const turn = turns.find((one) => one.run.id === run.id)
  const resend = useResend(run, turn?.from ?? null)

  if (!turn) return null
  if (isEditing && said !== undefined) {
    return (
      <EditMessage
        text={said}
        isPending={resend.isPending}
        error={resend.error}
        onSend={(text) => resend.mutate(text, { onSuccess: () => setEditing(false) })}
        onCancel={() => setEditing(false)}
      />
    )
  }
  return (
    <>
      {resend.error && <StartError error={resend.error} />}
      <div className={styles.root}>
        <BranchSwitch runId={run.id} />
        {!asRan && run.input !== null && (
          <>
            {said !== undefined && (
              <Tool
                label="Edit and resend"
                lack={isBusy && BUSY}
                icon={<IconPencil size={14} />}
                onUse={() => setEditing(true)}
              />
            )}
            <Tool
              label={said === undefined ? 'Run again as a branch' : 'Regenerate the answer'}
              lack={(isBusy || resend.isPending) && BUSY}
              icon={<IconRefresh size={14} />}
              onUse={() => resend.mutate(undefined)}
            />
          </>
        )}
      </div>
    </>
  )
}

type ToolProps = {
  label: string
  lack: string | false
  icon: ReactNode
  onUse: () => void
}

function Tool({ label, lack, icon, onUse }: ToolProps) {
  return (
    <Lacking lack={lack} hint={label}>
      <ActionIcon variant="subtle" color="gray" size="sm" aria-label={label} onClick={onUse}>
        {icon}
      </ActionIcon>
    </Lacking>
  )
}

/** `‹ 2/3 ›`; nothing where the conversation went one way only. */
function BranchSwitch({ runId }: { runId: string }) {
  const { turns } = useThread()
  const setSearch = useSetSearch()
  const ways = alternativesOf(turns, runId)
  const at = ways.findIndex(({ run }) => run.id === runId)
  if (ways.length < 2) return null
  const show = (index: number) => {
    const way = ways[index]
    if (way) setSearch({ thread: way.run.threadId, run: leafOf(turns, way.run.id) }, 'push')
  }
  return (
    <span className={styles.branches}>
      <Tool
        label="Earlier branch"
        lack={at === 0 && 'This is the first branch'}
        icon={<IconChevronLeft size={14} />}
        onUse={() => show(at - 1)}
      />
      <span aria-label={`Branch ${at + 1} of ${ways.length}`}>
        {at + 1}/{ways.length}
      </span>
      <Tool
        label="Later branch"
        lack={at === ways.length - 1 && 'This is the last branch'}
        icon={<IconChevronRight size={14} />}
        onUse={() => show(at + 1)}
      />
    </span>
  )
}
