import { ActionIcon, Button, Textarea } from '@mantine/core'
import { IconChevronLeft, IconChevronRight, IconPencil, IconRefresh } from '@tabler/icons-react'
import { isEnded, type RunDetail } from '@lathe/contract'
import { type ReactNode, useState } from 'react'
import { useMutation } from '@tanstack/react-query'
import { DisabledReason } from '../../../../ui/fields/disabled-reason.tsx'
import { useRunView, useWorkbench } from '../../workbench-context.ts'
import { useSetSearch } from '../../use-workbench-search.ts'
import { listAlternatives, findLeaf, useThread } from '../use-thread.ts'
import { StartError } from '../start-error.tsx'
import styles from './turn-tools.module.css'
import { client } from '../../../../lib/api/api.ts'
import { getCallsOption } from '../../called-agents.ts'
import { getDebugOptions, debugRunOptions } from '../../debug-options.ts'
import { useAgentBudget } from '../composer/budget.ts'
import { resentInput } from '../composer/chat-input.ts'
import { useShowStarted } from '../run-actions.ts'

const BUSY = 'Wait until the current run has ended'

type TurnToolsProps = {
  run: RunDetail
  /** The user's text if the turn belongs to a conversation. */
  userText: string | undefined
}

/** Switches between branches of a turn and resends it. The original turn is kept. */
export function TurnTools({ run, userText }: TurnToolsProps) {
  const { runGraph } = useWorkbench()
  const { turns } = useThread()
  const [isEditing, setEditing] = useState(false)
  const status = useRunView((view) => view.status)
  const isBusy = status !== null && !isEnded(status)
  const turn = turns.find((candidate) => candidate.run.id === run.id)
  const resend = useResend(run, turn?.from ?? null)

  if (!turn) return null
  if (isEditing && userText !== undefined) {
    return (
      <EditMessage
        text={userText}
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
        {!runGraph && run.input !== null && (
          <>
            {userText !== undefined && (
              <Tool
                label="Edit and resend"
                disabledReason={isBusy && BUSY}
                icon={<IconPencil size={14} />}
                onClick={() => setEditing(true)}
              />
            )}
            <Tool
              label={userText === undefined ? 'Run again as branch' : 'Regenerate answer'}
              disabledReason={(isBusy || resend.isPending) && BUSY}
              icon={<IconRefresh size={14} />}
              onClick={() => resend.mutate(undefined)}
            />
          </>
        )}
      </div>
    </>
  )
}

type ToolProps = {
  label: string
  disabledReason: string | false
  icon: ReactNode
  onClick: () => void
}

function Tool({ label, disabledReason, icon, onClick }: ToolProps) {
  return (
    <DisabledReason reason={disabledReason} hint={label}>
      <ActionIcon variant="subtle" color="gray" size="sm" aria-label={label} onClick={onClick}>
        {icon}
      </ActionIcon>
    </DisabledReason>
  )
}

/** Shows `‹ 2/3 ›`. Hidden without alternatives. */
function BranchSwitch({ runId }: { runId: string }) {
  const { turns } = useThread()
  const setSearch = useSetSearch()
  const alternatives = listAlternatives(turns, runId)
  const currentIndex = alternatives.findIndex(({ run }) => run.id === runId)
  if (alternatives.length < 2) return null
  const show = (index: number) => {
    const alternative = alternatives[index]
    if (alternative)
      setSearch(
        { thread: alternative.run.threadId, run: findLeaf(turns, alternative.run.id) },
        'push',
      )
  }
  return (
    <span className={styles.branches}>
      <Tool
        label="Previous branch"
        disabledReason={currentIndex === 0 && 'This is the first branch'}
        icon={<IconChevronLeft size={14} />}
        onClick={() => show(currentIndex - 1)}
      />
      <span aria-label={`Branch ${currentIndex + 1} of ${alternatives.length}`}>
        {currentIndex + 1}/{alternatives.length}
      </span>
      <Tool
        label="Next branch"
        disabledReason={currentIndex === alternatives.length - 1 && 'This is the last branch'}
        icon={<IconChevronRight size={14} />}
        onClick={() => show(currentIndex + 1)}
      />
    </span>
  )
}

type EditMessageProps = {
  text: string
  isPending: boolean
  error: Error | null
  onSend: (text: string) => void
  onCancel: () => void
}

/** Edits a past message and sends it on a new branch. */
function EditMessage({ text, isPending, error, onSend, onCancel }: EditMessageProps) {
  const [draftText, setDraftText] = useState(text)
  const send = () => {
    if (draftText.trim() !== '' && !isPending) onSend(draftText.trim())
  }
  return (
    <form
      className={styles.edit}
      onSubmit={(event) => {
        event.preventDefault()
        send()
      }}
    >
      {error && <StartError error={error} />}
      <Textarea
        aria-label="Edited message"
        ref={focusAtEnd}
        autosize
        minRows={2}
        maxRows={10}
        value={draftText}
        onChange={({ currentTarget }) => setDraftText(currentTarget.value)}
        onKeyDown={(event) => {
          if (event.nativeEvent.isComposing) return
          if (event.key === 'Escape') {
            event.stopPropagation()
            onCancel()
          }
          if (event.key === 'Enter' && !event.shiftKey) {
            event.preventDefault()
            send()
          }
        }}
      />
      <div className={styles.actions}>
        <DisabledReason reason={draftText.trim() === '' && 'Enter a message'}>
          <Button type="submit" size="xs" loading={isPending}>
            Send as branch
          </Button>
        </DisabledReason>
        <Button size="xs" variant="subtle" color="gray" onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </form>
  )
}

function focusAtEnd(field: HTMLTextAreaElement | null): void {
  if (!field || field === document.activeElement) return
  field.focus()
  field.setSelectionRange(field.value.length, field.value.length)
}

/** Runs the draft again from where a past turn began, with its input or an edited message. */
function useResend(run: RunDetail, from: string | null) {
  const { agentId, autosave, store } = useWorkbench()
  const { budget } = useAgentBudget()
  const showStarted = useShowStarted()

  return useMutation({
    mutationFn: async (text: string | undefined) => {
      await autosave.flush()
      return client.runs.start({
        agent: agentId,
        version: 'draft',
        threadId: run.threadId,
        input: resentInput(run.input, text),
        budget,
        source: 'user',
        calls: getCallsOption(agentId),
        ...debugRunOptions(getDebugOptions(agentId), store.getState().document),
        checkpoint: { id: from },
      })
    },
    onSuccess: showStarted,
  })
}
